import { sql, type Insertable, type Transaction } from 'kysely'

import { isPostgres, prepared } from './prepared.ts'
import type { Database, Tables } from './tables.ts'

/** Rows by table. The rows of a table have the same columns. */
type Rows = Map<keyof Tables, object[]>

/** Rows that `batchInserts` inserts at its end, by transaction. */
const pendingRows = new WeakMap<Database, Rows>()

/** Inserts a row by a prepared statement, or with others at the end of `batchInserts`. */
export async function insert<Table extends keyof Tables>(
  db: Database,
  table: Table,
  row: Insertable<Tables[Table]>,
) {
  const rows = pendingRows.get(db)
  if (rows) rows.set(table, [...(rows.get(table) ?? []), row])
  else await insertStatement(table)(db, row)
}

const statements = new Map<keyof Tables, ReturnType<typeof prepared<object, unknown>>>()

function insertStatement(table: keyof Tables) {
  let statement = statements.get(table)
  if (!statement) {
    statement = prepared((db, row) => db.insertInto(table).values(row as never))
    statements.set(table, statement)
  }
  return statement
}

/**
 * Batch insert: the work inserts rows into several tables, parents first, and reads none of them.
 * PostgreSQL gets them at the end as one statement, because a round trip costs more than a row.
 */
export async function batchInserts<T>(transaction: Transaction<Tables>, work: () => Promise<T>) {
  if (!isPostgres(transaction)) return work()
  const rows: Rows = new Map()
  pendingRows.set(transaction, rows)
  const result = await work().finally(() => pendingRows.delete(transaction))
  if (rows.size > 0) await insertAll(transaction, rows)
  return result
}

/** One parameter for each table: its rows as JSON. Its key, `table column column…`, becomes the SQL. */
async function insertAll(db: Database, rows: Rows) {
  const values = [...rows].map(([table, some]) => {
    const names = [table, ...Object.keys(some[0]!)]
    return [names.join(' '), JSON.stringify(some)] as const
  })
  await insertJson(db, Object.fromEntries(values))
}

const insertJson = prepared((_db, values: Record<string, unknown>) => {
  const inserts = Object.entries(values).map(([name, rows]) => {
    const [table, ...columns] = name.split(' ').map((part) => sql.ref(part))
    const list = sql.join(columns)
    return sql`insert into ${table} (${list})
      select ${list} from json_populate_recordset(null::${table}, ${rows}::json)`
  })
  const last = inserts.pop()
  const before = inserts.map((query, index) => sql`${sql.ref(`inserted_${index}`)} as (${query})`)
  return before.length > 0 ? sql`with ${sql.join(before)} ${last}` : sql`${last}`
})
