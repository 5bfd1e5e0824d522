import type { Transaction } from 'kysely'

import type {
  OwnAnswers,
  OwnApplication,
  Proof,
  Standing,
} from '../../../contract/own-application.ts'
import { toNationalNumber } from '../../database/search-text.ts'
import type { AttachmentsTable, Database, Tables } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { read } from './application-list.ts'
import { overwrite, lockRecord } from '../optimistic-lock.ts'
import { recordAudit } from '../audit-log.ts'
import { announce } from '../messages/outbox.ts'
import {
  refundAll,
  networkOf,
  consumeAll,
  type RememberedFact,
  type RateLimit,
  type RateLimiter,
  type LimitCheck,
} from '../rate-limits.ts'
import { now } from '../ids.ts'
import { DomainError } from '../domain-error.ts'

// What applicants may do with their own application, without an account: its reference ID and a
// contact that stands in it are their proof.

/** Wide, for a whole campus may have one address. Here and below, only what fails is counted. */
const perAddress: RateLimit = {
  name: 'proofs of an address',
  max: 1000,
  seconds: 3600,
  of: 'tries that found no application',
}
/** Who knows a reference can guess its contact so often. Nobody else can use these tries up. */
const perReference: RateLimit = { ...perAddress, name: 'proofs of a reference', max: 10 }
/** Counted by itself, so that who saw a reference cannot shut its applicant out. */
const fromKnownPlace: RateLimit = { ...perReference, name: 'proofs of a reference from a place' }
/** Of one network alone: contacts are known to many, and nobody finds a reference by guessing. */
const perContact: RateLimit = { ...perAddress, name: 'proofs of a contact from a place', max: 20 }
/** From where an application was seen. */
const knownPlace: RememberedFact = { name: 'places of a reference', seconds: 30 * 24 * 3600 }

/** Where an application stands. */
export async function see(db: Database, limiter: RateLimiter, proof: Proof, address: string) {
  const own = await find(db, limiter, proof, address)
  return own instanceof DomainError ? own : asApplicantsSee(own)
}

/** What an applicant sent. */
export async function copy(
  db: Database,
  limiter: RateLimiter,
  proof: Proof,
  address: string,
): Promise<OwnAnswers | DomainError> {
  const own = await find(db, limiter, proof, address)
  if (own instanceof DomainError) return own
  const stored = await read(db, own._id)
  return stored ? { ...stored, receivedAt: stored.createdAt } : applicationNotFound()
}

/** Withdraws an application that is not at its end yet. */
export async function withdraw(db: Database, limiter: RateLimiter, proof: Proof, address: string) {
  const own = await find(db, limiter, proof, address)
  if (own instanceof DomainError) return own
  return inTransaction(db, async (transaction) => {
    const stored = await lockRecord(transaction, 'attachments', own._id)
    if (!stored) return applicationNotFound()
    if (!canBeWithdrawn(stored)) return new DomainError('conflict', endedBefore(stored))
    const changes = { is_archived: true, withdrawnAt: now() }
    await overwrite(transaction, 'attachments', own._id, changes, stored)
    await recordAudit(transaction, { action: 'withdraw', entity: 'attachment', record: own._id })
    await announce(transaction, 'withdrawn', [own._id])
    await forgetSubmission(transaction, stored.referenceId)
    return asApplicantsSee({ ...stored, ...changes })
  })
}

/** Of the keys that are made of the answers: app/lib/content-hash.ts. Those of phones are shorter. */
const contentKeyLength = 64

/**
 * The same answers, sent without scripts, are a new application from now on. A phone that never heard
 * that they were received still repeats them under its own key, by itself: it is told, and asks first.
 */
async function forgetSubmission(transaction: Transaction<Tables>, referenceId: string) {
  // No index finds them, for each would cost every submission: they are looked for once.
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
 * The application that a proof is of. An unknown reference and a wrong contact are answered the
 * same, after the same work.
 */
async function find(
  db: Database,
  limiter: RateLimiter,
  { reference, contact }: Proof,
  address: string,
) {
  const network = networkOf(address)
  const place = `${reference} ${network}`
  const isKnown = await limiter.isRemembered(knownPlace, place)
  const shown = contact.includes('@') ? contact : dialled(contact)
  const tries: LimitCheck[] = [
    [perAddress, network],
    [perContact, `${shown} ${network}`],
    isKnown ? [fromKnownPlace, place] : [perReference, reference],
  ]
  const tooMany = await consumeAll(limiter, tries)
  if (tooMany) return tooMany

  const found = await db
    .selectFrom('attachments')
    .select(['_id', 'email', 'phone_number', ...toSee])
    .where('referenceId', '=', reference)
    .executeTakeFirst()
  const { email, phone_number } = found ?? nobody
  const contacts = [email.toLowerCase(), dialled(phone_number)]
  if (!contacts.includes(shown) || !found) return applicationNotFound()

  await refundAll(limiter, tries)
  await limiter.remember(knownPlace, place)
  return found
}

/** Many leave the first zero out, as forms ask that show +254 before the field. */
function dialled(number: string) {
  return toNationalNumber(number).replace(/^(?=[17]\d{8}$)/, '0')
}

const nobody = { email: '', phone_number: '' }

const toSee = [
  'referenceId',
  'is_accepted',
  'is_archived',
  'declined_reason',
  'declined_message',
  'declinedAt',
  'withdrawnAt',
  'createdAt',
] as const

type Seen = Pick<AttachmentsTable, (typeof toSee)[number]>

function asApplicantsSee(row: Seen): OwnApplication {
  return {
    referenceId: row.referenceId,
    standing: standingOf(row),
    receivedAt: row.createdAt,
    declined_reason: row.declined_reason,
    declined_message: row.declined_message,
    endedAt: row.withdrawnAt ?? row.declinedAt,
    canBeWithdrawn: canBeWithdrawn(row),
  }
}

/** Archiving tells an applicant nothing: who was told of being accepted still is. */
function standingOf({ withdrawnAt, declined_reason, is_archived, is_accepted }: Seen): Standing {
  if (withdrawnAt !== null) return 'withdrawn'
  if (declined_reason !== null) return 'declined'
  if (is_accepted) return 'accepted'
  return is_archived ? 'closed' : 'received'
}

function canBeWithdrawn(row: Seen) {
  const standing = standingOf(row)
  return standing === 'received' || standing === 'accepted'
}

function applicationNotFound() {
  return new DomainError(
    'not_found',
    'We know no application with this reference ID and this phone number or email address. Please check both.',
  )
}

const endings: Partial<Record<Standing, string>> = {
  withdrawn: 'You have withdrawn this application already.',
  declined: 'We have declined this application: there is nothing left to withdraw.',
}

function endedBefore(row: Seen) {
  return (
    endings[standingOf(row)] ??
    'This application is closed already: there is nothing left to withdraw.'
  )
}
