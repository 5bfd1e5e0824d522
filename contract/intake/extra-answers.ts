import * as z from 'zod/mini'

import { day, line, optionalLine, paragraph } from '../fields.ts'
import { uploadKey } from '../document/documents.ts'
import type { Sentence } from '../language/kiswahili.ts'
import { splitValues } from '../application/questions.ts'
import { visible } from '../tidy-text.ts'
import {
  extraControl,
  extraPrefix,
  type IntakeQuestion,
  type IntakeQuestionKind,
  intakeQuestionKinds,
  largestNumber,
  questionId,
} from './intake-questions.ts'

/** The answer to a question of an intake: a text, a flag, an option, several, a number, a day or an upload key. */
export type ExtraAnswer = string | boolean | number | string[]

/** Answers by the id of the question, and follow-ups by the id of the option. */
export type ExtraAnswers = Record<string, ExtraAnswer>

/** What somebody has sent, before the check. */
export const sentExtra = z._default(
  z.nullable(z.record(z.string(), z.unknown(), 'Give the answers by question')),
  null,
)

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

/** Reads what a form has sent for the questions of an intake, by form control. */
export function extraIn(values: Record<string, unknown>): Record<string, unknown> {
  const own = Object.entries(values).filter(([name]) => name.startsWith(extraPrefix))
  return Object.fromEntries(own.map(([name, value]) => [name.slice(extraPrefix.length), value]))
}

/**
 * Checks answers against the questions of the set that was shown. The form sends texts, the API typed
 * values; both are understood.
 */
export function checkExtra(
  questions: readonly IntakeQuestion[],
  sent: Record<string, unknown>,
): CheckedExtra {
  const answers: ExtraAnswers = {}
  const fields: CheckedExtra['fields'] = {}
  const known = new Set<string>()
  for (const question of questions) {
    const { _id, stopped, options } = question
    known.add(_id)
    for (const option of options) if (option.followUp) known.add(option._id)
    const value = sent[_id]
    if (isEmpty(value)) {
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
    if (!known.has(id) && !isEmpty(sent[id])) {
      fields[extraControl(id)] = 'This question is no longer asked'
    }
  }
  return { answers, fields }
}

/** Adds the follow-up lines of the chosen options. They are optional. */
function addFollowUps(
  { _id, options }: IntakeQuestion,
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

function schemaOf(question: IntakeQuestion): z.ZodMiniType<ExtraAnswer> {
  const { kind, min, max, maxLength } = question
  const ids = question.options.map(({ _id }) => _id)
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

function shorterThan(max: number | null, schema: z.ZodMiniType<string>) {
  if (max === null) return schema
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

/** A number as typed: blanks and commas between thousands do not count. */
function asNumber(value: unknown) {
  if (typeof value !== 'string') return value
  const typed = value.replaceAll(/[\s,]/g, '')
  return /^[+-]?\d*\.?\d+$/.test(typed) ? Number(typed) : value
}

/** The answers that are not empty, in the order of their ids; null without any. */
export function givenExtra(sent: Record<string, unknown> | null) {
  const given = Object.entries(sent ?? {}).filter(([, value]) => !isEmpty(value))
  if (given.length === 0) return null
  return Object.fromEntries(given.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

function isEmpty(value: unknown) {
  if (typeof value === 'string') return !visible.test(value)
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0)
}

export type StoredExtra = z.infer<typeof storedExtra>
