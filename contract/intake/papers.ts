import * as z from 'zod/mini'

import { choice, day, id, oneOf, optional, optionalLine, storable } from '../fields.ts'
import type { Sentence } from '../language/kiswahili.ts'
import { dayInKenya } from '../time-zone.ts'
import {
  ownPapers,
  type PaperPurpose,
  paperPurposes,
  paperStates,
  paperTimes,
  returnReasonIds,
  standardPaperPurposes,
} from './paper-kinds.ts'

/** The kind of a paper. */
export const paperPurpose = z.enum(paperPurposes as [PaperPurpose], 'Choose a paper from the list')

/** A paper that an intake asks for, or does not. */
export const intakePaper = z.object({
  purpose: paperPurpose,
  /** The names of a paper of the intake's own; null of the others. */
  name: z.nullable(z.string()),
  name_sw: z.nullable(z.string()),
  asked: z.enum(paperTimes),
  /** Days before the first day of the attachment by which it must be there. */
  dueDays: z.number(),
})

const mostDays = 365
const wholeDays = `Use a whole number of days from 0 to ${mostDays}`

const eachPaper = 'Give the papers as a list'

/** The papers of an intake as staff save them. One that is left out is removed. */
export const intakePapersInput = z
  .array(
    z.object(
      {
        purpose: paperPurpose,
        name: optionalLine(),
        name_sw: optionalLine(),
        asked: choice(paperTimes, 'Choose when the paper is asked for'),
        dueDays: z._default(
          z.int(wholeDays).check(z.minimum(0, wholeDays), z.maximum(mostDays, wholeDays)),
          14,
        ),
      },
      eachPaper,
    ),
    eachPaper,
  )
  .check(
    z.refine((all) => new Set(all.map((one) => one.purpose)).size === all.length, {
      error: 'Name each paper once',
    }),
    z.refine((all) => all.every((one) => !isOwn(one) || (one.name && one.name_sw)), {
      error: 'Give each paper of your own a name in both languages',
    }),
  )

/** What a new intake asks for: nobody pays for papers before a place is offered. */
export const defaultPapers: IntakePaper[] = papersOf('offer')

/** The papers of an intake that says nothing about them. */
export const noPapers: IntakePaper[] = papersOf('never')

function papersOf(asked: IntakePaper['asked']) {
  return standardPaperPurposes.map((one) => ({
    purpose: one,
    name: null,
    name_sw: null,
    asked,
    dueDays: 14,
  }))
}

/** A paper that an intake asks for when applying, with its name in both languages. */
export const askedPaper = z.object({
  purpose: paperPurpose,
  name: z.string(),
  name_sw: z.nullable(z.string()),
})

/**
 * The upload keys of the papers of a submission; null without any. The server looks each key up, so
 * that an error stands at its paper.
 */
export const submittedPapers = z.pipe(
  z.nullish(
    z.partialRecord(
      z.enum(paperPurposes as [PaperPurpose]),
      optional(z.string().check(storable)),
      'Give the upload key of each paper' satisfies Sentence,
    ),
  ),
  z.transform((papers): SubmittedPapers | null => {
    const given = Object.entries(papers ?? {}).filter(([, key]) => key !== null)
    return given.length > 0 ? Object.fromEntries(given) : null
  }),
)

export type SubmittedPapers = Partial<Record<PaperPurpose, string>>

export const applicationPaper = z.object({
  purpose: paperPurpose,
  name: z.nullable(z.string()),
  name_sw: z.nullable(z.string()),
  state: z.enum(paperStates),
  /** The id of the document; null while it is missing. */
  document: z.nullable(id),
  /** Why staff have sent it back. */
  reason: z.nullable(z.enum(returnReasonIds)),
  /** The last day on which an insurance is valid, YYYY-MM-DD. */
  validUntil: z.nullable(z.string()),
  /** The day by which it must be there; null if it is no longer asked for. */
  dueOn: z.nullable(z.string()),
  /** Whether the place goes to somebody else if the paper is missing after this day. */
  losesPlace: z.boolean(),
})

export const paperParams = z.object({ _id: id, purpose: paperPurpose })

const notPast = 'Choose today or a later day: this insurance is over'

/** What staff decide about a paper that was sent. */
export const paperDecision = z
  .object({
    state: choice(['accepted', 'returned'], 'Accept the paper or send it back'),
    reason: z._default(z.nullable(choice(returnReasonIds, 'Choose a reason')), null),
    validUntil: optional(day()),
    /** The document that the user has looked at. With another one, nothing is decided. */
    document: z.optional(z.nullable(id)),
    /** Optimistic lock: the state that the paper had when the user read it. */
    read: z.optional(choice(paperStates, 'Use the state that the paper had when you read it')),
  })
  .check(
    z.refine(({ state, reason }) => state === 'accepted' || reason !== null, {
      path: ['reason'],
      error: 'Choose a reason',
    }),
    z.refine(({ validUntil }) => validUntil === null || validUntil >= dayInKenya(Date.now()), {
      path: ['validUntil'],
      error: notPast,
    }),
  )

/** `sent`: one or more wait to be checked. */
export const paperFilter = oneOf(['missing', 'sent', 'complete'])

/** Numbers of applicants who are reminded of their missing papers, and of the others. */
export const remindedOfPapers = z.object({ queued: z.number(), left: z.number() })

function isOwn(one: { purpose: PaperPurpose }) {
  return ownPapers.some((own) => own === one.purpose)
}

/** Whether a paper must still be sent, or sent again. */
export function isToBeSent({ state }: Pick<ApplicationPaper, 'state'>) {
  return state === 'missing' || state === 'returned'
}

export type AskedPaper = z.infer<typeof askedPaper>
export type IntakePaper = z.infer<typeof intakePaper>
export type ApplicationPaper = z.infer<typeof applicationPaper>
export type PaperDecision = z.output<typeof paperDecision>
