import type { Engine } from '../database/engine.ts'
import type { Database } from '../database/tables.ts'
import { cleanUp, type Stores } from './applications/erasure.ts'
import { deleteUnusedPictures } from './content/pictures.ts'
import { deleteOldAlerts } from './intakes/intake-alerts.ts'
import { now } from './ids.ts'
import { deleteLeftovers } from './documents/cleanup.ts'
import { removeDue } from './applications/retention.ts'
import { longestSession } from './accounts/sessions.ts'

const keyRetention = 90 * 24 * 60 * 60 * 1000
const messageTextRetention = keyRetention

/** Deletes expired data. This may run at any time and any number of times. */
export async function deleteExpired(db: Database, engine: Engine, stores: Stores) {
  await db.deleteFrom('sessions').where('createdAt', '<=', now(-longestSession)).execute()
  await db.deleteFrom('password_links').where('expiresAt', '<=', now()).execute()
  await db.deleteFrom('document_requests').where('expiresAt', '<=', now()).execute()
  await db.deleteFrom('rate_limits').where('endsAt', '<=', now()).execute()
  await db.deleteFrom('idempotency_keys').where('createdAt', '<=', now(-keyRetention)).execute()
  await db
    .updateTable('outbox')
    .set({ recipient: null, subject: null, text: null, gatewayId: null })
    .where('text', 'is not', null)
    .where('endedAt', '<=', now(-messageTextRetention))
    .execute()
  await deleteUnusedPictures(db)
  await deleteOldAlerts(db)
  await removeDue(db, engine, new Date())
  await cleanUp(db, engine, stores)
  await deleteLeftovers({ db, ...stores })
}
