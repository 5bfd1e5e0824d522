import { unattachedBytes } from './document-figures.ts'
import { unavailable } from '../domain-error.ts'
import { networkOf, type RateLimit, type RateLimiter } from '../rate-limiter.ts'
import type { UploadContext } from './upload-rows.ts'

/**
 * Submitted files do not count, so that a whole campus may apply from one address. Only floods of
 * files that nobody submits reach this limit.
 */
const perAddress: RateLimit = {
  name: 'uploads of an address',
  max: 500,
  seconds: 3600,
  of: 'files from your network',
}

/** Bytes of all uploads that no application has, at most. */
const mostUnattached = 20_000_000_000

/** Bytes that stay free on the disk of the documents, which may be the one of the database. */
const leastFree = 1_000_000_000

/** Refuses a new upload of this size if there are too many. Else counts it. */
export async function countUpload(context: UploadContext, size: number, address: string) {
  const { db, limiter, documentStore } = context
  const tooMany = await limiter.consume([perAddress, networkOf(address)])
  if (tooMany) return tooMany
  const free = (await documentStore.free?.()) ?? Infinity
  const isFull = free < leastFree + size || (await unattachedBytes(db)) + size > mostUnattached
  return isFull ? unavailable(Object.assign(new Error('Too many uploads'), full)) : undefined
}

/** The code of the error for a full disk, which applicants get as a sentence. */
const full = { code: 'ENOSPC' }

/** Files that were submitted count no longer for the limit of an address. */
export async function refundUploads(limiter: RateLimiter, address: string, count: number) {
  for (let file = 0; file < count; file++) await limiter.refund([perAddress, networkOf(address)])
}
