import * as z from 'zod/mini'
import { timestamp } from '../fields.ts'

/** The calendar feed of a user: a link with a secret token, which the user can revoke. */
export const calendarLink = z.object({
  /** Null if the user has no link. */
  createdAt: z.nullable(timestamp),
})

/** The URL is shown once, because only the hash of its token is stored. */
export const newCalendarLink = z.object({ url: z.string(), createdAt: timestamp })

export type CalendarLink = z.infer<typeof calendarLink>
