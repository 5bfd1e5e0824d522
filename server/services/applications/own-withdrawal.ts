import { sql, type SqlBool } from 'kysely'

import { applicantStatusOf, takesPlace } from '../../../contract/application/decision.ts'
import type { PageSentence } from '../../../contract/language/kiswahili-server.ts'
import type {
  OwnPlacement,
  ApplicantCredentials,
  ApplicantStatus,
} from '../../../contract/application/own-application.ts'
import type { AttachmentsTable, Transaction } from '../../database/tables.ts'
import { recordHistory, eventOn } from '../history.ts'
import { now } from '../ids.ts'
import { declinedByWithdrawal } from './offers.ts'
import { enqueueMessage } from '../messages/outbox.ts'
import { overwrite } from '../optimistic-lock.ts'
import { ownPlacementOf } from '../placements/placements.ts'
import type { LimitedAccess } from '../rate-limiter.ts'
import { changeOwn } from './own-applications.ts'
import { canBeWithdrawn, hasEnded, isBrokenOff } from './read-own-application.ts'
import { publicConflict } from '../domain-error.ts'
import { updateRows } from '../rows.ts'

/** Withdraws an application that is received or accepted, unless its attachment is over. */
export function withdraw(
  access: LimitedAccess,
  credentials: ApplicantCredentials,
  address: string,
) {
  return changeOwn(access, credentials, address, async (transaction, stored) => {
    const { _id } = stored
    const placement = await ownPlacementOf(transaction, _id)
    if (!canBeWithdrawn(stored, placement)) return publicConflict(whyEnded(stored, placement))
    const withdrawnAt = now()
    const changes = {
      is_archived: true,
      withdrawnAt,
      waitingOrder: null,
      planned: null,
      ...(takesPlace(stored) && declinedByWithdrawal(withdrawnAt)),
    }
    await overwrite(transaction, 'attachments', stored, changes)
    await recordHistory(transaction, { action: 'withdraw', ...eventOn('attachment', _id) })
    await enqueueMessage(transaction, 'withdrawn', [_id])
    await forgetSubmission(transaction, stored.referenceId)
    return undefined
  })
}

const endings: Partial<Record<ApplicantStatus, PageSentence>> = {
  withdrawn: 'You have withdrawn this application already.',
  declined: 'We have declined this application: there is nothing left to withdraw.',
}

const closed = 'This application is closed already: there is nothing left to withdraw.'

function whyEnded(row: AttachmentsTable, placement: OwnPlacement | null): PageSentence {
  if (isBrokenOff(placement)) {
    return 'Your attachment ended early: there is nothing left to withdraw.'
  }
  if (hasEnded(placement)) return 'Your attachment has ended: there is nothing left to withdraw.'
  return endings[applicantStatusOf(row)] ?? closed
}

/**
 * Condition of an idempotency key that is a hash of the answers, from a form without JavaScript. The
 * random keys of other forms are shorter.
 */
const isOfContent = sql<SqlBool>`length(key) = 64`

/**
 * After a withdrawal, lets the applicant apply again with the same answers. A key that is a hash of
 * the answers is deleted, so the same answers are a new application. A random key stays: a phone
 * may still repeat the old submission with it. Its empty fingerprint makes the repeat a conflict,
 * and the phone then asks the applicant.
 */
async function forgetSubmission(transaction: Transaction, referenceId: string) {
  // Scans: an index on this column would cost every submission.
  await transaction
    .deleteFrom('idempotency_keys')
    .where('referenceId', '=', referenceId)
    .where(isOfContent)
    .execute()
  await updateRows(transaction, 'idempotency_keys', { referenceId }, { fingerprint: '' })
}
