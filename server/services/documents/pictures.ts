import type { DocumentType } from '../../../contract/document/documents.ts'

/** Pixels of a picture at most. Decoding more takes too much memory: a bomb is small as a file. */
const mostPixels = 50_000_000

/** The longer side of a stored picture in pixels: enough to read a page in A4. */
const longestSide = 1600

const slowest = { seconds: 20 }

type Picture = { type: DocumentType; bytes: Buffer } | 'damaged' | 'too many pixels'

/** The end marker of a JPEG. */
const endOfImage = Buffer.from([0xff, 0xd9])

type FailOn = 'error' | 'warning'

/**
 * Decodes a JPEG or PNG and writes it anew: upright, without metadata such as the place where it
 * was taken, and with at most 1,600 pixels on the longer side.
 */
export async function rewritePicture(original: Buffer, type: DocumentType): Promise<Picture> {
  try {
    return await decode(original, (bytes, failOn) => decodeAndWrite(bytes, type, failOn))
  } catch (error) {
    return /pixel limit/.test((error as Error).message) ? 'too many pixels' : 'damaged'
  }
}

/**
 * Runs a work of sharp. Viewers show a JPEG that lacks nothing but its end marker: it is decoded with
 * one, and then without a warning of the decoder.
 */
export async function decode<T>(
  original: Buffer,
  work: (bytes: Buffer, failOn: FailOn) => Promise<T>,
): Promise<T> {
  try {
    return await work(original, 'error')
  } catch (error) {
    if (!/premature end of JPEG/.test((error as Error).message)) throw error
    return work(Buffer.concat([original, endOfImage]), 'warning')
  }
}

async function decodeAndWrite(original: Buffer, type: DocumentType, failOn: FailOn) {
  // Loaded late: most processes and commands never see a picture.
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  const picture = sharp(original, { limitInputPixels: mostPixels, failOn })
  const { width, height } = await picture.metadata()
  const isLarger = Math.max(width, height) > longestSide
  const upright = picture
    .autoOrient()
    .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .timeout(slowest)
  // A picture that a phone has made smaller already is compressed a second time: less strongly.
  const jpeg = { quality: isLarger ? 70 : 80 }
  if (type === 'image/jpeg') return { type, bytes: await upright.jpeg(jpeg).toBuffer() }

  const { data, info } = await upright.raw().toBuffer({ resolveWithObject: true })
  const { width: columns, height: rows, channels } = info
  const decoded = sharp(data, { raw: { width: columns, height: rows, channels } })
  const [asJpeg, asPng] = await Promise.all([
    decoded.clone().jpeg(jpeg).toBuffer(),
    decoded.clone().png({ compressionLevel: 9 }).toBuffer(),
  ])
  // A drawing or a screenshot is smaller as PNG, a photo as JPEG.
  return asPng.length <= asJpeg.length
    ? { type, bytes: asPng }
    : { type: 'image/jpeg' as const, bytes: asJpeg }
}
