import type { Transaction } from 'kysely'

import { isDeadlock } from './refusals.ts'
import type { Database, Tables } from './tables.ts'

const tries = 3

/**
 * Does the work as one transaction. Where PostgreSQL ends it because it and another one wait for
 * each other, it is done again.
 */
export async function inTransaction<T>(
  db: Database,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (!isDeadlock(error) || attempt === tries) throw error
    }
  }
}
