import * as z from 'zod/mini'
import { importAnswer } from './import.ts'

/** The body of every answer that is not a success; `message` and `error` hold the same sentence. */
export const errorResponse = z.object({
  message: z.string(),
  error: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  /** The password is right, but the sign-in also needs a code. */
  secondFactor: z.optional(z.literal(true)),
  /** Conflict: the current record, which another user has changed meanwhile. */
  current: z.optional(z.record(z.string(), z.unknown())),
  /** An import with wrong lines: the effect of each line. */
  preview: z.optional(importAnswer),
  /** With 5xx: what the log calls this request, as the header `X-Request-Id` says it always. */
  requestId: z.optional(z.string()),
})

export type ErrorResponse = z.infer<typeof errorResponse>
