import type { Photo } from './photos-to-pdf.ts'

/** The longer side of a photo in pixels: A4 is legible with it. */
const longestSide = 1600
const quality = 0.7

/** Makes a photo upright, small, and a JPEG without metadata. Rejects if the browser cannot read it. */
export async function shrinkPhoto(bytes: Uint8Array<ArrayBuffer>): Promise<Photo> {
  const picture = await decode(new Blob([bytes]), shorterSideOf(bytes))
  try {
    const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    const width = (canvas.width = Math.max(1, Math.round(picture.width * scale)))
    const height = (canvas.height = Math.max(1, Math.round(picture.height * scale)))
    const context = canvas.getContext('2d')!
    // JPEG has no transparency: without a background it becomes black.
    context.fillStyle = 'white'
    context.fillRect(0, 0, width, height)
    context.imageSmoothingQuality = 'high'
    context.drawImage(picture, 0, 0, width, height)
    return { jpeg: await toJpeg(canvas), width, height }
  } finally {
    picture.close()
  }
}

/** Decodes a picture, upright. Resizing while decoding saves memory. */
function decode(picture: Blob, shorterSide = 0) {
  // The width may be either side, because the picture may be turned. Neither is enlarged.
  const resize = shorterSide > longestSide && { resizeWidth: longestSide }
  return createImageBitmap(picture, { imageOrientation: 'from-image', ...resize }).catch(() =>
    // Browsers of 2022 refuse `from-image`, which is what they do by default.
    createImageBitmap(picture),
  )
}

function toJpeg(canvas: HTMLCanvasElement) {
  return new Promise<Uint8Array>((resolve, reject) => {
    canvas.toBlob(
      (blob) => {
        if (blob?.type !== 'image/jpeg') return reject(new Error('The canvas gave no JPEG'))
        blob.arrayBuffer().then((bytes) => resolve(new Uint8Array(bytes)), reject)
      },
      'image/jpeg',
      quality,
    )
  })
}

/** The shorter side of a JPEG or PNG in pixels. Undefined if it is not known. */
export function shorterSideOf(bytes: Uint8Array): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isPng = bytes.length >= 24 && view.getUint32(0) === 0x89504e47
  if (isPng) return Math.min(view.getUint32(16), view.getUint32(20))
  // JPEG: segments of a marker and a length. The frame header (SOF) holds height and width.
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff;) {
    const marker = view.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return Math.min(view.getUint16(at + 5), view.getUint16(at + 7))
    // Any number of 0xff bytes may stand before a marker.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2)
  }
  return undefined
}
