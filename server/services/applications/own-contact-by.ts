import type { OwnContactBy } from '../../../contract/application/own-application.ts'
import type { Database } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { PublicError } from '../domain-error.ts'
import { recordHistory } from '../history.ts'
import { lockRecord, overwrite } from '../optimistic-lock.ts'
import type { RateLimiter } from '../rate-limiter.ts'
import { applicationNotFound, findOwnApplication } from './applicant-credentials.ts'
import { readOwnApplication } from './read-own-application.ts'

interface Parts {
  db: Database
  limiter: RateLimiter
  /** Whether applicants can choose SMS. */
  isSmsOffered: boolean
}

/**
 * Stores how an applicant wants to be written to. Messages that wait already keep their transport. A
 * repeat changes nothing. Choosing SMS again clears the mark of a refused phone number.
 */
export async function setContactBy(
  { db, limiter, isSmsOffered }: Parts,
  { contact_by, ...credentials }: OwnContactBy,
  address: string,
) {
  const own = await findOwnApplication(db, limiter, credentials, address)
  if (own instanceof PublicError) return own
  if (contact_by !== 'email' && !isSmsOffered) return noSms()
  return inTransaction(db, async (transaction) => {
    const stored = await lockRecord(transaction, 'attachments', own._id)
    if (!stored) return applicationNotFound()
    const smsRefused = contact_by === 'email' ? stored.smsRefused : null
    const isNew = contact_by !== stored.contact_by
    if (!isNew && smsRefused === stored.smsRefused) return readOwnApplication(transaction, stored)

    const changes = { contact_by, smsRefused }
    await overwrite(transaction, 'attachments', own._id, changes, stored)
    if (isNew) {
      const event = { entity: 'attachment', record: own._id, fields: ['contact_by'] } as const
      await recordHistory(transaction, { action: 'change', ...event })
    }
    return readOwnApplication(transaction, { ...stored, ...changes })
  })
}

function noSms() {
  return new PublicError('conflict', 'We send no SMS at the moment. Please choose email.')
}
