import * as z from 'zod/mini'
import { importAnswer } from './import.ts'

/** The body of every error answer. `message` and `error` hold the same sentence. */
export const errorResponse = z.object({
  message: z.string(),
  error: z.string(),
  /**
   * The message before its values were filled in, with the values, for translations. A message
   * without values has neither.
   */
  sentence: z.optional(z.string()),
  values: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  fields: z.optional(z.record(z.string(), z.string())),
  /** Set if the password is right, but the sign-in also needs a code of the second factor. */
  secondFactor: z.optional(z.literal(true)),
  /** After a conflict: the stored record, with the changes of the other user. */
  current: z.optional(z.record(z.string(), z.unknown())),
  /** After an import with wrong lines: the effect of each line. */
  preview: z.optional(importAnswer),
  /**
   * `no_place`: the intake has no free place in the department. `overbook` accepts all the same.
   * `same_person`: one person would be accepted twice in an intake. `twice` accepts all the same.
   */
  code: z.optional(z.enum(['no_place', 'same_person'])),
  /** With status 5xx: the id of the request in the log, the same as the header `X-Request-Id`. */
  requestId: z.optional(z.string()),
})

export type ErrorResponse = z.infer<typeof errorResponse>
