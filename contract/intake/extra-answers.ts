import * as z from 'zod/mini'

import { day, line, optionalLine, paragraph } from '../fields.ts'
import { uploadKey } from '../document/documents.ts'
import type { Sentence } from '../language/kiswahili.ts'
import { splitValues } from '../application/questions.ts'
import { visible } from '../tidy-text.ts'
import { extraControl, submissionOf, withoutOthers } from './extra-controls.ts'
import {
  type IntakeQuestionKind,
  intakeQuestionKinds,
  largestNumber,
  questionId,
} from './intake-questions.ts'
import { typedNumber } from './typed-number.ts'

/** The answer to a question of an intake: a text, a flag, an option, several, a number, a day or an upload key. */
export type ExtraAnswer = string | boolean | number | string[]

/** The parts of a question that decide whether an answer is right. Without a limit, none holds. */
export interface CheckedQuestion {
  _id: string
  kind: IntakeQuestionKind
  required?: boolean
  stopped?: boolean
  options?: readonly { _id: string; followUp?: unknown }[]
  min?: number | null
  max?: number | null
  maxLength?: number | null
}

/** Answers by the id of the question, and follow-ups by the id of the option. */
export type ExtraAnswers = Record<string, ExtraAnswer>

const reload: Sentence = 'Please reload the page and send once more'

/** Sent answers, before the check. */
export const sentExtra = z._default(z.nullable(z.record(z.string(), z.unknown(), reload)), null)

/** A stored answer as staff and the applicant read it. */
export const storedExtra = z.object({
  question: questionId,
  /** The English label in the set that was answered. */
  label: z.string(),
  kind: z.enum(Object.keys(intakeQuestionKinds) as [IntakeQuestionKind]),
  /** As it was sent; of a file, the id of the document. */
  value: z.union([z.string(), z.boolean(), z.number(), z.array(z.string())]),
  /** The answer in words, with follow-ups; of a file, its name. */
  text: z.string(),
  /** The number of the set that was answered. */
  set: z.number(),
})

interface CheckedExtra {
  /** The answers that were given, without follow-ups of options that are not chosen. */
  answers: ExtraAnswers
  /** The errors by form control. */
  fields: Record<string, Sentence>
}

const required: Sentence = 'Required'
const notListed: Sentence = 'Choose from the list'

export { extraIn } from './extra-controls.ts'

/**
 * Checks answers against the questions of the set that was shown. The form sends texts, the API typed
 * values; both are understood.
 */
export function checkExtra(
  questions: readonly CheckedQuestion[],
  sent: Record<string, unknown>,
): CheckedExtra {
  const answers: ExtraAnswers = {}
  const fields: CheckedExtra['fields'] = {}
  const known = new Set<string>()
  for (const question of questions) {
    const { _id, stopped, options = [] } = question
    known.add(_id)
    for (const option of options) if (option.followUp) known.add(option._id)
    const value = sent[_id]
    if (isEmptyAnswer(value)) {
      if (question.required && !stopped) fields[extraControl(_id)] = required
      continue
    }
    if (stopped) {
      fields[extraControl(_id)] = 'This question is no longer asked'
      continue
    }
    const read = schemaOf(question).safeParse(value)
    if (!read.success) {
      fields[extraControl(_id)] = (read.error.issues[0]?.message ?? required) as Sentence
      continue
    }
    answers[_id] = read.data
    addFollowUps(question, sent, { answers, fields })
  }
  for (const id of Object.keys(sent)) {
    if (!known.has(id) && !isEmptyAnswer(sent[id])) {
      fields[extraControl(id)] = 'This question is no longer asked'
    }
  }
  return { answers, fields }
}

/** The schema of a form that also asks these questions. Its input are the flat values of the form. */
export function withQuestions<Answers>(
  schema: z.ZodMiniType<Answers, Record<string, unknown>>,
  questions: readonly CheckedQuestion[],
) {
  const judge: z.core.CheckFn<unknown> = ({ value, issues }) => {
    const { fields } = checkExtra(questions, Object(Object(value).extra))
    for (const [name, message] of Object.entries(fields)) {
      issues.push({ code: 'custom', path: [name], message, input: value })
    }
  }
  // `when`: applicants see all errors at once.
  const check = z.check(judge, { when: () => true })
  const read = (values: Record<string, unknown>) => submissionOf(withoutOthers(values, questions))
  return z.pipe(z.transform(read), schema.check(check))
}

/** Adds the follow-up lines of the chosen options. They are optional. */
function addFollowUps(
  { _id, options = [] }: CheckedQuestion,
  sent: Record<string, unknown>,
  { answers, fields }: CheckedExtra,
) {
  const chosen = new Set<unknown>([answers[_id]].flat())
  for (const option of options) {
    if (!option.followUp || !chosen.has(option._id)) continue
    const read = optionalLine().safeParse(sent[option._id])
    if (!read.success) {
      fields[extraControl(option._id)] = read.error.issues[0]?.message as Sentence
    } else if (read.data !== null) {
      answers[option._id] = read.data
    }
  }
}

/** Cache: building a schema takes longer than the check. A question never changes, only its copies do. */
const schemas = new WeakMap<CheckedQuestion, z.ZodMiniType<ExtraAnswer>>()

function schemaOf(question: CheckedQuestion) {
  const schema = schemas.get(question) ?? buildSchema(question)
  schemas.set(question, schema)
  return schema
}

function buildSchema(question: CheckedQuestion): z.ZodMiniType<ExtraAnswer> {
  const { kind, min, max, maxLength, options = [] } = question
  const ids = options.map(({ _id }) => _id)
  switch (kind) {
    case 'line':
      return shorterThan(maxLength, line())
    case 'paragraph':
      return shorterThan(maxLength, paragraph())
    case 'yes_no':
      return z.pipe(z.transform(asFlag), z.boolean('Choose yes or no' satisfies Sentence))
    case 'choice':
      return z.enum(ids as [string], notListed)
    case 'choices':
      return choicesOf(ids, min ?? 0, max ?? ids.length)
    case 'number':
      return numberWithin(min ?? -largestNumber, max ?? largestNumber)
    case 'day':
      return day()
    case 'file':
      return uploadKey
    default:
      return kind satisfies never
  }
}

function shorterThan(max: number | null | undefined, schema: z.ZodMiniType<string>) {
  if (max === null || max === undefined) return schema
  const error: Sentence = 'Use fewer characters'
  return schema.check(z.refine((text) => text.length <= max, { error }))
}

/** The options in their order, each once. */
function choicesOf(ids: readonly string[], min: number, max: number) {
  return z.pipe(
    z.pipe(
      z.transform((value: unknown) => (typeof value === 'string' ? splitValues(value) : value)),
      z.array(z.enum(ids as [string], notListed), notListed),
    ),
    z.pipe(
      z.transform((chosen: string[]) => ids.filter((one) => chosen.includes(one))),
      z
        .array(z.string())
        .check(
          z.minLength(min, 'Choose more' satisfies Sentence),
          z.maxLength(max, 'Choose fewer' satisfies Sentence),
        ),
    ),
  )
}

function numberWithin(min: number, max: number) {
  return z.pipe(
    z.transform(asNumber),
    z
      .number('Enter a number' satisfies Sentence)
      .check(
        z.minimum(min, 'This number is too small' satisfies Sentence),
        z.maximum(max, 'This number is too large' satisfies Sentence),
      ),
  )
}

function asFlag(value: unknown) {
  if (value === 'true' || value === 'yes') return true
  return value === 'false' || value === 'no' ? false : value
}

function asNumber(value: unknown) {
  return typeof value === 'string' ? (typedNumber(value) ?? value) : value
}

export function isEmptyAnswer(value: unknown) {
  if (typeof value === 'string') return !visible.test(value)
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0)
}

export type StoredExtra = z.infer<typeof storedExtra>
