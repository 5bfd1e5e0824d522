import { encode } from 'uqr'

import { verifyPath } from '../../../contract/intake/letter.ts'
import { fill } from '../../../contract/language/languages.ts'
import { colours, fonts, type LetterPage } from './letterhead.ts'
import { letterTexts } from './letter-texts.ts'

const qrSize = 92
/** Top of the block, at the bottom of the page. In points. */
export const checkTop = 700

/** Draws the QR code and the code, with which anybody can check the letter. */
export function drawCheck({ document, structure, language, publicUrl }: LetterPage, code: string) {
  const { checkTitle, check, qrCode } = letterTexts[language]
  const url = publicUrl + verifyPath(code)
  const { left } = document.page.margins
  const x = left + qrSize + 20
  const width = document.page.width - left - x
  structure('Figure', () => drawQrCode(document, url, left, checkTop), {
    alt: fill(qrCode, { url }),
    bbox: [left, checkTop, left + qrSize, checkTop + qrSize],
  })
  structure('H2', () => {
    document.font(fonts.bold).fontSize(11).fillColor(colours.lagoon)
    document.text(checkTitle, x, checkTop + 6, { width })
  })
  structure('P', () => {
    document.font(fonts.regular).fontSize(10).fillColor(colours.ink)
    document.text(fill(check, { page: publicUrl + verifyPath('').slice(0, -1) }), { width })
  })
  structure('P', () => {
    document.moveDown(0.4).font('Courier-Bold').fontSize(15).text(code, { width })
  })
}

/** Draws a QR code as vectors. The page around it is white, as the code needs. */
function drawQrCode(document: PDFKit.PDFDocument, text: string, x: number, y: number) {
  const { data } = encode(text, { ecc: 'M', border: 0 })
  document
    .save()
    .translate(x, y)
    .scale(qrSize / data.length)
  for (const [row, modules] of data.entries()) {
    // Neighbours in a row are one rectangle: fewer bytes, and no hairlines between them.
    for (let from = modules.indexOf(true); from >= 0;) {
      const end = modules.indexOf(false, from)
      const to = end < 0 ? modules.length : end
      document.rect(from, row, to - from, 1)
      from = modules.indexOf(true, to)
    }
  }
  document.fill('black').restore()
}
