import sharp from 'sharp'
import { expect, test } from 'vitest'

import { shorterSideOf } from './shrink-photo.ts'

const picture = sharp({ create: { width: 2400, height: 1800, channels: 3, background: '#274' } })

test('the shorter side of a picture is read from its first bytes', async () => {
  const exif = { IFD0: { Copyright: 'x'.repeat(3000) } }
  const files = [
    await picture.clone().jpeg().toBuffer(),
    await picture.clone().jpeg({ progressive: true }).withExif(exif).toBuffer(),
    await picture.clone().png().toBuffer(),
  ]
  expect(files.map((bytes) => shorterSideOf(new Uint8Array(bytes)))).toEqual([1800, 1800, 1800])
})

test('the side of a broken or unknown picture is unknown', async () => {
  const jpeg = await picture.clone().jpeg().toBuffer()
  for (const bytes of [jpeg.subarray(0, 12), Buffer.from('GIF89a'), Buffer.alloc(40)]) {
    expect(shorterSideOf(new Uint8Array(bytes))).toBeUndefined()
  }
})
