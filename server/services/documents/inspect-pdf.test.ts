import { createHash, createCipheriv } from 'node:crypto'
import { deflateSync } from 'node:zlib'

import fc from 'fast-check'
import PdfKit from 'pdfkit'
import { expect, test } from 'vitest'

import { documentMessages } from '../../../contract/document-messages.ts'
import { inspect } from './inspect.ts'

const limit = 5_000_000

/** The outcome of the check, without the bytes. */
async function check(pdf: Buffer) {
  const { bytes: _, ...outcome } = { bytes: pdf, ...(await inspect('cv.pdf', pdf, limit)) }
  return outcome
}

const accepted = (...warnings: string[]) => ({ type: 'application/pdf', warnings })
const broken = { refused: documentMessages.broken }
const noPages = { refused: documentMessages.noPages }

type PdfOptions = NonNullable<ConstructorParameters<typeof PdfKit>[0]>

/** A PDF of one page, written by pdfkit. */
async function written(options: PdfOptions = {}) {
  const pdf = new PdfKit(options)
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  pdf.text('CV')
  pdf.end()
  await new Promise((resolve) => pdf.once('end', resolve))
  return Buffer.concat(chunks)
}

/** A PDF of these objects. */
const pdfOf = (objects: string, trailer = '/Root 1 0 R') =>
  Buffer.from(`%PDF-1.7\n${objects}\ntrailer<<${trailer}>>\nstartxref\n0\n%%EOF\n`, 'latin1')
const catalog = '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n'

const versions = ['1.3', '1.4', '1.6', '1.7', '1.7ext3'] as const

for (const pdfVersion of versions) {
  test(`a PDF ${pdfVersion} with an owner password alone has no warning`, async () => {
    expect(await check(await written({ pdfVersion, ownerPassword: 'x' }))).toEqual(accepted())
  })

  test(`a PDF ${pdfVersion} with a password to open it has a warning`, async () => {
    const pdf = await written({ pdfVersion, userPassword: 'y', ownerPassword: 'x' })
    expect(await check(pdf)).toEqual(accepted('password'))
  })
}

test('a PDF that opens with a certificate, or in no way we know, has a warning of its own', async () => {
  const page = '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page>>endobj\n'
  for (const handler of [
    '/Filter/Adobe.PubSec/V 4',
    '/Filter/Standard/V 9/R 9',
    '/Filter/FOPN_fLock',
  ]) {
    const pdf = pdfOf(`${catalog}${page}9 0 obj<<${handler}>>endobj`, '/Root 1 0 R/Encrypt 9 0 R')
    expect(await check(pdf)).toEqual(accepted('certificate'))
  }
})

test('JavaScript is found in a PDF that is protected against changes', async () => {
  const name = '7 0 <</S/JavaScript/JS(app.alert\\(1\\))>>'
  for (const method of ['V2', 'AESV2'] as const) {
    expect(await check(protectedPdf(name, method))).toEqual(accepted('javascript'))
    expect(await check(protectedPdf('7 0 <</S/None>>', method))).toEqual(accepted())
  }
})

test('a PDF without its end is refused', async () => {
  const whole = await written()
  for (const cut of ['%PDF-', '%PDF-1.4\n%', whole.subarray(0, 300), whole.subarray(0, -60)]) {
    expect(await check(Buffer.from(cut as string))).toEqual(broken)
  }
  // A linearized PDF has a first end near its beginning.
  const linearized = `%PDF-1.4\n9 0 obj<</Linearized 1>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n${catalog}`
  expect(await check(Buffer.from(linearized))).toEqual(broken)
  expect(await check(Buffer.from(`${linearized}trailer<<>>\nstartxref\n9\n%%EOF`))).toEqual(
    accepted(),
  )
})

test('a whole PDF is accepted, also with bytes after its end', async () => {
  const whole = await written()
  for (const tail of ['', '\r\n', '\0'.repeat(5000), '<!-- saved by a portal -->'.repeat(200)]) {
    expect(await check(Buffer.concat([whole, Buffer.from(tail)]))).toEqual(accepted())
  }
  expect(await check(whole.subarray(0, -5))).toEqual(accepted())
})

const emptyTree = '2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n'
const noKids = '2 0 obj<</Type/Pages/Count 0>>endobj\n'
const emptyBranch = '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 0>>endobj 3 0 obj<</Kids [ ]>>endobj\n'
const page = '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page>>endobj\n'
const packed = deflateSync(
  '1 0 2 34 <</Type/Catalog/Pages 2 0 R     >><</Type/Pages/Kids[]/Count 0>>',
)
const compressed = `4 0 obj<</Type/ObjStm/N 2/First 9/Filter/FlateDecode/Length ${packed.length}>>stream\n${packed.toString('latin1')}\nendstream endobj\n5 0 obj<</Type/XRef/Root 1 0 R>>stream\n\nendstream endobj`

test.each([
  ['an empty page tree', pdfOf(catalog + emptyTree), noPages],
  ['a page tree without kids', pdfOf(catalog + noKids), noPages],
  ['an empty branch', pdfOf(catalog + emptyBranch), noPages],
  ['a page tree that was emptied later', pdfOf(catalog + page + emptyTree), noPages],
  ['an empty page tree in a stream', pdfOf(compressed, ''), noPages],
  ['a page', pdfOf(catalog + page), accepted()],
  ['a page that was added later', pdfOf(catalog + emptyTree + page), accepted()],
  ['a page tree that is missing', pdfOf(catalog), accepted()],
  [
    'a page that is missing',
    pdfOf(`${catalog}2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj`),
    accepted(),
  ],
  ['no catalog', pdfOf('5 0 obj<<>>endobj', ''), accepted()],
])('a PDF with %s', async (_what, pdf, expected) => {
  expect(await check(pdf)).toEqual(expected)
})

test.each([
  ['a header of a printer', '\x1b%-12345X@PJL SET RESOLUTION=600\r\n@PJL ENTER LANGUAGE=PDF\r\n'],
  [
    'headers of an e-mail',
    'Content-Type: application/pdf\r\nContent-ID: <cv.1@example.org>\r\n\r\n',
  ],
  ['a byte order mark', '\xef\xbb\xbf\r\n'],
  ['zero bytes', '\0'.repeat(1000)],
])('a PDF behind %s is accepted', async (_what, header) => {
  const pdf = Buffer.concat([Buffer.from(header, 'latin1'), await written()])
  expect(await check(pdf)).toEqual(accepted())
})

test.each([
  ['a web page', '<html><body>', documentMessages.html],
  ['a part of a web page', 'Content-Type: text/html\r\n\r\n<p>', documentMessages.other],
  ['a comment of a web page', '\r\n<!-- -->', documentMessages.other],
  ['a script', '#!/bin/sh\n', documentMessages.other],
  ['a program', 'MZ\x90\0', documentMessages.other],
  ['more than a kilobyte', '\0'.repeat(1024), documentMessages.other],
])('%s with a PDF behind it is refused', async (_what, header, refused) => {
  const pdf = Buffer.concat([Buffer.from(header, 'latin1'), await written()])
  expect(await check(pdf)).toEqual({ refused })
})

test('a damaged PDF is refused or accepted, and never an error', async () => {
  const files = [
    await written({ pdfVersion: '1.7ext3', ownerPassword: 'x' }),
    protectedPdf('7 0 <<>>', 'AESV2'),
  ]
  const damage = fc.array(fc.tuple(fc.nat(5000), fc.nat(255)), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...files), damage, async (file, changes) => {
      const damaged = Buffer.from(file)
      for (const [at, byte] of changes) damaged[at % damaged.length] = byte
      expect(await check(damaged)).toBeDefined()
    }),
    { numRuns: 200 },
  )
})

test('hostile PDFs take no time', async () => {
  const nested = '<</Type/Pages/Kids[]/X('
  const hostile = [
    catalog + Array.from({ length: 60_000 }, (_, at) => `${at + 2} 0 obj${nested}`).join(''),
    '1 0 obj('.repeat(200_000),
    '9'.repeat(2_000_000),
    '1 0 obj<</A('.concat('stream\nendstream\n'.repeat(20_000)),
    'trailer<<'.repeat(200_000),
    `${catalog}2 0 obj<</Type/Pages/Kids[${'2 0 R '.repeat(300_000)}]>>endobj`,
  ]
  const began = performance.now()
  for (const objects of hostile) await check(pdfOf(objects))
  expect(performance.now() - began).toBeLessThan(5000)
})

/** A PDF with an object stream, encrypted with an owner password alone (revision 4). */
function protectedPdf(objects: string, method: 'V2' | 'AESV2') {
  const padding = Buffer.from(
    '28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a',
    'hex',
  )
  const [owner, id] = [Buffer.alloc(32, 7), Buffer.alloc(16, 9)]
  const md5 = (...parts: Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest()
  let key = md5(padding, owner, Buffer.from([0xfc, 0xff, 0xff, 0xff]), id)
  for (let round = 0; round < 50; round++) key = md5(key)
  let user = md5(padding, id)
  for (let round = 0; round < 20; round++)
    user = rc4(
      key.map((byte) => byte ^ round),
      user,
    )

  const plain = deflateSync(objects)
  const salt = Buffer.from(method === 'AESV2' ? 'sAlT' : '')
  const streamKey = md5(key, Buffer.from([4, 0, 0, 0, 0]), salt)
  const vector = Buffer.alloc(16, 3)
  const cipher = createCipheriv('aes-128-cbc', streamKey, vector)
  const content =
    method === 'V2'
      ? rc4(streamKey, plain)
      : Buffer.concat([vector, cipher.update(plain), cipher.final()])
  const encrypt = `<</Filter/Standard/V 4/R 4/Length 128/P -4/O<${owner.toString('hex')}>/U<${Buffer.concat([user, Buffer.alloc(16)]).toString('hex')}>/CF<</StdCF<</CFM/${method}/Length 16>>>>/StmF/StdCF/StrF/StdCF>>`
  return pdfOf(
    `4 0 obj<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${content.length}>>stream\n${content.toString('latin1')}\nendstream endobj\n9 0 obj${encrypt}endobj`,
    `/Encrypt 9 0 R/ID[<${id.toString('hex')}><00>]`,
  )
}

function rc4(key: Uint8Array, bytes: Buffer) {
  const state = Array.from({ length: 256 }, (_, index) => index)
  for (let index = 0, other = 0; index < 256; index++) {
    other = (other + state[index]! + key[index % key.length]!) % 256
    ;[state[index], state[other]] = [state[other]!, state[index]!]
  }
  let [first, second] = [0, 0]
  return Buffer.from(
    Array.from(bytes, (byte) => {
      first = (first + 1) % 256
      second = (second + state[first]!) % 256
      ;[state[first], state[second]] = [state[second]!, state[first]!]
      return byte ^ state[(state[first]! + state[second]!) % 256]!
    }),
  )
}
