import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

import { site } from '../../../content/site.ts'
import type { IssuedLetter } from './letters.ts'
import { fonts, type LetterOptions } from './letterhead.ts'
import { drawLetter, pageOptions } from './letter-layout.ts'
import { letterTexts } from './letter-texts.ts'

type Letters = AsyncIterable<IssuedLetter> | Iterable<IssuedLetter>

/** A letter as PDF, small enough for prepaid data. */
export async function renderLetter(letter: IssuedLetter, options: LetterOptions): Promise<Buffer> {
  return buffer(bytesOf(letter, [letter], { ...options, compress: true }))
}

/**
 * One PDF of many letters. A letter is drawn when the client has read the ones before it, so memory does
 * not grow with their number. `first` names the kind, and is one of `letters`. The pages are not compressed:
 * zlib's buffers for each page would stay in memory until the next full garbage collection.
 */
export function streamLetters(first: IssuedLetter, letters: Letters, options: LetterOptions) {
  return Readable.from(bytesOf(first, letters, { ...options, compress: false }), {
    objectMode: false,
  })
}

async function* bytesOf(
  { kind }: IssuedLetter,
  letters: Letters,
  { compress, ...options }: LetterOptions & { compress: boolean },
): AsyncGenerator<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({
    ...pageOptions,
    autoFirstPage: false,
    compress,
    pdfVersion: '1.7',
    // Without it, pdfkit loads the metrics of Helvetica.
    font: fonts.regular,
    // Structure, language and title: a screen reader then reads headings, lists and the right words.
    tagged: true,
    lang: options.language,
    displayTitle: true,
    info: { Title: letterTexts[options.language][kind].title, Author: site.name },
  })
  const root = document.struct('Document')
  document.addStructure(root)
  let nextPage = 0
  for await (const letter of letters) {
    drawLetter(document, root, letter, options)
    // A page is written when it is flushed; `read` takes the bytes out of the document's buffer.
    document.flushPages()
    nextPage = writeStructure(document, nextPage)
    const bytes: Buffer | null = document.read()
    if (bytes) yield bytes
  }
  root.end()
  document.end()
  for await (const bytes of document) yield bytes as Buffer
}

/** Part of pdfkit's structure tree, which its types leave out: the elements of each page. */
interface StructureTree {
  ParentTree: { get(page: number): object[]; add(page: number, list: object): void }
  ParentTreeNextKey: number
}

/**
 * Writes the parent tree's entries (PDF 1.7, 14.7.4.4) of the pages from `first` on: the structure
 * elements of each page. pdfkit would keep them until the document ends, so memory would grow with
 * the number of letters. Returns the number of the next page.
 */
function writeStructure(document: PDFKit.PDFDocument, first: number) {
  const { data } = document.getStructTreeRoot() as unknown as { data: StructureTree }
  for (let page = first; page < data.ParentTreeNextKey; page++) {
    const elements = data.ParentTree.get(page)
    const list = document.ref(elements)
    list.finalize()
    elements.length = 0
    data.ParentTree.add(page, list)
  }
  return data.ParentTreeNextKey
}
