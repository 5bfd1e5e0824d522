import { joinValues, questionOf, type QuestionName } from '../../contract/questions.ts'
import { listOf } from './payload.ts'

interface Wording {
  /** Translates 'Yes', 'No' and the options of a list. */
  message: (sentence: string) => string
  /** Writes a day given as YYYY-MM-DD. */
  date: (day: string) => string
}

/** An answer in words, from a form, a draft or the API; empty where there is none. */
export function answerText(
  name: QuestionName,
  answer: unknown,
  { message, date }: Wording,
): string {
  const { kind } = questionOf(name)
  if (typeof answer === 'boolean') return message(answer ? 'Yes' : 'No')
  if (kind === 'choices') return joinValues(listOf(answer).map(message))
  if (kind === 'record') return Object(answer).name ?? ''
  if (typeof answer !== 'string' || answer.trim() === '') return ''
  if (kind === 'day') return date(answer)
  return kind === 'choice' ? message(answer) : answer
}
