import { joinValues, questionOf, type QuestionName } from '../../contract/application/questions.ts'
import { listOf } from './payload.ts'

interface Wording {
  /** Translates 'Yes', 'No' and the options of a select. */
  message: (sentence: string) => string
  /** Formats a date given as YYYY-MM-DD. */
  date: (day: string) => string
}

/** The text of an answer from a form, a draft or the API; empty without an answer. */
export function answerText(
  name: QuestionName,
  answer: unknown,
  { message, date }: Wording,
): string {
  const { kind } = questionOf(name)
  if (typeof answer === 'boolean') return message(answer ? 'Yes' : 'No')
  if (kind === 'choices') return joinValues(listOf(answer).map(message))
  if (kind === 'record') return Object(answer).label ?? Object(answer).name ?? ''
  if (typeof answer !== 'string' || answer.trim() === '') return ''
  if (kind === 'day') return date(answer)
  return kind === 'choice' ? message(answer) : answer
}
