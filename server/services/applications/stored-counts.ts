import { sql, type Transaction } from 'kysely'

import { tableNames } from '../../database/open.ts'
import type { Database, Tables } from '../../database/tables.ts'
import { inTransaction, yieldToOthers } from '../../database/transaction.ts'

/** Changes per transaction. */
const step = 1000

/**
 * Adds the changes that triggers recorded in `count_changes` to the table `counts`. Only version
 * 0.1.0 reads these tables, so that it can run beside this version, or again after it. A row of
 * `count_changes` shows which values an application had, so none may stay after an erasure. The next
 * version may drop the tables while this one runs.
 */
export async function foldCountChanges(db: Database) {
  if (!(await tableNames(db)).includes('count_changes')) return
  while ((await inTransaction(db, foldSome)) === step) await yieldToOthers(db)
}

async function foldSome(transaction: Transaction<Tables>) {
  const tables = transaction.withTables<StoredCounts>()
  const oldest = tables.selectFrom('count_changes').select('row').orderBy('row').limit(step)
  const changes = await tables
    .deleteFrom('count_changes')
    .where('row', 'in', oldest)
    .returning([...dimensions, 'is_accepted', 'is_archived', 'change'])
    .execute()
  const sums = new Map<string, StoredCounts['counts']>()
  for (const { is_accepted, is_archived, change, ...values } of changes) {
    for (const what of dimensions) {
      const group = { what, value: values[what], is_accepted, is_archived }
      const key = JSON.stringify(group)
      sums.set(key, { ...group, count: (sums.get(key)?.count ?? 0) + change })
    }
  }
  // Sorted, so that two processes lock the rows in the same order and cannot deadlock.
  const rows = [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    await tables
      .insertInto('counts')
      .values(rows.slice(start, start + rowsPerStatement))
      .onConflict((conflict) =>
        conflict
          .columns(['what', 'value', 'is_accepted', 'is_archived'])
          .doUpdateSet({ count: sql`counts.count + excluded.count` }),
      )
      .execute()
  }
  return changes.length
}

/** Few, because a statement has a limited number of parameters. */
const rowsPerStatement = 500

const dimensions = [
  'institution',
  'course',
  'department',
  'day',
  'declined_reason',
  'withdrawn',
] as const

type Dimension = (typeof dimensions)[number]

/** The tables of migration 0011. */
type StoredCounts = {
  counts: {
    what: Dimension
    value: string
    is_accepted: boolean
    is_archived: boolean
    count: number
  }
  count_changes: Record<Dimension, string> & {
    row: number
    is_accepted: boolean
    is_archived: boolean
    change: number
  }
}
