import { site } from '../../../content/site.ts'
import { verifyPath } from '../../../contract/letter.ts'
import { fill, type Language, locales } from '../../../contract/languages.ts'
import { translateMessage } from '../../../contract/translate.ts'
import { colours, drawLetterhead, type Structure } from './letterhead.ts'
import type { IssuedLetter } from './letters.ts'
import { letterFactNames, letterTexts } from './letter-texts.ts'
import { printableText } from './printable-text.ts'
import { drawQrCode } from './qr-code.ts'

const margin = 56

/** A4. In points, as all lengths here. */
export const pageOptions = {
  size: 'A4',
  margins: { top: 44, bottom: 36, left: margin, right: margin },
} satisfies PDFKit.PDFDocumentOptions

const qrSize = 92
/** Top of the block that says how to check the letter, at the bottom of the page. */
const checkTop = 700
/** Height of the signature with its space. */
const signatureHeight = 104

type StructureElement = ReturnType<PDFKit.PDFDocument['struct']>

interface Options {
  language: Language
  publicUrl: string
}

/** Draws a letter on a new page. `root` gets its structure: headings, paragraphs, lists, pictures. */
export function drawLetter(
  document: PDFKit.PDFDocument,
  root: StructureElement,
  letter: IssuedLetter,
  { language, publicUrl }: Options,
) {
  const section = document.struct('Sect')
  root.add(section)
  document.addPage()
  const structure: Structure = (type, draw, options = {}) => {
    section.add(document.struct(type, options, [draw]))
  }
  drawLetterhead(document, structure)
  drawBody(document, section, structure, letter, language)
  drawCheck(document, structure, letter.code, language, publicUrl)
  section.end()
}

function drawBody(
  document: PDFKit.PDFDocument,
  section: StructureElement,
  structure: Structure,
  letter: IssuedLetter,
  language: Language,
) {
  const texts = letterTexts[language]
  const { title, greeting, paragraphs } = texts[letter.kind]
  const name = printable(`${letter.firstName} ${letter.lastName}`)
  const institution = printable(letter.institution)
  const values = {
    name,
    person: institution ? fill(texts.student, { name, institution }) : name,
    foundation: site.name,
  }
  const paragraph = (text: string) =>
    structure('P', () => document.text(text, { lineGap: 3 }).moveDown(0.7))

  document.font('Helvetica').fontSize(11).fillColor(colours.ink)
  paragraph(fill(texts.issuedOn, { day: inWords(letter.issuedOn, language) }))
  structure('H1', () => {
    document.moveDown(0.5).font('Helvetica-Bold').fontSize(18).fillColor(colours.lagoon)
    document.text(title).moveDown(0.7)
  })
  document.font('Helvetica').fontSize(11).fillColor(colours.ink)
  if (greeting) paragraph(greeting)
  const [first = '', ...others] = paragraphs.map((text) => fill(text, values))
  paragraph(first)
  drawList(document, section, factsOf(letter, language))
  for (const text of others) paragraph(text)
  if (letter.kind === 'acceptance') {
    structure('H2', () => document.font('Helvetica-Bold').text(texts.bringTitle).moveDown(0.3))
    const bullets = texts.bring.map((text): Item => ['•', text])
    drawList(document, section, bullets, 14)
  }
  drawSignature(document, structure, texts.closing, texts.stamp, language)
}

type Item = [label: string, text: string]

function factsOf(letter: IssuedLetter, language: Language): Item[] {
  const { department, supervisor } = letter
  const values = {
    department: printable(department && translateMessage(language, department)),
    startsOn: inWords(letter.startsOn, language),
    endsOn: inWords(letter.endsOn, language),
    supervisor: printable(supervisor),
  }
  return letterFactNames
    .filter((name) => values[name] !== '')
    .map((name) => [letterTexts[language].facts[name], values[name]])
}

/** A list whose items are a label and a text beside it. */
function drawList(
  document: PDFKit.PDFDocument,
  section: StructureElement,
  items: Item[],
  indent = 110,
) {
  const list = document.struct('L')
  section.add(list)
  for (const [label, text] of items) {
    const item = document.struct('LI')
    list.add(item)
    let top = document.y
    const drawLabel = () => {
      document.font('Helvetica').text(label, margin, top, { width: indent - 6 })
    }
    const drawText = () => {
      // A text that does not fit on the page begins on the next one.
      if (document.y < top) top = document.y - document.currentLineHeight()
      document.font(indent > 20 ? 'Helvetica-Bold' : 'Helvetica')
      document.text(text, margin + indent, top, { width: textWidth(document) - indent })
    }
    item.add(document.struct('Lbl', {}, [drawLabel]))
    item.add(document.struct('LBody', {}, [drawText]))
    document.y += 4
  }
  list.end()
  document.font('Helvetica')
  document.x = margin
  document.moveDown(0.7)
}

function drawSignature(
  document: PDFKit.PDFDocument,
  structure: Structure,
  closing: string,
  stamp: string,
  language: Language,
) {
  if (document.y + signatureHeight > checkTop) document.addPage()
  const { name, role } = site.signatory
  structure('P', () => document.font('Helvetica').text(closing))
  const line = document.y + 46
  document.markContent('Artifact', { type: 'Layout' })
  document.moveTo(margin, line).lineTo(margin + 190, line)
  document.lineWidth(0.5).strokeColor(colours.ink).stroke()
  document.endMarkedContent()
  structure('P', () => {
    document
      .fontSize(8)
      .fillColor(colours.muted)
      .text(stamp, margin + 200, line - 8)
  })
  structure('P', () => {
    document.fontSize(11).fillColor(colours.ink)
    document.font('Helvetica-Bold').text(name, margin, line + 6)
    document.font('Helvetica').text(`${role[language]}, ${site.name}`)
  })
}

/** The QR code and the code, with which anybody can check the letter. */
function drawCheck(
  document: PDFKit.PDFDocument,
  structure: Structure,
  code: string,
  language: Language,
  publicUrl: string,
) {
  const { checkTitle, check, qrCode } = letterTexts[language]
  const url = publicUrl + verifyPath(code)
  const x = margin + qrSize + 20
  const width = document.page.width - margin - x
  structure('Figure', () => drawQrCode(document, url, margin, checkTop, qrSize), {
    alt: fill(qrCode, { url }),
    bbox: [margin, checkTop, margin + qrSize, checkTop + qrSize],
  })
  structure('H2', () => {
    document.font('Helvetica-Bold').fontSize(11).fillColor(colours.lagoon)
    document.text(checkTitle, x, checkTop + 6, { width })
  })
  structure('P', () => {
    document.font('Helvetica').fontSize(10).fillColor(colours.ink)
    document.text(fill(check, { page: publicUrl + verifyPath('').slice(0, -1) }), { width })
  })
  structure('P', () => {
    document.moveDown(0.4).font('Courier-Bold').fontSize(15).text(code, { width })
  })
}

function printable(text: string | null) {
  return (text && printableText(text)) ?? ''
}

/** A day (YYYY-MM-DD) with the month as a word. */
function inWords(day: string, language: Language) {
  const format = new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: 'UTC' })
  return printable(format.format(new Date(day)))
}

function textWidth({ page }: PDFKit.PDFDocument) {
  return page.width - 2 * margin
}
