import * as z from 'zod/mini'
import { timestamp } from './fields.ts'

/** A link that works once. Staff get it only in this answer. */
export const oneTimeLink = z.object({
  url: z.string(),
  expiresAt: timestamp,
  /** Whether an e-mail with it, or with another such link, is on its way. */
  emailed: z.boolean(),
})

/** A token of 256 random bits in base64url. */
const tokenPattern = /^[\w-]{43}$/

/**
 * Reads the token in the URL of a one-time link, as messages break it: with a wrapped line, or with the dot or
 * the bracket that follows it. Undefined if it is not complete.
 */
export function readLinkToken(text: string) {
  const [token = ''] = /^[\w-]*/.exec(text.replaceAll(/[\s\p{Cf}]/gu, '')) ?? []
  return tokenPattern.test(token) ? token : undefined
}

export type OneTimeLink = z.infer<typeof oneTimeLink>
