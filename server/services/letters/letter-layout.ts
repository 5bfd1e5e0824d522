import { site } from '../../../content/site.ts'
import { departmentIn } from '../../../contract/department.ts'
import { fill, type Language, nameIn } from '../../../contract/language/languages.ts'
import { checkTop, drawCheck } from './letter-check.ts'
import {
  colours,
  drawLetterhead,
  fonts,
  type LetterOptions,
  type LetterPage,
  type StructureElement,
} from './letterhead.ts'
import { dayInWords } from '../day-in-words.ts'
import { fullName, type IssuedLetter } from './letters.ts'
import { letterFactNames, letterTexts } from './letter-texts.ts'
import { printableText } from './printable-text.ts'

const margin = 56

/** A4. In points, as all lengths here. */
export const pageOptions = {
  size: 'A4',
  margins: { top: 44, bottom: 36, left: margin, right: margin },
} satisfies PDFKit.PDFDocumentOptions

/** Height of the signature with its space. */
const signatureHeight = 104

/** Draws a letter on a new page. `root` gets its structure: headings, paragraphs, lists, pictures. */
export function drawLetter(
  document: PDFKit.PDFDocument,
  root: StructureElement,
  letter: IssuedLetter,
  options: LetterOptions,
) {
  const section = document.struct('Sect')
  root.add(section)
  document.addPage()
  const structure: LetterPage['structure'] = (type, draw, details = {}) => {
    section.add(document.struct(type, details, [draw]))
  }
  const page = { document, section, structure, ...options }
  drawLetterhead(page)
  drawBody(page, letter)
  drawCheck(page, letter.code)
  section.end()
}

function drawBody(page: LetterPage, letter: IssuedLetter) {
  const { document, structure, language } = page
  const texts = letterTexts[language]
  const { title, greeting, paragraphs } = texts[letter.kind]
  const name = printable(fullName(letter))
  const institution = printable(letter.institution)
  const values = {
    name,
    person: institution ? fill(texts.student, { name, institution }) : name,
    foundation: site.name,
  }
  const paragraph = (text: string) =>
    structure('P', () => document.text(text, { lineGap: 3 }).moveDown(0.7))

  document.font(fonts.regular).fontSize(11).fillColor(colours.ink)
  paragraph(fill(texts.issuedOn, { day: inWords(letter.issuedOn, language) }))
  structure('H1', () => {
    document.moveDown(0.5).font(fonts.bold).fontSize(18).fillColor(colours.lagoon)
    document.text(title).moveDown(0.7)
  })
  document.font(fonts.regular).fontSize(11).fillColor(colours.ink)
  if (greeting) paragraph(greeting)
  const [first = '', ...others] = paragraphs.map((text) => fill(text, values))
  paragraph(first)
  drawList(page, factsOf(letter, language))
  for (const text of others) paragraph(text)
  if (letter.kind === 'acceptance') {
    structure('H2', () => document.font(fonts.bold).text(texts.bringTitle).moveDown(0.3))
    const own = letter.ownPapers.map((paper) => printable(nameIn(language, paper)))
    const bullets = [...texts.bring, ...own.filter(Boolean)].map((text): ListItem => ['•', text])
    drawList(page, bullets, 14)
  }
  drawSignature(page)
}

type ListItem = [label: string, text: string]

/** Draws a list whose items are a label and a text beside it. */
function drawList({ document, section }: LetterPage, items: ListItem[], indent = 110) {
  const { left } = document.page.margins
  const list = document.struct('L')
  section.add(list)
  for (const [label, text] of items) {
    const item = document.struct('LI')
    list.add(item)
    let top = document.y
    const drawLabel = () => {
      document.font(fonts.regular).text(label, left, top, { width: indent - 6 })
    }
    const drawText = () => {
      // A text that does not fit on the page begins on the next one.
      if (document.y < top) top = document.y - document.currentLineHeight()
      document.font(indent > 20 ? fonts.bold : fonts.regular)
      document.text(text, left + indent, top, { width: document.page.width - 2 * left - indent })
    }
    item.add(document.struct('Lbl', {}, [drawLabel]))
    item.add(document.struct('LBody', {}, [drawText]))
    document.y += 4
  }
  list.end()
  document.font(fonts.regular)
  document.x = left
  document.moveDown(0.7)
}

function factsOf(letter: IssuedLetter, language: Language): ListItem[] {
  const values = {
    department: printable(departmentIn(language, letter)),
    startsOn: inWords(letter.startsOn, language),
    endsOn: inWords(letter.endsOn, language),
    supervisor: printable(letter.supervisor),
  }
  return letterFactNames
    .filter((name) => values[name] !== '')
    .map((name) => [letterTexts[language].facts[name], values[name]])
}

function drawSignature({ document, structure, language }: LetterPage) {
  const { closing, stamp } = letterTexts[language]
  if (document.y + signatureHeight > checkTop) document.addPage()
  const { name, role } = site.signatory
  structure('P', () => document.font(fonts.regular).text(closing))
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
    document.font(fonts.bold).text(name, margin, line + 6)
    document.font(fonts.regular).text(`${role[language]}, ${site.name}`)
  })
}

function printable(text: string | null) {
  return (text && printableText(text)) ?? ''
}

/** A day (YYYY-MM-DD) with the month as a word. */
function inWords(day: string, language: Language) {
  return printable(dayInWords(day, language))
}
