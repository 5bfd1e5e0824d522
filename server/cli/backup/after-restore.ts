import type { Engine } from '../../database/engine.ts'
import { refuseNewer, tableNames } from '../../database/open.ts'
import type { Database } from '../../database/tables.ts'
import { statusKinds, storeLastTold } from '../../services/messages/last-told.ts'
import { now } from '../../services/ids.ts'
import { OperationError } from '../command.ts'

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
  // Backups of version 0.1.0 have no documents.
  if ((await tableNames(db)).includes('documents')) await renewUploads(db)
  const unsure = await db
    .updateTable('outbox')
    .set({ state: 'unsure', trouble: 'restored', endedAt: now(), claim: null })
    .where('state', 'in', ['waiting', 'sending'])
    .returning(['_id', 'attachment', 'kind', 'about'])
    .execute()
  for (const row of unsure.toSorted((a, b) => (a._id < b._id ? -1 : 1))) {
    if (statusKinds.includes(row.kind)) await storeLastTold(db, row)
  }
}

/**
 * A backup has no bytes of unfinished uploads, and the applicant's phone begins them again. Finished
 * ones expire a week from now: the applicant could not submit them in the meantime, and an undone
 * restore may need them.
 */
async function renewUploads(db: Database) {
  await db.deleteFrom('documents').where('state', '=', 'receiving').execute()
  await db
    .updateTable('documents')
    .set({ expiresAt: now(week) })
    .where('expiresAt', 'is not', null)
    .execute()
}

const week = 7 * 24 * 60 * 60 * 1000
