import * as z from 'zod/mini'
import { timestamp } from './fields.ts'

/** A link that works once. Staff get it only in this answer. */
export const oneTimeLink = z.object({
  url: z.string(),
  expiresAt: timestamp,
  /** Whether an e-mail with it, or with another such link, is on its way. */
  emailed: z.boolean(),
})

export type OneTimeLink = z.infer<typeof oneTimeLink>
