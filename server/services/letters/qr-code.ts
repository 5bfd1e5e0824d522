import { encode } from 'uqr'

/** Draws a QR code as vectors. The page around it is white, as the code needs. */
export function drawQrCode(
  document: PDFKit.PDFDocument,
  text: string,
  x: number,
  y: number,
  size: number,
) {
  const { data } = encode(text, { ecc: 'M', border: 0 })
  const module = size / data.length
  for (const [row, modules] of data.entries()) {
    // Neighbours in a row are one rectangle: fewer bytes, and no hairlines between them.
    for (let from = modules.indexOf(true); from >= 0;) {
      const end = modules.indexOf(false, from)
      const to = end < 0 ? modules.length : end
      document.rect(x + from * module, y + row * module, (to - from) * module, module)
      from = modules.indexOf(true, to)
    }
  }
  document.fill('black')
}
