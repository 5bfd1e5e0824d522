import type { Sentence } from '../../contract/language/kiswahili.ts'
import { type DocumentPurpose, questions } from '../../contract/application/questions.ts'

/** The name of each kind of document: the label of its question. */
export const documentNames: Record<DocumentPurpose, Sentence> = {
  cv: questions.resume_url.label,
  cover_letter: questions.cover_letter_url.label,
}
