import { sql, type Insertable, type Transaction } from 'kysely'

import { isPostgres, prepared } from './prepared.ts'
import type { Database, Tables } from './tables.ts'

/** Rows by table. The rows of a table have the same columns. */
type Rows = Map<keyof Tables, object[]>

/** Rows that `batchInserts` will insert at its end, by transaction. */
const pendingRows = new WeakMap<Database, Rows>()

/** Inserts a row by a prepared statement. Inside `batchInserts`, the row is inserted at the end. */
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
 * Batch insert: `work` inserts rows into several tables, and must not read these rows. Rows that
 * are referred to come first. PostgreSQL gets all rows in one statement at the end, because a round
 * trip takes longer than a row.
 */
export async function batchInserts<T>(transaction: Transaction<Tables>, work: () => Promise<T>) {
  if (!isPostgres(transaction)) return work()
  const rows: Rows = new Map()
  pendingRows.set(transaction, rows)
  const result = await work().finally(() => pendingRows.delete(transaction))
  if (rows.size > 0) await insertAll(transaction, rows)
  return result
}

/** Passes the rows of each table as one JSON parameter, whose name is 'table column column…'. */
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
