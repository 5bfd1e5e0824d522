import { takeIn } from '../database/counts.ts'
import type { Engine } from '../database/engine.ts'
import type { Database } from '../database/tables.ts'
import { sweep } from './file-carrier.ts'
import { now } from './record.ts'
import { removeDue } from './retention.ts'
import { longestSession } from './sessions.ts'

const keyRetention = 90 * 24 * 60 * 60 * 1000
const wordRetention = keyRetention

/**
 * Deletes what has expired; nothing depends on when, or how often, it runs. `mail` is the folder of
 * messages that no mail server took.
 */
export async function tidy(db: Database, engine: Engine, mail: string) {
  await db.deleteFrom('sessions').where('createdAt', '<=', now(-longestSession)).execute()
  await db.deleteFrom('password_links').where('expiresAt', '<=', now()).execute()
  await db.deleteFrom('rate_limits').where('endsAt', '<=', now()).execute()
  await db.deleteFrom('idempotency_keys').where('createdAt', '<=', now(-keyRetention)).execute()
  await db
    .updateTable('outbox')
    .set({ recipient: null, subject: null, text: null })
    .where('text', 'is not', null)
    .where('endedAt', '<=', now(-wordRetention))
    .execute()
  const removed = await removeDue(db, new Date())
  await takeIn(db)
  await sweep(db, mail)
  await engine.scrub(db, removed > 0)
}
