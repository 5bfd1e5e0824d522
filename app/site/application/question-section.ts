import type { Sentence } from '../../../contract/language/kiswahili.ts'

/** The id of the section, which the button "Change" and the summary of errors lead to. */
export const questionSection = 'intake-questions'

export const questionSectionTitle: Sentence = 'Questions for this intake'
