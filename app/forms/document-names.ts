import type { Sentence } from '../../contract/language/kiswahili.ts'
import type { DocumentPurpose } from '../../contract/application/questions.ts'

/** Headings of the fields of each purpose of a document. */
export const documentNames: Record<DocumentPurpose, Sentence> = {
  cv: 'Resume (CV)',
  cover_letter: 'Cover letter',
}
