import { site } from '../../../content/site.ts'
import { fill, type Language, locales } from '../../../contract/language/languages.ts'
import { translateMessage } from '../../../contract/language/kiswahili-server.ts'
import { checkTop, drawCheck } from './letter-check.ts'
import { fonts } from './letter-fonts.ts'
import { drawList, type ListItem } from './letter-list.ts'
import { colours, drawLetterhead, type Structure, type StructureElement } from './letterhead.ts'
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
  drawList(document, section, factsOf(letter, language))
  for (const text of others) paragraph(text)
  if (letter.kind === 'acceptance') {
    structure('H2', () => document.font(fonts.bold).text(texts.bringTitle).moveDown(0.3))
    const bullets = texts.bring.map((text): ListItem => ['•', text])
    drawList(document, section, bullets, 14)
  }
  drawSignature(document, structure, texts.closing, texts.stamp, language)
}

function factsOf(letter: IssuedLetter, language: Language): ListItem[] {
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

function drawSignature(
  document: PDFKit.PDFDocument,
  structure: Structure,
  closing: string,
  stamp: string,
  language: Language,
) {
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
  return printable(dayFormat(language).format(new Date(day)))
}

/** Formats are kept: each takes tens of kilobytes outside of JavaScript's heap. */
const dayFormats = new Map<Language, Intl.DateTimeFormat>()

function dayFormat(language: Language) {
  const format =
    dayFormats.get(language) ??
    new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: 'UTC' })
  dayFormats.set(language, format)
  return format
}
