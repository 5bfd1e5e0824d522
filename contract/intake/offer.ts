import * as z from 'zod/mini'
import { oneOf, timestamp } from '../fields.ts'
import { dayInKenya, startOfDayInKenya } from '../time-zone.ts'

/** `declined`: by the applicant. `lapsed`: not answered in time, or lost by missing papers. */
export const offerStates = ['open', 'confirmed', 'declined', 'lapsed'] as const

/** The offer of a place in an intake. An open or confirmed offer takes a place. */
export const offer = z.object({
  state: z.enum(offerStates),
  /** The last moment to answer: the end of a day in Kenya. */
  answerBy: timestamp,
  /** When the applicant confirmed or declined. */
  answeredAt: z.nullable(timestamp),
})

/** The place of an application on the waiting list of its intake and department. */
export const waiting = z.object({
  /** 1 is next. */
  rank: z.number(),
  of: z.number(),
})

const offerAnswers = ['confirm', 'decline'] as const
export const offerAnswer = oneOf(offerAnswers)

/** Days before `answerBy` on which an applicant who has not answered gets a reminder. */
export const reminderDays = [3, 1] as const

/** Terms of offers in an intake: the time to answer. */
export interface OfferTerms {
  answerDays: number
  /** The first day of the attachments, YYYY-MM-DD. */
  startsOn: string
}

/**
 * The last moment to answer an offer that is made now (`at`, in ms): the end of a day in Kenya, never
 * later than the day before the attachment begins, and never earlier than today.
 */
export function answerByOf(at: number, { answerDays, startsOn }: OfferTerms) {
  const today = Date.parse(`${dayInKenya(at)}T00:00:00Z`)
  const eve = Date.parse(`${startsOn}T00:00:00Z`) - millisecondsPerDay
  const lastDay = Math.max(today, Math.min(today + answerDays * millisecondsPerDay, eve))
  const next = startOfDayInKenya(new Date(lastDay + millisecondsPerDay).toISOString().slice(0, 10))
  return new Date(Date.parse(next) - 1).toISOString()
}

const millisecondsPerDay = 24 * 60 * 60 * 1000

export type Offer = z.infer<typeof offer>
export type Waiting = z.infer<typeof waiting>
export type OfferState = Offer['state']
export type OfferAnswer = (typeof offerAnswers)[number]
