import type { Sentence } from '../../contract/kiswahili.ts'
import type { DocumentPurpose } from '../../contract/questions.ts'

/** What a document is for, as the headings of its fields. */
export const documentNames: Record<DocumentPurpose, Sentence> = {
  cv: 'Resume (CV)',
  cover_letter: 'Cover letter',
}
