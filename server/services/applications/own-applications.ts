import {
  ownAnswers,
  type OwnAnswers,
  type OwnApplication,
  type OwnContactBy,
  type OwnOfferAnswer,
  type OwnReplacement,
  type ApplicantCredentials,
} from '../../../contract/application/own-application.ts'
import { swallowOutage } from '../../database/connection-errors.ts'
import type { AttachmentsTable, Transaction } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { applicationNotFound, findOwnApplication } from './applicant-credentials.ts'
import type { LimitedAccess } from '../rate-limiter.ts'
import { read } from './application-list.ts'
import { readOwnApplication } from './read-own-application.ts'
import { answerOfferOf } from './offers.ts'
import { lockRecord, overwrite } from '../optimistic-lock.ts'
import { eventOn, recordHistory } from '../history.ts'
import { makeLetter, type WantedLetter } from '../letters/letter-files.ts'
import { ownPlacementOf } from '../placements/placements.ts'
import type { DocumentStore } from '../documents/document-store.ts'
import { documentsOf } from '../documents/documents.ts'
import { kiswahiliNameOf } from '../kiswahili-name.ts'
import { replaceDocument } from '../documents/replace.ts'
import { refundUploads } from '../documents/upload-rows.ts'
import { PublicError, publicConflict } from '../domain-error.ts'

/** Returns the status of an application to its applicant. */
export async function getStatus(
  access: LimitedAccess,
  credentials: ApplicantCredentials,
  address: string,
) {
  const own = await findOwnApplication(access, credentials, address)
  return own instanceof PublicError ? own : readOwnApplication(access.db, own)
}

/** Returns the answers of an application to its applicant. */
export async function getAnswers(
  access: LimitedAccess,
  credentials: ApplicantCredentials,
  address: string,
): Promise<OwnAnswers | PublicError> {
  const own = await findOwnApplication(access, credentials, address)
  if (own instanceof PublicError) return own
  const stored = await read(access.db, own._id)
  if (!stored) return applicationNotFound()
  const placement = await ownPlacementOf(access.db, own._id)
  const department_sw = await kiswahiliNameOf(access.db, 'departments', stored.department)
  const intake_sw = await kiswahiliNameOf(access.db, 'intakes', stored.intake)
  // The schema leaves out what only staff may see, such as a planned decision.
  const receivedAt = stored.createdAt
  return ownAnswers.parse({ ...stored, receivedAt, placement, department_sw, intake_sw })
}

/** Runs a change of an application for its applicant, under its row lock. Returns the new status. */
export async function changeOwn(
  access: LimitedAccess,
  credentials: ApplicantCredentials,
  address: string,
  change: (transaction: Transaction, stored: AttachmentsTable) => Promise<PublicError | undefined>,
): Promise<OwnApplication | PublicError> {
  const own = await findOwnApplication(access, credentials, address)
  if (own instanceof PublicError) return own
  return inTransaction(access.db, async (transaction) => {
    const stored = await lockRecord(transaction, 'attachments', own._id)
    if (!stored) return applicationNotFound()
    const error = await change(transaction, stored)
    if (error) return error
    const changed = await lockRecord(transaction, 'attachments', own._id)
    return readOwnApplication(transaction, changed ?? stored)
  })
}

/** Confirms or declines the offer of a place. A repeat of the same answer changes nothing. */
export function answerOffer(access: LimitedAccess, input: OwnOfferAnswer, address: string) {
  const { answer, ...credentials } = input
  return changeOwn(access, credentials, address, (transaction, stored) =>
    answerOfferOf(transaction, stored, answer),
  )
}

/**
 * Stores how an applicant wants to be written to. Messages that wait already keep their transport. A
 * repeat changes nothing. Choosing SMS again clears the mark of a refused phone number.
 */
export function setContactBy(
  { isSmsOffered, ...access }: LimitedAccess & { isSmsOffered: boolean },
  { contact_by, ...credentials }: OwnContactBy,
  address: string,
) {
  return changeOwn(access, credentials, address, async (transaction, stored) => {
    if (contact_by !== 'email' && !isSmsOffered) {
      return publicConflict('We send no SMS at the moment. Please choose email.')
    }
    const smsRefused = contact_by === 'email' ? stored.smsRefused : null
    const isNew = contact_by !== stored.contact_by
    if (!isNew && smsRefused === stored.smsRefused) return undefined
    const { _id } = stored
    await overwrite(transaction, 'attachments', stored, { contact_by, smsRefused })
    const event = { action: 'change', ...eventOn('attachment', _id) } as const
    if (isNew) await recordHistory(transaction, { ...event, fields: ['contact_by'] })
    return undefined
  })
}

/** Replaces a document of an undecided application by an upload or by a link. */
export async function replaceOwnDocument(
  access: LimitedAccess,
  { reference, contact, ...replacement }: OwnReplacement,
  address: string,
) {
  const own = await findOwnApplication(access, { reference, contact }, address)
  if (own instanceof PublicError) return own
  const replaced = await replaceDocument(access.db, own._id, replacement)
  if (replaced instanceof PublicError) return replaced
  if (replacement.document) await refundUploads(access.limiter, address, 1).catch(swallowOutage)
  return readOwnApplication(access.db, own)
}

/** Returns a document of an application to its applicant, with its bytes. */
export async function getDocument(
  access: LimitedAccess & { documentStore: DocumentStore },
  { _id, ...credentials }: ApplicantCredentials & { _id: string },
  address: string,
) {
  const own = await findOwnApplication(access, credentials, address)
  if (own instanceof PublicError) return own
  const documents = await documentsOf(access.db, [own._id])
  const document = documents(own._id).find((one) => one._id === _id)
  const isOpen = document && document.state !== 'refused'
  const file = isOpen && (await access.documentStore.get(_id))
  return file ? { document, ...file } : new PublicError('not_found', 'This file is no longer here.')
}

/** Makes a letter of an application for its applicant. */
export async function makeOwnLetter(
  access: LimitedAccess,
  credentials: ApplicantCredentials,
  wanted: WantedLetter,
  address: string,
) {
  const own = await findOwnApplication(access, credentials, address)
  return own instanceof PublicError ? own : makeLetter(access.db, own._id, wanted, null)
}
