import { refuseNewer } from '../database/open.ts'
import type { Engine } from '../database/engine.ts'
import type { Database } from '../database/tables.ts'
import { OperationError } from './operation-error.ts'

/**
 * What a copy needs before it is used again: sessions and links that were ended since it was made
 * must not come back to life. Throws where a newer version made the copy.
 */
export async function settle(db: Database, engine: Engine) {
  try {
    await refuseNewer(db, engine)
  } catch (error) {
    throw new OperationError(`This backup cannot be used: ${(error as Error).message}.`)
  }
  for (const table of ['sessions', 'password_links', 'rate_limits'] as const) {
    await db.deleteFrom(table).execute()
  }
}
