import type {
  IntakeQuestion,
  IntakeQuestionInput,
} from '../../../contract/intake/intake-questions.ts'
import { isSame } from '../editing/record-values.ts'
import { partsOf, type QuestionParts } from './question-form.ts'

/** The questions, the stopped ones last, with one of them moved among those that are asked. */
export function moveQuestion(questions: readonly IntakeQuestion[], _id: string, by: 1 | -1) {
  const asked = questions.filter(({ stopped }) => !stopped)
  const from = asked.findIndex((one) => one._id === _id)
  const to = from + by
  const [one, other] = [asked[from], asked[to]]
  if (one && other) [asked[from], asked[to]] = [other, one]
  return [...asked, ...questions.filter(({ stopped }) => stopped)]
}

/** The questions with one of them stopped, or asked again as the last one. */
export function stopQuestion(questions: readonly IntakeQuestion[], _id: string, stopped: boolean) {
  const question = questions.find((one) => one._id === _id)
  if (!question) return [...questions]
  return inOrder([...removeQuestion(questions, _id), { ...question, stopped }])
}

export function removeQuestion(questions: readonly IntakeQuestion[], _id: string) {
  return questions.filter((one) => one._id !== _id)
}

/** The questions with a removed one at its place again. The server knows the ids of published questions only. */
export function putBack(
  questions: readonly IntakeQuestion[],
  removed: IntakeQuestion,
  { place, isPublished }: { place: number; isPublished: boolean }, // `place` counts from 1
): (IntakeQuestion | IntakeQuestionInput)[] {
  const { _id, ...parts } = removed
  const options = parts.options.map(({ _id: _option, ...option }) => option)
  return inOrder([
    ...questions.slice(0, place - 1),
    isPublished ? removed : { ...parts, options },
    ...questions.slice(place - 1),
  ])
}

/**
 * The place of a new question that was sent before and stored, although no reply arrived; -1 if it was not.
 * `before` has the questions from when it was begun.
 */
export function indexOfSent(
  questions: readonly IntakeQuestion[],
  before: readonly IntakeQuestion[],
  sent: readonly QuestionParts[],
) {
  const known = new Set(before.map(({ _id }) => _id))
  return questions.findIndex(
    (one) => !known.has(one._id) && sent.some((parts) => isSame(words(partsOf(one)), words(parts))),
  )
}

/** The parts of a question without the ids that the server gives to options. */
function words({ options, ...parts }: QuestionParts) {
  const named = options.map(({ label, label_sw, followUp }) => ({ label, label_sw, followUp }))
  return { ...parts, options: named }
}

/** The questions with those that are asked first. */
export function inOrder<Question extends { stopped: boolean }>(questions: readonly Question[]) {
  return [
    ...questions.filter(({ stopped }) => !stopped),
    ...questions.filter(({ stopped }) => stopped),
  ]
}
