import type { Sentence } from '../language/kiswahili.ts'
import type { FilledSentence } from '../language/translate.ts'

/** Errors of a file that an applicant has chosen. The phone and the server use the same sentences. */
export const documentMessages = {
  empty: 'This file is empty. Please choose another one.',
  other: 'Please choose a PDF, a Word file (.docx), or a picture (JPEG or PNG).',
  heic: 'This photo has the format HEIC, which many computers cannot open. Please open it on your phone, take a screenshot of it, and choose the screenshot.',
  html: 'This is a web page, not a document. Please download the document itself and choose that file.',
  zip: 'This is not a Word file (.docx), but another kind of ZIP file. Please save your document as PDF.',
  oldWord:
    'This Word file has a password or is of the old kind (.doc). Please save it as PDF, without a password.',
  macros: 'This Word file contains macros. Please save it as PDF.',
  broken:
    'This file is damaged or incomplete. Please save it or download it again, then choose it.',
  noPages: 'This PDF has no pages. Please choose another file.',
  damaged: 'This picture is damaged. Please choose it again, or take another one.',
  pixels:
    'This picture has too many pixels. Please choose a smaller one, such as a screenshot of it.',
  notReadable:
    'This device cannot read the file at the moment. Please save it on the device first, then choose it again.',
  oneFile: 'Please choose one file, or only photos.',
  gone: 'This file is no longer here. Please choose it again.',
  incomplete: 'This file has not arrived completely. Please send it again.',
  longer: 'This file is longer than announced. Please choose it again.',
  virus: 'A virus was found in this file. Please choose another one.',
} as const satisfies Record<string, Sentence>

/** The error of a file above a limit in bytes. MB is 1,000,000 bytes. */
export const fileTooLarge = (bytes: number): FilledSentence<Sentence> => ({
  sentence: 'This file is larger than {limit} MB. Please choose a smaller one.',
  values: { limit: bytes / 1_000_000 },
})
