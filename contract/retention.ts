import * as z from 'zod/mini'
import { wholeNumber } from './endpoint.ts'

const longest = 120
const message = `Use a whole number of months from 1 to ${longest}, or nothing`

const months = z.nullable(z.int(message).check(z.minimum(1, message), z.maximum(longest, message)))

const asSet = z.optional(months)

/**
 * Months after the last change until an application of a status is erased; null keeps it. Missing
 * statuses stay unchanged.
 */
export const retentionInput = z.object({ pending: asSet, accepted: asSet, archived: asSet })

const kept = z.object({
  months,
  /** Number of applications due for removal now. */
  due: z.number(),
})

export const retention = z.object({ pending: kept, accepted: kept, archived: kept })

const asked = z.optional(wholeNumber(1, longest))

/** Unsaved periods in months. */
export const retentionPreviewQuery = z.object({ pending: asked, accepted: asked, archived: asked })

/** Number of applications that each period would remove now. */
export const retentionPreview = z.object({
  pending: z.number(),
  accepted: z.number(),
  archived: z.number(),
})

export type Retention = z.infer<typeof retention>
export type RetentionInput = z.output<typeof retentionInput>
export type RetentionPreview = z.infer<typeof retentionPreview>
