import type { Sentence } from '../language/kiswahili.ts'
import type { FilledSentence } from '../language/translate.ts'

/** What the beginning of a file says about its kind. */
export type FileKind = 'pdf' | 'jpeg' | 'png' | 'zip' | 'heic' | 'oldWord' | 'html' | 'other'

const heicBrands = /^ftyp(hei[cxms]|hev[cx]|mif1|msf1)/
const html = /^<(!doctype\s+html|html|head|body|script|\?xml[^>]*>\s*<(!doctype\s+)?html)\b/i

/** Readers accept a PDF whose mark follows the header of a printer or an e-mail. */
const markBehindHeader = /%PDF-\d/

/** Beginnings of scripts and programs, and tags of web pages: no PDF follows them. */
const otherStart = /^(#!|@echo\b|MZP?\W|\x7fELF)|<[!?%/]|<[a-z][a-z\d]*[\s/>]/i

/** The kind of a file by its first kilobyte. */
export function kindOf(bytes: Uint8Array): FileKind {
  const start = String.fromCharCode(...bytes.subarray(0, 1024))
  // A byte order mark and spaces may stand before text.
  const text = start.replace(/^(\xef\xbb\xbf|\xff\xfe)?\s*/, '')
  if (text.startsWith('%PDF-')) return 'pdf'
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (start.startsWith('PK\x03\x04')) return 'zip'
  if (start.startsWith('\xd0\xcf\x11\xe0')) return 'oldWord'
  if (heicBrands.test(start.slice(4))) return 'heic'
  if (html.test(text)) return 'html'
  const [header] = text.split(markBehindHeader, 1)
  return header !== text && !otherStart.test(header ?? '') ? 'pdf' : 'other'
}

/** Pictures are not told apart: they are written anew anyway. */
const endings: [RegExp, Sentence][] = [
  [/^pdf$/, 'a PDF'],
  [/^(jpe?g?|jfif|png|hei[cf])$/, 'a picture'],
  [/^docx?$/, 'a Word file'],
]

/** The error of a file whose name ends like that of another kind of document. */
export function wrongEnding(
  name: string,
  kind: 'pdf' | 'jpeg' | 'png' | 'zip' | 'heic',
): FilledSentence<Sentence> | undefined {
  const ending = endingOf(name)
  const named = endings.find(([pattern]) => pattern.test(ending))?.[1]
  const actual: Sentence = kind === 'pdf' ? 'a PDF' : kind === 'zip' ? 'a Word file' : 'a picture'
  if (named === undefined || named === actual) return undefined
  return {
    sentence:
      'The name of this file ends in .{ending}, but it is {kind}. Please choose the right file, or change its name.',
    values: { ending, kind: actual },
  }
}

/** The ending of a file name in lower case, without its dot; empty without an ending. */
export function endingOf(name: string) {
  return /\.(\w{1,5})$/.exec(name)?.[1]?.toLowerCase() ?? ''
}
