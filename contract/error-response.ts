import * as z from 'zod/mini'
import { importAnswer } from './import.ts'

/** The body of every answer that is not a success; `message` and `error` hold the same sentence. */
export const errorResponse = z.object({
  message: z.string(),
  error: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  /** Where the password is right, but a sign-in needs a code besides. */
  secondFactor: z.optional(z.literal(true)),
  /** Where somebody else has changed the record meanwhile: how it is now. */
  current: z.optional(z.record(z.string(), z.unknown())),
  /** Where an import has wrong lines: what each line would do. */
  preview: z.optional(importAnswer),
  /** With 5xx: what the log calls this request, as the header `X-Request-Id` says it always. */
  requestId: z.optional(z.string()),
})

export type ErrorResponse = z.infer<typeof errorResponse>
