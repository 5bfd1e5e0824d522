import type { Sharp } from 'sharp'

import type { DocumentType } from '../../../contract/document/documents.ts'

/** Pixels of a picture at most. Decoding more takes too much memory: a bomb is small as a file. */
const mostPixels = 50_000_000

/** The longer side of a stored picture in pixels: enough to read a page in A4. */
const longestSide = 1600

const slowest = { seconds: 20 }

/** The end marker of a JPEG. */
const endOfImage = Buffer.from([0xff, 0xd9])

/**
 * Decodes a JPEG or PNG and writes it anew: upright, without metadata such as the place where it
 * was taken, and with at most 1,600 pixels on the longer side.
 */
export function rewritePicture(original: Buffer, type: DocumentType) {
  return decode(original, (picture) => rewrite(picture, type))
}

/**
 * Runs a work of sharp. Viewers show a JPEG that lacks nothing but its end marker: it is decoded with
 * one, and then without a warning of the decoder.
 */
export async function decode<T>(
  original: Buffer,
  work: (picture: Sharp) => Promise<T>,
): Promise<T | 'damaged' | 'too many pixels'> {
  const sharp = await loadSharp()
  const open = (bytes: Buffer, failOn: 'error' | 'warning') =>
    work(sharp(bytes, { limitInputPixels: mostPixels, failOn }).timeout(slowest))
  try {
    return await open(original, 'error').catch((error: Error) => {
      if (!/premature end of JPEG/.test(error.message)) throw error
      return open(Buffer.concat([original, endOfImage]), 'warning')
    })
  } catch (error) {
    return /pixel limit/.test((error as Error).message) ? 'too many pixels' : 'damaged'
  }
}

/** Loads sharp late: most processes and commands never see a picture. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

async function rewrite(
  picture: Sharp,
  type: DocumentType,
): Promise<{ type: DocumentType; bytes: Buffer }> {
  const { width, height } = await picture.metadata()
  const isLarger = Math.max(width, height) > longestSide
  const upright = picture
    .autoOrient()
    .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
  // A picture that a phone has made smaller already is compressed a second time: less strongly.
  const jpeg = { quality: isLarger ? 70 : 80 }
  if (type === 'image/jpeg') return { type, bytes: await upright.jpeg(jpeg).toBuffer() }

  const { data, info } = await upright.raw().toBuffer({ resolveWithObject: true })
  const { width: columns, height: rows, channels } = info
  const sharp = await loadSharp()
  const decoded = sharp(data, { raw: { width: columns, height: rows, channels } })
  const [asJpeg, asPng] = await Promise.all([
    decoded.clone().jpeg(jpeg).toBuffer(),
    decoded.clone().png({ compressionLevel: 9 }).toBuffer(),
  ])
  // A drawing or a screenshot is smaller as PNG, a photo as JPEG.
  return asPng.length <= asJpeg.length
    ? { type, bytes: asPng }
    : { type: 'image/jpeg', bytes: asJpeg }
}
