import * as z from 'zod/mini'
import { listQuery } from '../endpoint.ts'
import {
  day,
  id,
  nameRef,
  oneOf,
  optional,
  optionalLine,
  optionalParagraph,
  phone,
  reference,
  timestamp,
} from '../fields.ts'

/** Computed from the dates. `starting` is the part of `upcoming` that starts within seven days. */
const placementStates = ['upcoming', 'running', 'ended', 'broken_off'] as const
export const placementFilters = [...placementStates, 'starting'] as const

/** Days before the first day from which on the applicant is reminded of it. */
export const startReminderDays = 3

/** The attachment of an applicant who has confirmed an offer. */
export const placement = z.object({
  _id: id,
  application: z.object({ _id: id, name: z.string(), referenceId: z.string() }),
  intake: nameRef,
  institution: nameRef,
  /** The typed name of an institution that is not in the list. */
  institution_name: z.nullable(z.string()),
  department: nameRef,
  startsOn: z.string(),
  endsOn: z.string(),
  /** The supervisor is a user, or a name and a phone number. */
  supervisor: nameRef,
  supervisorName: z.nullable(z.string()),
  supervisorPhone: z.nullable(z.string()),
  /** The last day, if the attachment was broken off. */
  brokenOffOn: z.nullable(z.string()),
  brokenOffReason: z.nullable(z.string()),
  state: z.enum(placementStates),
  createdAt: timestamp,
  updatedAt: timestamp,
})

export const placementInput = z.object({
  department: reference(),
  startsOn: day(),
  endsOn: day(),
  supervisor: optional(id),
  supervisorName: optionalLine(),
  supervisorPhone: optional(phone()),
  brokenOffOn: optional(day()),
  brokenOffReason: optionalParagraph(1000),
})

export const placementQuery = z.extend(listQuery(['name', 'startsOn', 'endsOn', 'department']), {
  state: z.optional(oneOf(placementFilters)),
  department: z.optional(id),
  intake: z.optional(id),
  application: z.optional(id),
})

/** The calendar feed of a user: a link with a secret token, which the user can revoke. */
export const calendarLink = z.object({
  /** Null if the user has no link. */
  createdAt: z.nullable(timestamp),
})

/** The URL is shown once, because only the hash of its token is stored. */
export const newCalendarLink = z.object({ url: z.string(), createdAt: timestamp })

type Dates = Pick<Placement, 'startsOn' | 'endsOn' | 'brokenOffOn'>

/** The state of a placement on a day (YYYY-MM-DD). */
export function placementStateOn(
  { startsOn, endsOn, brokenOffOn }: Dates,
  today: string,
): PlacementState {
  if (brokenOffOn !== null) return 'broken_off'
  if (today < startsOn) return 'upcoming'
  return today <= endsOn ? 'running' : 'ended'
}

export type Placement = z.infer<typeof placement>
export type PlacementInput = z.output<typeof placementInput>
export type PlacementQuery = z.output<typeof placementQuery>
export type PlacementState = Placement['state']
