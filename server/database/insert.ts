import { PostgresAdapter, type Insertable, type Transaction } from 'kysely'

import { prepared } from './prepared.ts'
import type { Database, Tables } from './tables.ts'

type Rows = { [Table in keyof Tables]?: Insertable<Tables[Table]> }

/** What is to be inserted at the end of `together`, by transaction. */
const collected = new WeakMap<Database, Rows>()

/** Inserts a row of a table that many are inserted into, with or after others. */
export async function insert<Table extends keyof Tables>(
  db: Database,
  table: Table,
  row: Insertable<Tables[Table]>,
) {
  const rows = collected.get(db)
  if (rows && !rows[table]) Object.assign(rows, { [table]: row })
  else await into(table)(db, row)
}

const alone = new Map<keyof Tables, ReturnType<typeof prepared<object, unknown>>>()

function into(table: keyof Tables) {
  let statement = alone.get(table)
  if (!statement) {
    statement = prepared((db, row) => db.insertInto(table).values(row as never))
    alone.set(table, statement)
  }
  return statement
}

/**
 * Does work that inserts a row into each of several tables, in an order in which they may refer to
 * each other, and reads none of them. In PostgreSQL they go to the server at the end, as one
 * statement: each question to it costs more than a row.
 */
export async function together<T>(transaction: Transaction<Tables>, work: () => Promise<T>) {
  if (!(transaction.getExecutor().adapter instanceof PostgresAdapter)) return work()
  const rows: Rows = {}
  collected.set(transaction, rows)
  const result = await work().finally(() => collected.delete(transaction))
  if (Object.keys(rows).length > 0) await insertAll(transaction, rows)
  return result
}

/** Names of values are those of a table and a column. */
async function insertAll(db: Database, rows: Rows) {
  const values = Object.entries(rows).flatMap(([table, row]) =>
    Object.entries(row).map(([column, value]) => [`${table}.${column}`, value] as const),
  )
  await statement(db, Object.fromEntries(values))
}

const statement = prepared((db, values: Record<string, unknown>) => {
  const rows = Map.groupBy(Object.entries(values), ([name]) => name.split('.')[0] as keyof Tables)
  const tables = [...rows].map(([table, cells]) => ({
    table,
    row: Object.fromEntries(cells.map(([name, value]) => [name.split('.')[1], value])),
  }))
  const last = tables.pop()!
  const before = tables.reduce(
    (query, { table, row }) =>
      query.with(`in_${table}`, (some) => some.insertInto(table).values(row as never)) as never,
    db as Pick<Database, 'with' | 'insertInto'>,
  )
  return before.insertInto(last.table).values(last.row as never)
})
