import { fileURLToPath } from 'node:url'

import { site } from '../../../content/site.ts'
import type { PageTexts } from '../../../contract/content/public-items.ts'
import type { Language } from '../../../contract/language/languages.ts'
import { printableText } from './printable-text.ts'

/**
 * The typeface of letters, Roboto, which is embedded in them. The files have the characters of
 * printable-text.ts, made with fontTools: `pyftsubset --no-hinting`, with the features kern, mark, mkmk, ccmp
 * and locl. Licence: roboto-OFL.txt. package.json maps `#letter-fonts` to this folder, also for the built
 * server.
 */
export const fonts = { regular: file('roboto-regular.ttf'), bold: file('roboto-bold.ttf') } as const

function file(name: string) {
  return fileURLToPath(import.meta.resolve(`#letter-fonts/${name}`))
}

export const colours = {
  lagoon: '#023a42',
  mango: '#ffb52e',
  sand: '#fdf0e3',
  coral: '#f4694a',
  ink: '#1c1b1a',
  muted: '#5b5652',
} as const

export type StructureElement = ReturnType<PDFKit.PDFDocument['struct']>

/** What is the same in all letters of a file. */
export interface LetterOptions {
  language: Language
  /** The public URL of the site, without a trailing slash. The QR code leads there. */
  publicUrl: string
  contact: Pick<PageTexts<'contact'>, 'address' | 'phone' | 'email'>
}

export interface LetterPage extends LetterOptions {
  document: PDFKit.PDFDocument
  section: StructureElement
  /** Adds an element to the section, and draws it. */
  structure: (
    type: string,
    draw: () => void,
    details?: { alt?: string; bbox?: [number, number, number, number] },
  ) => void
}

const logoSize = 46

/** The foundation's logo, name and contacts at the top of the page. */
export function drawLetterhead({ document, structure, contact }: LetterPage) {
  const { left, top, right } = document.page.margins
  const end = document.page.width - right
  const width = end - left
  structure('Figure', () => drawLogo(document, left, top), {
    alt: site.name,
    bbox: [left, top, left + logoSize, top + logoSize],
  })
  structure('P', () => {
    document.font(fonts.bold).fontSize(15).fillColor(colours.lagoon)
    document.text(site.name, left + logoSize + 14, top + 15, { width: width / 2 })
  })
  structure('P', () => {
    document.font(fonts.regular).fontSize(8.5).fillColor(colours.muted)
    const lines = [...contact.address, contact.phone, contact.email].map(printableText)
    document.text(lines.filter(Boolean).join('\n'), end - 160, top + 2, {
      width: 160,
      align: 'right',
    })
  })
  const line = top + logoSize + 12
  document.markContent('Artifact', { type: 'Layout' })
  document.rect(left, line, width, 2).fill(colours.lagoon)
  document.rect(left, line + 3, width, 1).fill(colours.mango)
  document.endMarkedContent()
  document.x = left
  document.y = line + 30
}

/** The shapes of public/icon.svg, in its 64 units. */
function drawLogo(document: PDFKit.PDFDocument, x: number, y: number) {
  document.save()
  document.translate(x, y).scale(logoSize / 64)
  document.circle(32, 32, 32).fill(colours.lagoon)
  document.path('M38 10c4 15 2 25-6 32l-20-2C24 34 33 24 38 10z').fill(colours.mango)
  document.path('M8 43h48c-4 8-10 11-17 11H23c-7 0-12-4-15-11z').fill(colours.sand)
  document.path('M12 47.5h40').lineWidth(3).stroke(colours.coral)
  document.restore()
}
