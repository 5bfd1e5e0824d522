import type { Transaction } from 'kysely'

import type { PageSentence } from '../../../contract/kiswahili-server.ts'
import {
  ownAnswers,
  type OwnAnswers,
  type OwnApplication,
  type OwnOfferAnswer,
  type OwnPlacement,
  type OwnReplacement,
  type ApplicantCredentials,
  type ApplicantStatus,
} from '../../../contract/own-application.ts'
import { toNationalNumber } from '../../../contract/phone-number.ts'
import { swallowOutage } from '../../database/connection-errors.ts'
import type { AttachmentsTable, Database, Tables } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { applicantStatusOf, canReplaceDocuments, takesPlace } from '../../../contract/decision.ts'
import { offerOf, read } from './application-list.ts'
import { answerOfferOf, declinedByWithdrawal } from './offers.ts'
import { ranksOf } from '../intakes/waiting-list.ts'
import { lettersFor } from '../letters/letters.ts'
import { overwrite, lockRecord } from '../optimistic-lock.ts'
import { ownPlacementOf } from '../placements/placements.ts'
import type { DocumentStore } from '../documents/document-store.ts'
import { documentsOf } from '../documents/documents.ts'
import { replaceDocument } from '../documents/replace.ts'
import { refundUploads } from '../documents/upload-limits.ts'
import { recordHistory } from '../history.ts'
import { enqueueMessage } from '../messages/outbox.ts'
import {
  refundAll,
  networkOf,
  consumeAll,
  type RememberedFact,
  type RateLimit,
  type RateLimiter,
  type LimitCheck,
} from '../rate-limiter.ts'
import { now } from '../ids.ts'
import { PublicError } from '../domain-error.ts'

// Applicants see and withdraw their own application without an account. Their credentials are the
// reference ID and a contact: the phone number or e-mail address of the application.

/**
 * The limit per IP address is high, because a whole campus may share one address. All limits in
 * this file count only failed attempts.
 */
const perAddress: RateLimit = {
  name: 'proofs of an address',
  max: 1000,
  seconds: 3600,
  of: 'tries that found no application',
}
/** Limits the guesses of the contact for one reference ID. */
const perReference: RateLimit = { ...perAddress, name: 'proofs of a reference', max: 10 }
/**
 * A separate limit for networks from which the applicant has viewed the application. Strangers who
 * know the reference ID cannot use up this limit and lock the applicant out.
 */
const fromKnownNetwork: RateLimit = { ...perReference, name: 'proofs of a reference from a place' }
/**
 * Limits the guesses of a reference ID for one contact, per network. A limit for all networks
 * together would let anybody who knows a contact lock its owner out.
 */
const perContact: RateLimit = { ...perAddress, name: 'proofs of a contact from a place', max: 20 }
/** An application was viewed from a network. "Place" in a stored name means a network. */
const knownNetwork: RememberedFact = { name: 'places of a reference', seconds: 30 * 24 * 3600 }

/** Returns the status of an application to its applicant. */
export async function getStatus(
  db: Database,
  limiter: RateLimiter,
  credentials: ApplicantCredentials,
  address: string,
) {
  const own = await find(db, limiter, credentials, address)
  return own instanceof PublicError ? own : readOwnApplication(db, own)
}

/** Returns the answers of an application to its applicant. */
export async function getAnswers(
  db: Database,
  limiter: RateLimiter,
  credentials: ApplicantCredentials,
  address: string,
): Promise<OwnAnswers | PublicError> {
  const own = await find(db, limiter, credentials, address)
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

/** Withdraws an application that is received or accepted, unless the attachment was broken off. */
export async function withdraw(
  db: Database,
  limiter: RateLimiter,
  credentials: ApplicantCredentials,
  address: string,
) {
  const own = await find(db, limiter, credentials, address)
  if (own instanceof PublicError) return own
  return inTransaction(db, async (transaction) => {
    const stored = await lockRecord(transaction, 'attachments', own._id)
    if (!stored) return applicationNotFound()
    const placement = await ownPlacementOf(transaction, own._id)
    if (!canBeWithdrawn(stored, placement)) {
      return new PublicError('conflict', whyEnded(stored, placement))
    }
    const withdrawnAt = now()
    const changes = {
      is_archived: true,
      withdrawnAt,
      waitingOrder: null,
      planned: null,
      ...(takesPlace(stored) && declinedByWithdrawal(withdrawnAt)),
    }
    await overwrite(transaction, 'attachments', own._id, changes, stored)
    await recordHistory(transaction, { action: 'withdraw', entity: 'attachment', record: own._id })
    await enqueueMessage(transaction, 'withdrawn', [own._id])
    await forgetSubmission(transaction, stored.referenceId)
    return readOwnApplication(transaction, { ...stored, ...changes })
  })
}

/** Confirms or declines the offer of a place. A repeat of the same answer changes nothing. */
export async function answerOffer(
  db: Database,
  limiter: RateLimiter,
  { answer, ...credentials }: OwnOfferAnswer,
  address: string,
) {
  const own = await find(db, limiter, credentials, address)
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
  const own = await find(db, limiter, { reference, contact }, address)
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
  const own = await find(db, limiter, credentials, address)
  if (own instanceof PublicError) return own
  const documents = await documentsOf(db, [own._id])
  const document = documents(own._id).find((one) => one._id === _id)
  const file = document && document.state !== 'refused' && (await documentStore.get(_id))
  return file ? { document, ...file } : new PublicError('not_found', 'This file is no longer here.')
}

/**
 * Length of an idempotency key that is a hash of the answers, from a form without JavaScript. The
 * random keys of other forms are shorter.
 */
const contentKeyLength = 64

/**
 * After a withdrawal, lets the applicant apply again with the same answers. A key that is a hash of
 * the answers is deleted, so the same answers are a new application. A random key stays: a phone
 * may still repeat the old submission with it. Its empty fingerprint makes the repeat a conflict,
 * and the phone then asks the applicant.
 */
async function forgetSubmission(transaction: Transaction<Tables>, referenceId: string) {
  // A scan: an index on this column would cost every submission.
  const found = await transaction
    .selectFrom('idempotency_keys')
    .select('key')
    .where('referenceId', '=', referenceId)
    .execute()
  for (const { key } of found) {
    if (key.length === contentKeyLength) {
      await transaction.deleteFrom('idempotency_keys').where('key', '=', key).execute()
    } else {
      await transaction
        .updateTable('idempotency_keys')
        .set({ fingerprint: '' })
        .where('key', '=', key)
        .execute()
    }
  }
}

/**
 * Finds the application of these credentials. An unknown reference ID and a wrong contact get the
 * same error after the same work.
 */
export async function find(
  db: Database,
  limiter: RateLimiter,
  { reference, contact }: ApplicantCredentials,
  address: string,
) {
  const network = networkOf(address)
  const referenceAndNetwork = `${reference} ${network}`
  const isKnown = await limiter.isRemembered(knownNetwork, referenceAndNetwork)
  const shown = contact.includes('@') ? contact : toNationalNumber(contact)
  const tries: LimitCheck[] = [
    [perAddress, network],
    [perContact, `${shown} ${network}`],
    isKnown ? [fromKnownNetwork, referenceAndNetwork] : [perReference, reference],
  ]
  const tooMany = await consumeAll(limiter, tries)
  if (tooMany) return tooMany

  const found = await db
    .selectFrom('attachments')
    .select(['_id', 'email', 'phone_number', ...statusColumns])
    .where('referenceId', '=', reference)
    .executeTakeFirst()
  const { email, phone_number } = found ?? nobody
  const contacts = [email.toLowerCase(), toNationalNumber(phone_number)]
  if (!contacts.includes(shown) || !found) return applicationNotFound()

  await refundAll(limiter, tries)
  await limiter.remember(knownNetwork, referenceAndNetwork)
  return found
}

const nobody = { email: '', phone_number: '' }

const statusColumns = [
  'referenceId',
  'is_accepted',
  'is_archived',
  'declined_reason',
  'declined_message',
  'declinedAt',
  'withdrawnAt',
  'createdAt',
  'contact_by',
  'smsRefused',
  'intake',
  'department',
  'arrivedLate',
  'offerState',
  'answerBy',
  'answeredAt',
  'waitingOrder',
] as const

type StatusRow = Pick<AttachmentsTable, (typeof statusColumns)[number]>

export async function readOwnApplication(
  db: Database,
  row: StatusRow & { _id: string },
): Promise<OwnApplication> {
  const documents = await documentsOf(db, [row._id])
  const placement = await ownPlacementOf(db, row._id)
  return {
    referenceId: row.referenceId,
    standing: applicantStatusOf(row),
    receivedAt: row.createdAt,
    contact_by: row.contact_by,
    isSmsRefused: row.smsRefused !== null,
    declined_reason: row.declined_reason,
    declined_message: row.declined_message,
    endedAt: row.withdrawnAt ?? row.declinedAt,
    canBeWithdrawn: canBeWithdrawn(row, placement),
    documents: documents(row._id),
    canReplaceDocuments: canReplaceDocuments(row),
    ...(await intakeParts(db, row, placement)),
  }
}

type IntakeParts =
  | 'intake'
  | 'department'
  | 'placement'
  | 'arrivedLate'
  | 'offer'
  | 'waiting'
  | 'letters'

/**
 * The intake of an application, its offer, its place on the waiting list and its letters. Department and
 * days are those of the placement: staff may have moved it.
 */
async function intakeParts(
  db: Database,
  row: StatusRow & { _id: string },
  placement: OwnPlacement | null,
): Promise<Pick<OwnApplication, IntakeParts>> {
  const { _id, intake, department, waitingOrder } = row
  if (intake === null) return {}
  const found = await db
    .selectFrom('intakes')
    .leftJoin('departments', (join) => join.on('departments._id', '=', department))
    .leftJoin('intake_places', (join) =>
      join
        .onRef('intake_places.intake', '=', 'intakes._id')
        .onRef('intake_places.department', '=', 'departments._id'),
    )
    .select([
      'intakes.name',
      'intakes.name_sw',
      'intakes.startsOn',
      'intakes.endsOn',
      'departments.name as departmentName',
      'intake_places.places',
    ])
    .where('intakes._id', '=', intake)
    .executeTakeFirst()
  const rank = waitingOrder === null ? undefined : (await ranksOf(db, [_id])).get(_id)
  if (!found) return {}
  const { departmentName, places, ...named } = found
  return {
    intake: placement ? { ...named, ...daysOf(placement) } : named,
    department: placement ? placement.department : departmentName,
    placement,
    arrivedLate: row.arrivedLate,
    offer: offerOf(row),
    letters: await lettersFor(db, _id),
    waiting: rank ? { ...rank, places: places ?? 0 } : null,
  }
}

function daysOf({ startsOn, endsOn }: OwnPlacement) {
  return { startsOn, endsOn }
}

function canBeWithdrawn(row: StatusRow, placement: OwnPlacement | null) {
  const status = applicantStatusOf(row)
  return (status === 'received' || status === 'accepted') && !isBrokenOff(placement)
}

function isBrokenOff(placement: OwnPlacement | null) {
  return placement !== null && placement.brokenOffOn !== null
}

export function applicationNotFound() {
  return new PublicError(
    'not_found',
    'We know no application with this reference ID and this phone number or email address. Please check both.',
  )
}

const endings: Partial<Record<ApplicantStatus, PageSentence>> = {
  withdrawn: 'You have withdrawn this application already.',
  declined: 'We have declined this application: there is nothing left to withdraw.',
}

function whyEnded(row: StatusRow, placement: OwnPlacement | null): PageSentence {
  if (isBrokenOff(placement)) {
    return 'Your attachment ended early: there is nothing left to withdraw.'
  }
  return (
    endings[applicantStatusOf(row)] ??
    'This application is closed already: there is nothing left to withdraw.'
  )
}
