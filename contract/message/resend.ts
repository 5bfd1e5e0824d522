import * as z from 'zod/mini'
import { id, moment } from '../fields.ts'

const whichMessages = 'Choose messages by ids, or with state: failed'

/** Messages to queue again: some by their ids, or the failed e-mails since a time (a month ago). */
export const resendInput = z
  .object({
    ids: z.optional(
      z
        .array(id, whichMessages)
        .check(z.minLength(1, whichMessages), z.maxLength(200, 'Choose at most 200 messages')),
    ),
    state: z.optional(z.literal('failed', whichMessages)),
    since: z.optional(moment),
  })
  .check(
    z.refine(({ ids, state }) => (ids === undefined) !== (state === undefined), {
      error: whichMessages,
      path: ['ids'],
    }),
  )

/** Numbers of messages that were queued again, and of the others. */
export const resent = z.object({ queued: z.number(), left: z.number() })

export type ResendInput = z.output<typeof resendInput>
