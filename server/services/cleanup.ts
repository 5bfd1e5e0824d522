import { sql } from 'kysely'

import type { Engine } from '../database/engine.ts'
import type { Database } from '../database/tables.ts'
import { cleanUp, type Stores } from './applications/erasure.ts'
import { deleteUnusedPictures } from './content/pictures.ts'
import { now } from './ids.ts'
import { deleteLeftovers } from './documents/upload-rows.ts'
import { removeDue } from './applications/retention.ts'
import { longestSession } from './accounts/sessions.ts'

const day = 24 * 60 * 60 * 1000
const messageTextRetention = 90 * day

/** The tables whose rows expire, and the milliseconds from the time in the column to their deletion. */
const expiring = [
  ['sessions', 'createdAt', longestSession],
  ['password_links', 'expiresAt', 0],
  ['document_requests', 'expiresAt', 0],
  ['question_links', 'expiresAt', 0],
  ['rate_limits', 'endsAt', 0],
  ['idempotency_keys', 'createdAt', 90 * day],
  // Later than any of its messages can be sent again.
  ['written_messages', 'createdAt', 365 * day],
  // Addresses for which no intake has opened within a year.
  ['intake_alerts', 'createdAt', 365 * day],
] as const

/**
 * Deletes expired data. This may run at any time and any number of times. Returns the number of deleted
 * rows and applications.
 */
export async function deleteExpired(db: Database, engine: Engine, stores: Stores) {
  let count = 0
  for (const [table, column, age] of expiring) {
    const expired = sql`delete from ${sql.table(table)} where ${sql.ref(column)} <= ${now(-age)}`
    count += Number((await expired.execute(db)).numAffectedRows)
  }
  await db
    .updateTable('outbox')
    .set({ recipient: null, subject: null, text: null, gatewayId: null })
    .where('text', 'is not', null)
    .where('endedAt', '<=', now(-messageTextRetention))
    .execute()
  await deleteUnusedPictures(db)
  count += await removeDue(db, engine, new Date())
  await cleanUp(db, engine, stores)
  await deleteLeftovers({ db, ...stores })
  return count
}
