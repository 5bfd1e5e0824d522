import * as z from 'zod/mini'
import { wholeNumber } from './endpoint.ts'

const longest = 120
const message = `Use a whole number of months from 1 to ${longest}, or nothing`

const months = z.nullable(z.int(message).check(z.minimum(1, message), z.maximum(longest, message)))

/**
 * Months after the last change until an application of a status is erased; null keeps it. Missing
 * statuses stay unchanged.
 */
export const retentionInput = byStatus(z.optional(months))

/** With the number of applications due for removal now. */
export const retention = byStatus(z.object({ months, due: z.number() }))

/** Unsaved periods in months. */
export const retentionPreviewQuery = byStatus(z.optional(wholeNumber(1, longest)))

/** Number of applications that each period would remove now. */
export const retentionPreview = byStatus(z.number())

function byStatus<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.object({ pending: schema, accepted: schema, archived: schema })
}

export type Retention = z.infer<typeof retention>
export type RetentionInput = z.output<typeof retentionInput>
export type RetentionPreview = z.infer<typeof retentionPreview>
