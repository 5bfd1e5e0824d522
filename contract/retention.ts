import * as z from 'zod/mini'
import { wholeNumber } from './endpoint.ts'

const longest = 120
const message = `Use a whole number of months from 1 to ${longest}, or nothing`

const months = z.nullable(z.int(message).check(z.minimum(1, message), z.maximum(longest, message)))

/**
 * Retention periods by status: months from the last change of an application until it is erased.
 * Null means that applications are kept. The period of an omitted status does not change.
 */
export const retentionInput = byStatus(z.optional(months))

/** The retention periods, each with the number of applications that are due for removal now. */
export const retention = byStatus(z.object({ months, due: z.number() }))

/** Retention periods in months that have not been saved yet. */
export const retentionPreviewQuery = byStatus(z.optional(wholeNumber(1, longest)))

/** The number of applications that each retention period would remove now. */
export const retentionPreview = byStatus(z.number())

function byStatus<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.object({ pending: schema, accepted: schema, archived: schema })
}

export type Retention = z.infer<typeof retention>
export type RetentionInput = z.output<typeof retentionInput>
export type RetentionPreview = z.infer<typeof retentionPreview>
