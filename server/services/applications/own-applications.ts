import {
  ownAnswers,
  type OwnAnswers,
  type OwnOfferAnswer,
  type OwnReplacement,
  type ApplicantCredentials,
} from '../../../contract/application/own-application.ts'
import { swallowOutage } from '../../database/connection-errors.ts'
import type { Database } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { applicationNotFound, findOwnApplication } from './applicant-credentials.ts'
import { read } from './application-list.ts'
import { readOwnApplication } from './read-own-application.ts'
import { answerOfferOf } from './offers.ts'
import { lockRecord } from '../optimistic-lock.ts'
import { ownPlacementOf } from '../placements/placements.ts'
import type { DocumentStore } from '../documents/document-store.ts'
import { documentsOf } from '../documents/documents.ts'
import { replaceDocument } from '../documents/replace.ts'
import { refundUploads } from '../documents/upload-limits.ts'
import type { RateLimiter } from '../rate-limiter.ts'
import { PublicError } from '../domain-error.ts'

/** Returns the status of an application to its applicant. */
export async function getStatus(
  db: Database,
  limiter: RateLimiter,
  credentials: ApplicantCredentials,
  address: string,
) {
  const own = await findOwnApplication(db, limiter, credentials, address)
  return own instanceof PublicError ? own : readOwnApplication(db, own)
}

/** Returns the answers of an application to its applicant. */
export async function getAnswers(
  db: Database,
  limiter: RateLimiter,
  credentials: ApplicantCredentials,
  address: string,
): Promise<OwnAnswers | PublicError> {
  const own = await findOwnApplication(db, limiter, credentials, address)
  if (own instanceof PublicError) return own
  const stored = await read(db, own._id)
  // The schema leaves out what only staff may see, such as a planned decision.
  return stored
    ? ownAnswers.parse({
        ...stored,
        receivedAt: stored.createdAt,
        placement: await ownPlacementOf(db, own._id),
      })
    : applicationNotFound()
}

/** Confirms or declines the offer of a place. A repeat of the same answer changes nothing. */
export async function answerOffer(
  db: Database,
  limiter: RateLimiter,
  { answer, ...credentials }: OwnOfferAnswer,
  address: string,
) {
  const own = await findOwnApplication(db, limiter, credentials, address)
  if (own instanceof PublicError) return own
  return inTransaction(db, async (transaction) => {
    const stored = await lockRecord(transaction, 'attachments', own._id)
    if (!stored) return applicationNotFound()
    const error = await answerOfferOf(transaction, stored, answer)
    if (error) return error
    const changed = await lockRecord(transaction, 'attachments', own._id)
    return readOwnApplication(transaction, changed ?? stored)
  })
}

/** Replaces a document of an undecided application by an upload or by a link. */
export async function replaceOwnDocument(
  db: Database,
  limiter: RateLimiter,
  { reference, contact, ...replacement }: OwnReplacement,
  address: string,
) {
  const own = await findOwnApplication(db, limiter, { reference, contact }, address)
  if (own instanceof PublicError) return own
  const replaced = await replaceDocument(db, own._id, replacement)
  if (replaced instanceof PublicError) return replaced
  if (replacement.document) await refundUploads(limiter, address, 1).catch(swallowOutage)
  return readOwnApplication(db, own)
}

/** Returns a document of an application to its applicant, with its bytes. */
export async function getDocument(
  {
    db,
    limiter,
    documentStore,
  }: { db: Database; limiter: RateLimiter; documentStore: DocumentStore },
  { _id, ...credentials }: ApplicantCredentials & { _id: string },
  address: string,
) {
  const own = await findOwnApplication(db, limiter, credentials, address)
  if (own instanceof PublicError) return own
  const documents = await documentsOf(db, [own._id])
  const document = documents(own._id).find((one) => one._id === _id)
  const file = document && document.state !== 'refused' && (await documentStore.get(_id))
  return file ? { document, ...file } : new PublicError('not_found', 'This file is no longer here.')
}
