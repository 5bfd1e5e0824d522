import * as z from 'zod/mini'

import { type Language, pathIn } from '../language/languages.ts'
import { choice, flag, line, nameRef, optionalLine, timestamp } from '../fields.ts'

// Questions that an intake asks besides those of the form. contract/application/questions.ts has those.

/** The kinds of questions, as staff choose them. */
export const intakeQuestionKinds = {
  line: 'Short text',
  paragraph: 'Long text',
  yes_no: 'Yes or no',
  choice: 'Choose one',
  choices: 'Choose several',
  number: 'Number',
  day: 'Date',
  file: 'File',
} as const

export type IntakeQuestionKind = keyof typeof intakeQuestionKinds

const kinds = Object.keys(intakeQuestionKinds) as [IntakeQuestionKind]

/** When a question is asked. `offer`: once a place is offered. */
const questionTimes = ['applying', 'offer'] as const

/** The readers of the answers. */
const answerReaders = ['staff', 'reviewers'] as const

/** The most questions of an intake that are asked, and all with the stopped ones. */
export const mostQuestions = { asked: 12, all: 60 } as const

export const optionLimits = { fewest: 2, most: 30 } as const

/** The longest texts, in UTF-16 code units. */
export const longestText = { label: 250, hint: 500, option: 100 } as const

/** The most bytes that the questions of an intake add to its form, compressed with Brotli. */
export const largestQuestionSection = 4000

/** The largest value of a limit and of an answer that is a number. */
export const largestNumber = 1e12

/**
 * The id of a question or an option: 50 random bits in Crockford's base 32, lower case. It never
 * changes, and is shorter than a UUID because the form's HTML has it several times.
 */
export const questionId = z
  .string('Use an id of this intake')
  .check(z.regex(/^[0-9a-hjkmnp-tv-z]{10}$/, 'Use an id of this intake'))

const followUp = z.object({ label: z.string(), label_sw: z.nullable(z.string()) })

/** An answer to choose. `followUp` is a line that is asked once it is chosen. */
const questionOption = z.object({
  _id: questionId,
  label: z.string(),
  label_sw: z.nullable(z.string()),
  followUp: z.optional(followUp),
})

const intakeQuestion = z.object({
  _id: questionId,
  kind: z.enum(kinds),
  label: z.string(),
  /** Without it, applicants read the English label. */
  label_sw: z.nullable(z.string()),
  hint: z.nullable(z.string()),
  hint_sw: z.nullable(z.string()),
  required: z.boolean(),
  /** Of `choice` and `choices`; empty for other kinds. */
  options: z.array(questionOption),
  /** The limits of a number, or of how many options may be chosen. */
  min: z.nullable(z.number()),
  max: z.nullable(z.number()),
  /** The longest text in UTF-16 code units; null for the form's own limit. */
  maxLength: z.nullable(z.number()),
  seenBy: z.enum(answerReaders),
  when: z.enum(questionTimes),
  /** Whether it is no longer asked. Its answers stay. */
  stopped: z.boolean(),
})

/** A question before anything is typed. */
export const newQuestion: Omit<IntakeQuestion, '_id'> = {
  kind: 'line',
  label: '',
  label_sw: null,
  hint: null,
  hint_sw: null,
  required: false,
  options: [],
  min: null,
  max: null,
  maxLength: null,
  seenBy: 'staff',
  when: 'applying',
  stopped: false,
}

/** A published set of questions, which never changes. Numbers of an intake begin at 1. */
export const questionSet = z.object({
  number: z.number(),
  questions: z.array(intakeQuestion),
  publishedAt: timestamp,
  publishedBy: nameRef,
})

/** The questions of an intake as the back office reads them. */
export const intakeQuestions = z.object({
  draft: z.object({
    questions: z.array(intakeQuestion),
    /** Null until the draft is saved for the first time. */
    updatedAt: z.nullable(timestamp),
  }),
  published: z.nullable(questionSet),
  /** Applications that have answered one or more. */
  answers: z.number(),
  /** Applications with an answer, by the id of the question. Questions without any are left out. */
  answered: z.record(z.string(), z.number()),
})

/** The questions of an intake as its form asks them: those for applying that are not stopped. */
export const askedQuestions = z.nullable(
  z.object({ number: z.number(), questions: z.array(intakeQuestion) }),
)

const givenId = z.optional(questionId)

const followUpInput = z.object({
  label: line('Write the follow-up question', longestText.label),
  label_sw: optionalLine(longestText.label),
})

const optionInput = z.object(
  {
    _id: givenId,
    label: line('Write the option', longestText.option),
    label_sw: optionalLine(longestText.option),
    followUp: z.optional(z.nullable(followUpInput)),
  },
  'Give each option',
)

const useNumber = 'Use a number'

function limit() {
  const range = `Use a number up to ${largestNumber.toLocaleString('en')}`
  return z._default(
    z.nullable(
      z.number(useNumber).check(z.minimum(-largestNumber, range), z.maximum(largestNumber, range)),
    ),
    null,
  )
}

const options = z._default(
  z
    .array(optionInput, 'Give the options as a list')
    .check(z.maxLength(optionLimits.most, `Use at most ${optionLimits.most} options`)),
  [],
)

/** A question as staff save it. A new one has no `_id`; nor has a new option. */
export const intakeQuestionInput = z
  .object(
    {
      _id: givenId,
      kind: choice(kinds, 'Choose a kind of question'),
      label: line('Write the question', longestText.label),
      label_sw: optionalLine(longestText.label),
      hint: optionalLine(longestText.hint),
      hint_sw: optionalLine(longestText.hint),
      required: flag(false),
      options,
      min: limit(),
      max: limit(),
      maxLength: z._default(
        z.nullable(z.int(useNumber).check(z.minimum(1, 'Use a number from 1 on'))),
        null,
      ),
      seenBy: z._default(choice(answerReaders, 'Choose who reads the answers'), 'staff'),
      when: z._default(choice(questionTimes, 'Choose when it is asked'), 'applying'),
      stopped: flag(false),
    },
    'Give each question',
  )
  .check(...limitRules())

/** The input of the editor. Errors are at `questions.INDEX.FIELD`, and of an option `….options.INDEX.label`. */
export const intakeQuestionsInput = z
  .array(intakeQuestionInput, 'Give the questions as a list')
  .check(
    z.maxLength(mostQuestions.all, `Use at most ${mostQuestions.all} questions`),
    z.refine((all) => all.filter(({ stopped }) => !stopped).length <= mostQuestions.asked, {
      error: `Ask at most ${mostQuestions.asked} questions`,
    }),
    z.refine((all) => areUnique(all.map(({ _id }) => _id)), { error: 'Name each question once' }),
  )

/** Rules among the fields of a question. */
function limitRules() {
  type Given = Pick<IntakeQuestionInput, 'kind' | 'options' | 'min' | 'max'>
  const rule = (path: string, error: string, isRight: (given: Given) => boolean) =>
    z.refine<Given>(isRight, { path: [path], error })
  return [
    rule(
      'options',
      `Give at least ${optionLimits.fewest} options`,
      ({ kind, options: all }) => !hasOptions(kind) || all.length >= optionLimits.fewest,
    ),
    rule('options', 'Give each option another name', ({ options: all }) =>
      areUnique(all.map(({ label }) => label.toLowerCase())),
    ),
    rule('options', 'Name each option once', ({ options: all }) =>
      areUnique(all.map(({ _id }) => _id)),
    ),
    rule(
      'max',
      'The largest must not be below the smallest',
      ({ min, max }) => min === null || max === null || min <= max,
    ),
    rule(
      'min',
      'Use a number of options',
      ({ kind, min, options: all }) => kind !== 'choices' || isCountOf(all.length, min),
    ),
    rule(
      'max',
      'Use a number of options',
      ({ kind, max, options: all }) =>
        kind !== 'choices' || max === null || (max >= 1 && isCountOf(all.length, max)),
    ),
  ]
}

function isCountOf(total: number, count: number | null) {
  return count === null || (Number.isInteger(count) && count >= 0 && count <= total)
}

/** Whether no value is there twice. New ones have no id yet. */
function areUnique(values: readonly (string | undefined)[]) {
  const given = values.filter((value) => value !== undefined)
  return new Set(given).size === given.length
}

export function hasOptions(kind: IntakeQuestionKind) {
  return kind === 'choice' || kind === 'choices'
}

/** The kinds whose answers staff can filter by. Texts are searched instead. */
export function canBeFiltered(kind: IntakeQuestionKind) {
  return hasOptions(kind) || kind === 'yes_no' || kind === 'number'
}

/** The page behind a one-time link to give missing answers. The token follows after a slash. */
export const questionsPath = '/industrial-attachment/questions'

/** Path of a one-time link to give missing answers. */
export function questionsLinkPath(language: Language, token: string) {
  return pathIn(language, `${questionsPath}/${token}`)
}

export type IntakeQuestion = z.infer<typeof intakeQuestion>
export type IntakeQuestionInput = z.output<typeof intakeQuestionInput>
export type QuestionOption = IntakeQuestion['options'][number]
export type QuestionSet = z.infer<typeof questionSet>
export type IntakeQuestions = z.infer<typeof intakeQuestions>
export type AskedQuestions = z.infer<typeof askedQuestions>
