import type { IntakeQuestion } from '../../contract/intake/intake-questions.ts'
import type { Language } from '../../contract/language/languages.ts'

// The questions of an intake in one language. The form's HTML contains them as JSON: what does not hold
// for a question is left out.

/** A text of staff in the page's language. Without a translation, the English text. */
export type ShownText = string | { en: string }

export interface ShownOption {
  _id: string
  label: ShownText
  /** The label of a line that is asked once the option is chosen. */
  followUp?: ShownText
}

export interface ShownQuestion extends Pick<IntakeQuestion, '_id' | 'kind'> {
  label: ShownText
  hint?: ShownText
  required?: true
  options?: ShownOption[]
  min?: number
  max?: number
  maxLength?: number
}

/** A published set as a page asks it. */
export interface ShownQuestions {
  number: number
  questions: ShownQuestion[]
}

/** The questions in a language. */
export function shownQuestions(
  questions: readonly IntakeQuestion[],
  language: Language,
): ShownQuestion[] {
  const inLanguage = (english: string, kiswahili: string | null) =>
    language === 'en' ? english : (kiswahili ?? { en: english })
  return questions.map(({ _id, kind, label, label_sw, hint, hint_sw, required, ...rest }) => ({
    _id,
    kind,
    label: inLanguage(label, label_sw),
    ...(hint && { hint: inLanguage(hint, hint_sw) }),
    ...(required && { required }),
    ...(rest.options.length > 0 && {
      options: rest.options.map((option) => ({
        _id: option._id,
        label: inLanguage(option.label, option.label_sw),
        ...(option.followUp && {
          followUp: inLanguage(option.followUp.label, option.followUp.label_sw),
        }),
      })),
    }),
    ...limitsOf(rest),
  }))
}

function limitsOf(question: Pick<IntakeQuestion, 'min' | 'max' | 'maxLength'>) {
  const { min, max, maxLength } = question
  return {
    ...(min !== null && { min }),
    ...(max !== null && { max }),
    ...(maxLength !== null && { maxLength }),
  }
}

/** The words of a text, without its language. */
export function wordsOf(text: ShownText) {
  return typeof text === 'string' ? text : text.en
}

/** Whether a text of these questions has no translation. */
export function hasUntranslated(questions: readonly ShownQuestion[]) {
  return questions.some(({ label, hint, options = [] }) =>
    [label, hint, ...options.flatMap((option) => [option.label, option.followUp])].some(
      (text) => typeof text === 'object',
    ),
  )
}

/**
 * The questions that the form did not have when the answers were begun. `begunWith` has the ids of those
 * that it had, separated by spaces; undefined if it had none.
 */
export function addedQuestions<Question extends Pick<ShownQuestion, '_id'>>(
  questions: readonly Question[],
  begunWith: unknown,
) {
  const known = typeof begunWith === 'string' ? begunWith.split(' ') : []
  return questions.filter(({ _id }) => !known.includes(_id))
}
