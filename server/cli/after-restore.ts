import type { Engine } from '../database/engine.ts'
import { refuseNewer, tableNames } from '../database/open.ts'
import type { Database } from '../database/tables.ts'
import { OperationError } from './operation-error.ts'

/**
 * Makes restored data safe to use. Sessions and password links may have ended since the backup, so
 * all of them are removed. Waiting messages may have been sent since the backup, so they are marked
 * unsure. Throws if a newer version made the backup.
 */
export async function afterRestore(db: Database, engine: Engine) {
  try {
    await refuseNewer(db, engine)
  } catch (error) {
    throw new OperationError(`This backup cannot be used: ${(error as Error).message}.`)
  }
  for (const table of ['sessions', 'password_links', 'rate_limits'] as const) {
    await db.deleteFrom(table).execute()
  }
  // Backups of early versions have no outbox.
  if (!(await tableNames(db)).includes('outbox')) return
  await db
    .updateTable('outbox')
    .set({ state: 'unsure', trouble: 'restored', endedAt: new Date().toISOString(), claim: null })
    .where('state', 'in', ['waiting', 'sending'])
    .execute()
}
