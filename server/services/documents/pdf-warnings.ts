import { documentWarnings, type DocumentWarning } from '../../../contract/documents.ts'
import type { PdfObjects } from './pdf-objects.ts'

/** Names of a PDF that mean a warning. A value follows `/JS`, so that a longer name is none. */
const patterns: Partial<Record<DocumentWarning, RegExp>> = {
  javascript: new RegExp(`${nameOf('JavaScript').source}|${nameOf('JS').source}`),
  launch: nameOf('Launch'),
}

/**
 * Warnings for staff about a PDF. This finds what ordinary programs write, not everything that
 * somebody may hide on purpose.
 */
export function pdfWarnings({ texts, lock }: PdfObjects): DocumentWarning[] {
  return documentWarnings.filter(
    (warning) => warning === lock || texts.some((text) => patterns[warning]?.test(text)),
  )
}

/** A pattern of a PDF name. Each letter may be written as `#` and its hexadecimal code. */
function nameOf(name: string) {
  const letters = Array.from(name, (letter) => {
    const code = letter.charCodeAt(0).toString(16)
    return `(?:${letter}|#${code}|#${code.toUpperCase()})`
  })
  return new RegExp(`/${letters.join('')}(?![\\w#])`)
}
