import { vi } from 'vitest'

import type { Database } from '../../server/database/tables.ts'

/** Runs the work, and counts its transactions. Those of the jobs of a listening server do not count. */
export async function countTransactions<T>(db: Database, work: (db: Database) => Promise<T>) {
  const own = db.withoutPlugins()
  const transactions = vi.spyOn(own, 'transaction')
  const result = await work(own)
  return { result, count: transactions.mock.calls.length }
}
