import type { Transaction } from 'kysely'

import { isDeadlock } from './refusals.ts'
import type { Database, Tables } from './tables.ts'

const tries = 3

/** Who goes on with what the transactions on a database leave to be done. */
const workers = new WeakMap<Database, () => void>()
const leaving = new WeakSet<Transaction<Tables>>()

/**
 * Does the work as one transaction. Where PostgreSQL ends it because it and another one wait for
 * each other, it is done again.
 */
export async function inTransaction<T>(
  db: Database,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    let leavesWork = false
    try {
      const result = await db.transaction().execute(async (transaction) => {
        const done = await work(transaction)
        leavesWork = leaving.has(transaction)
        return done
      })
      if (leavesWork) workers.get(db)?.()
      return result
    } catch (error) {
      if (!isDeadlock(error) || attempt === tries) throw error
    }
  }
}

/** What the transaction stores is gone on with as soon as it is committed. */
export function leaveWork(transaction: Transaction<Tables>) {
  leaving.add(transaction)
}

/** Calls the worker after each transaction on the database that leaves work. */
export function workAfterCommits(db: Database, worker: () => void) {
  workers.set(db, worker)
}
