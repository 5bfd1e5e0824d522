import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

import { site } from '../../../content/site.ts'
import type { Language } from '../../../contract/languages.ts'
import type { IssuedLetter } from './letters.ts'
import { drawLetter, pageOptions } from './letter-layout.ts'
import { letterTexts } from './letter-texts.ts'

export interface LetterOptions {
  language: Language
  /** The public URL of the site, without a trailing slash. The QR code leads there. */
  publicUrl: string
}

/** A letter as PDF. */
export async function renderLetter(letter: IssuedLetter, options: LetterOptions): Promise<Buffer> {
  return buffer(streamLetters(letter, [letter], options))
}

/**
 * One PDF of many letters. A letter is drawn when the client has read the ones before it, so memory does
 * not grow with their number. `first` names the kind, and is one of `letters`.
 */
export function streamLetters(
  first: IssuedLetter,
  letters: AsyncIterable<IssuedLetter> | Iterable<IssuedLetter>,
  options: LetterOptions,
): Readable {
  return Readable.from(bytesOf(first, letters, options), { objectMode: false })
}

async function* bytesOf(
  { kind }: IssuedLetter,
  letters: AsyncIterable<IssuedLetter> | Iterable<IssuedLetter>,
  { language, publicUrl }: LetterOptions,
): AsyncGenerator<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({
    ...pageOptions,
    autoFirstPage: false,
    pdfVersion: '1.7',
    // Structure, language and title: a screen reader then reads headings, lists and the right words.
    tagged: true,
    lang: language,
    displayTitle: true,
    info: { Title: letterTexts[language][kind].title, Author: site.name },
  })
  const root = document.struct('Document')
  document.addStructure(root)
  for await (const letter of letters) {
    drawLetter(document, root, letter, { language, publicUrl })
    // A page is written when it is flushed; `read` takes the bytes out of the document's buffer.
    document.flushPages()
    const bytes: Buffer | null = document.read()
    if (bytes) yield bytes
  }
  root.end()
  document.end()
  for await (const bytes of document) yield bytes as Buffer
}
