import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { photosToPdf } from './photos-to-pdf.ts'

const photos = [await photo(1200, 1600), await photo(1600, 900)]

test('a PDF of photos has one page per photo, in its shape, and holds the photos as they are', async () => {
  const { bytes } = photosToPdf(photos)
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  expect(pdf.numPages).toBe(2)
  expect((await pdf.getPage(1)).view).toEqual([0, 0, 595, 793])
  expect((await pdf.getPage(2)).view).toEqual([0, 0, 842, 474])
  for (const number of [1, 2]) {
    const { fnArray } = await (await pdf.getPage(number)).getOperatorList()
    expect(fnArray).toContain(OPS.paintImageXObject)
  }
})

test('the cross-reference table points at every object', () => {
  const text = Buffer.from(photosToPdf(photos).bytes).toString('latin1')
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1])
  const [head = '', ...lines] = text.slice(table).split(/(?<=\n)(?=\d{10} )/)
  expect(head).toBe('xref\n0 9\n')
  const offsets = lines.slice(1).map((line) => Number(line.slice(0, 10)))
  expect(offsets).toHaveLength(8)
  for (const [index, offset] of offsets.entries()) {
    expect(text.slice(offset).startsWith(`${index + 1} 0 obj\n`)).toBe(true)
  }
})

test('the photos can be taken out of the PDF again', () => {
  const { bytes, places } = photosToPdf(photos)
  const found = places.map(({ start, length, width, height }) => ({
    jpeg: new Uint8Array(bytes.slice(start, start + length)),
    width,
    height,
  }))
  expect(found).toEqual(photos)
})

async function photo(width: number, height: number) {
  const create = { width, height, channels: 3 as const, background: '#a52' }
  return { jpeg: new Uint8Array(await sharp({ create }).jpeg().toBuffer()), width, height }
}
