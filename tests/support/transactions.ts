import { vi } from 'vitest'

import type { Database } from '../../server/database/tables.ts'

/**
 * Runs the work on a second Kysely object of the same database, and counts the transactions of that object.
 * The jobs of a listening server use the first one.
 */
export async function countTransactions<T>(db: Database, work: (db: Database) => Promise<T>) {
  const own = db.withoutPlugins()
  const transactions = vi.spyOn(own, 'transaction')
  const result = await work(own)
  return { result, count: transactions.mock.calls.length }
}
