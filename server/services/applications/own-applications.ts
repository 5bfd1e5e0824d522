import type { Transaction } from 'kysely'

import type {
  OwnAnswers,
  OwnApplication,
  ApplicantCredentials,
  ApplicantStatus,
} from '../../../contract/own-application.ts'
import { toNationalNumber } from '../../database/search-text.ts'
import type { AttachmentsTable, Database, Tables } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { read } from './application-list.ts'
import { overwrite, lockRecord } from '../optimistic-lock.ts'
import { recordAudit } from '../audit-log.ts'
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
import { DomainError } from '../domain-error.ts'

// Applicants' access to their own application without an account. Credentials are the reference ID
// and a contact from the application.

/** High, because a whole campus may share one address. These limits count failed attempts only. */
const perAddress: RateLimit = {
  name: 'proofs of an address',
  max: 1000,
  seconds: 3600,
  of: 'tries that found no application',
}
/** Guesses of a contact for one reference. Attempts on other references do not count. */
const perReference: RateLimit = { ...perAddress, name: 'proofs of a reference', max: 10 }
/**
 * Separate limit for a known network, so that others who saw a reference cannot lock its applicant
 * out.
 */
const fromKnownPlace: RateLimit = { ...perReference, name: 'proofs of a reference from a place' }
/** Per contact and network: contacts are widely known, and references cannot be guessed. */
const perContact: RateLimit = { ...perAddress, name: 'proofs of a contact from a place', max: 20 }
/** Networks from which an application was viewed. */
const knownPlace: RememberedFact = { name: 'places of a reference', seconds: 30 * 24 * 3600 }

/** Status of an application. */
export async function getStatus(
  db: Database,
  limiter: RateLimiter,
  credentials: ApplicantCredentials,
  address: string,
) {
  const own = await find(db, limiter, credentials, address)
  return own instanceof DomainError ? own : toOwnApplication(own)
}

/** Answers of an application. */
export async function getAnswers(
  db: Database,
  limiter: RateLimiter,
  credentials: ApplicantCredentials,
  address: string,
): Promise<OwnAnswers | DomainError> {
  const own = await find(db, limiter, credentials, address)
  if (own instanceof DomainError) return own
  const stored = await read(db, own._id)
  return stored ? { ...stored, receivedAt: stored.createdAt } : applicationNotFound()
}

/** Withdraws an application that is received or accepted. */
export async function withdraw(
  db: Database,
  limiter: RateLimiter,
  credentials: ApplicantCredentials,
  address: string,
) {
  const own = await find(db, limiter, credentials, address)
  if (own instanceof DomainError) return own
  return inTransaction(db, async (transaction) => {
    const stored = await lockRecord(transaction, 'attachments', own._id)
    if (!stored) return applicationNotFound()
    if (!canBeWithdrawn(stored)) return new DomainError('conflict', whyEnded(stored))
    const changes = { is_archived: true, withdrawnAt: now() }
    await overwrite(transaction, 'attachments', own._id, changes, stored)
    await recordAudit(transaction, { action: 'withdraw', entity: 'attachment', record: own._id })
    await enqueueMessage(transaction, 'withdrawn', [own._id])
    await forgetSubmission(transaction, stored.referenceId)
    return toOwnApplication({ ...stored, ...changes })
  })
}

/** Length of content-hash keys (app/lib/content-hash.ts); keys of phones are shorter. */
const contentKeyLength = 64

/**
 * Lets the applicant apply again with the same answers. Without scripts, the deleted content key
 * makes them a new application. A phone may repeat an unacknowledged submission under its own key.
 * The empty fingerprint then causes a conflict, and the phone asks first.
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
 * Application of these credentials. Unknown references and wrong contacts get the same answer after
 * the same work.
 */
async function find(
  db: Database,
  limiter: RateLimiter,
  { reference, contact }: ApplicantCredentials,
  address: string,
) {
  const network = networkOf(address)
  const place = `${reference} ${network}`
  const isKnown = await limiter.isRemembered(knownPlace, place)
  const shown = contact.includes('@') ? contact : withLeadingZero(contact)
  const tries: LimitCheck[] = [
    [perAddress, network],
    [perContact, `${shown} ${network}`],
    isKnown ? [fromKnownPlace, place] : [perReference, reference],
  ]
  const tooMany = await consumeAll(limiter, tries)
  if (tooMany) return tooMany

  const found = await db
    .selectFrom('attachments')
    .select(['_id', 'email', 'phone_number', ...statusColumns])
    .where('referenceId', '=', reference)
    .executeTakeFirst()
  const { email, phone_number } = found ?? nobody
  const contacts = [email.toLowerCase(), withLeadingZero(phone_number)]
  if (!contacts.includes(shown) || !found) return applicationNotFound()

  await refundAll(limiter, tries)
  await limiter.remember(knownPlace, place)
  return found
}

/** Adds the leading zero that many omit after a +254 prefix. */
function withLeadingZero(number: string) {
  return toNationalNumber(number).replace(/^(?=[17]\d{8}$)/, '0')
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
] as const

type StatusRow = Pick<AttachmentsTable, (typeof statusColumns)[number]>

function toOwnApplication(row: StatusRow): OwnApplication {
  return {
    referenceId: row.referenceId,
    standing: statusFor(row),
    receivedAt: row.createdAt,
    declined_reason: row.declined_reason,
    declined_message: row.declined_message,
    endedAt: row.withdrawnAt ?? row.declinedAt,
    canBeWithdrawn: canBeWithdrawn(row),
  }
}

/** Archiving does not change what an applicant sees: an accepted application stays accepted. */
function statusFor({
  withdrawnAt,
  declined_reason,
  is_archived,
  is_accepted,
}: StatusRow): ApplicantStatus {
  if (withdrawnAt !== null) return 'withdrawn'
  if (declined_reason !== null) return 'declined'
  if (is_accepted) return 'accepted'
  return is_archived ? 'closed' : 'received'
}

function canBeWithdrawn(row: StatusRow) {
  const status = statusFor(row)
  return status === 'received' || status === 'accepted'
}

function applicationNotFound() {
  return new DomainError(
    'not_found',
    'We know no application with this reference ID and this phone number or email address. Please check both.',
  )
}

const endings: Partial<Record<ApplicantStatus, string>> = {
  withdrawn: 'You have withdrawn this application already.',
  declined: 'We have declined this application: there is nothing left to withdraw.',
}

function whyEnded(row: StatusRow) {
  return (
    endings[statusFor(row)] ??
    'This application is closed already: there is nothing left to withdraw.'
  )
}
