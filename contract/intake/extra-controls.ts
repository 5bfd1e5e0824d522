import { nestPapers } from './paper-answers.ts'

// The names of form controls for the questions of an intake. Without zod: the form loads this file at once.

/** The prefix of the form controls, errors and filters of these questions. */
export const extraPrefix = 'q_'

/** The hidden control with the number of the question set that a form shows. */
export const questionSetControl = 'questionSet'

/** The hidden control with the ids of the questions that the form had when the answers were begun. */
export const begunWithControl = 'begunWith'

/** The hidden control with the intake whose questions a form shows, if it offers several. */
export const questionsOfControl = 'questionsOf'

/** The name of the form control of a question, or of the follow-up line of an option. */
export function extraControl(id: string) {
  return `${extraPrefix}${id}`
}

/** The file control of a question in a form without JavaScript. */
export function extraFileControl(id: string) {
  return `${extraControl(id)}_file`
}

export function isExtraControl(name: string) {
  return name.startsWith(extraPrefix)
}

/** Reads what a form has sent for the questions of an intake, by the id of the question. */
export function extraIn(values: Record<string, unknown>): Record<string, unknown> {
  const own = Object.entries(values).filter(([name]) => isExtraControl(name))
  return Object.fromEntries(own.map(([name, value]) => [name.slice(extraPrefix.length), value]))
}

/** The body of a submission from the values of a form, which are flat. */
export function submissionOf(values: Record<string, unknown>): Record<string, unknown> {
  const nested: Record<string, unknown> = nestPapers(values)
  const {
    [questionSetControl]: set,
    [begunWithControl]: _,
    [questionsOfControl]: __,
    ...own
  } = nested
  const answers = Object.entries(own).filter(([name]) => !isExtraControl(name))
  return {
    ...Object.fromEntries(answers),
    ...(Boolean(set) && { questionSet: Number(set), extra: extraIn(values) }),
  }
}

interface WithOptions {
  _id: string
  options?: readonly { _id: string }[]
}

/** The values of a form without answers to other questions, such as those of another intake. */
export function withoutOthers<Value>(
  values: Record<string, Value>,
  questions: readonly WithOptions[],
): Record<string, Value> {
  const ids = questions.flatMap(({ _id, options = [] }) => [_id, ...options.map((one) => one._id)])
  const own = new Set(ids.map(extraControl))
  const kept = Object.entries(values).filter(([name]) => !isExtraControl(name) || own.has(name))
  return Object.fromEntries(kept)
}
