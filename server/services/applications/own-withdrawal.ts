import type { Transaction } from 'kysely'

import { applicantStatusOf, takesPlace } from '../../../contract/application/decision.ts'
import type { PageSentence } from '../../../contract/language/kiswahili-server.ts'
import type {
  OwnPlacement,
  ApplicantCredentials,
  ApplicantStatus,
} from '../../../contract/application/own-application.ts'
import type { Database, Tables } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { PublicError } from '../domain-error.ts'
import { recordHistory } from '../history.ts'
import { now } from '../ids.ts'
import { declinedByWithdrawal } from './offers.ts'
import { enqueueMessage } from '../messages/outbox.ts'
import { lockRecord, overwrite } from '../optimistic-lock.ts'
import { ownPlacementOf } from '../placements/placements.ts'
import type { RateLimiter } from '../rate-limiter.ts'
import { applicationNotFound, findOwnApplication } from './applicant-credentials.ts'
import {
  canBeWithdrawn,
  isBrokenOff,
  readOwnApplication,
  type StatusRow,
} from './read-own-application.ts'

/** Withdraws an application that is received or accepted, unless the attachment was broken off. */
export async function withdraw(
  db: Database,
  limiter: RateLimiter,
  credentials: ApplicantCredentials,
  address: string,
) {
  const own = await findOwnApplication(db, limiter, credentials, address)
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
