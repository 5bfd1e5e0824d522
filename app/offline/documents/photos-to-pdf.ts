/** A JPEG photo, upright. */
export interface Photo {
  jpeg: Uint8Array
  width: number
  height: number
}

/** Position of a photo in the bytes of a document. */
export interface PhotoPlace {
  start: number
  length: number
  width: number
  height: number
}

/** A4 in points of 1/72 inch. */
const shortSide = 595
const longSide = 842

/**
 * Writes a PDF with one photo per page. PDF can hold JPEG files as they are (DCTDecode), so the
 * photos are not compressed again. `places` tells where the photos are, to add another one later.
 */
export function photosToPdf(photos: Photo[]): { bytes: ArrayBuffer; places: PhotoPlace[] } {
  const parts: Uint8Array[] = []
  const offsets: number[] = []
  const places: PhotoPlace[] = []
  let length = 0
  const add = (part: string | Uint8Array) => {
    const bytes = typeof part === 'string' ? latin1(part) : part
    parts.push(bytes)
    length += bytes.length
  }
  const addObject = (text: string) => {
    offsets.push(length)
    add(`${offsets.length} 0 obj\n${text}`)
  }

  // The bytes above 127 tell transfer programs that the file is binary.
  add('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n')
  addObject('<</Type/Catalog/Pages 2 0 R>>\nendobj\n')
  const pages = photos.map((_, index) => `${3 + 3 * index} 0 R`).join(' ')
  addObject(`<</Type/Pages/Count ${photos.length}/Kids[${pages}]>>\nendobj\n`)
  for (const [index, { jpeg, width, height }] of photos.entries()) {
    const page = 3 + 3 * index
    const [pageWidth, pageHeight] = pageSize(width, height)
    const drawing = `${pageWidth} 0 0 ${pageHeight} 0 0 cm /P Do`
    addObject(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${pageWidth} ${pageHeight}]/Contents ${page + 1} 0 R/Resources<</XObject<</P ${page + 2} 0 R>>>>>>\nendobj\n`,
    )
    addObject(`<</Length ${drawing.length}>>stream\n${drawing}\nendstream\nendobj\n`)
    addObject(
      `<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode/Length ${jpeg.length}>>stream\n`,
    )
    places.push({ start: length, length: jpeg.length, width, height })
    add(jpeg)
    add('\nendstream\nendobj\n')
  }
  const table = length
  // Each line of the cross-reference table has exactly 20 bytes.
  const lines = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  const count = offsets.length + 1
  add(`xref\n0 ${count}\n0000000000 65535 f \n${lines.join('')}`)
  add(`trailer\n<</Size ${count}/Root 1 0 R>>\nstartxref\n${table}\n%%EOF\n`)
  return { bytes: join(parts, length), places }
}

/** The largest page of this shape that fits into A4, upright or across. */
function pageSize(width: number, height: number): [number, number] {
  const [across, down] = width > height ? [longSide, shortSide] : [shortSide, longSide]
  const scale = Math.min(across / width, down / height)
  return [Math.round(width * scale), Math.round(height * scale)]
}

function latin1(text: string) {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

function join(parts: Uint8Array[], length: number) {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes.buffer
}
