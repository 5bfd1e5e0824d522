import { type PdfDictionary, PdfReference, type ReadPdfValue } from './pdf-values.ts'

/** A stream of a PDF. */
export interface PdfStream {
  /** The object that is the stream. */
  of: PdfReference
  dictionary: PdfDictionary
  /** Where its content is missing from the text. */
  at: number
  bytes: Buffer
}

/** Streams that are told apart from objects, at most. */
const mostStreams = 20_000

/** The text of a PDF in Latin-1 without the contents of its streams, and the streams. */
export function findPdfStreams(bytes: Buffer, read: ReadPdfValue) {
  const texts: string[] = []
  const streams: PdfStream[] = []
  let length = 0
  let from = 0
  for (let count = 0; count < mostStreams; count++) {
    const found = findKeyword(bytes, from)
    if (!found) break
    const before = bytes.toString('latin1', from, found.keyword)
    texts.push(before)
    length += before.length + 1
    const end = bytes.indexOf('endstream', found.start)
    const content = bytes.subarray(found.start, end < 0 ? undefined : end)
    const header = readHeader(before, read)
    if (header) streams.push({ ...header, at: length, bytes: content })
    if (end < 0) return { text: texts.join('\n'), streams }
    from = end + 'endstream'.length
  }
  texts.push(bytes.toString('latin1', from))
  return { text: texts.join('\n'), streams }
}

/** Finds the next keyword `stream`, and where its content starts. */
function findKeyword(bytes: Buffer, from: number) {
  for (let at = from; (at = bytes.indexOf('stream', at)) >= 0; at++) {
    const [keyword] =
      /^\W?stream\r?\n/.exec(bytes.toString('latin1', Math.max(0, at - 1), at + 8)) ?? []
    if (keyword) return { keyword: at, start: Math.max(0, at - 1) + keyword.length }
  }
  return undefined
}

/** Reads the number and the dictionary of a stream, at the end of the text before its keyword. */
function readHeader(before: string, read: ReadPdfValue) {
  const start = before.lastIndexOf(' obj')
  const [, number, generation] =
    /(\d{1,10})\s+(\d{1,5})$/.exec(before.slice(0, start).slice(-40)) ?? []
  if (number === undefined || generation === undefined) return undefined
  const dictionary = read(before, start + ' obj'.length, before.length)
  if (!(dictionary instanceof Map)) return undefined
  return { of: new PdfReference(Number(number), Number(generation)), dictionary }
}
