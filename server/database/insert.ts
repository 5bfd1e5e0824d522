import type { Insertable } from 'kysely'

import { prepared } from './prepared.ts'
import type { Database, Tables } from './tables.ts'

const statements = new Map<keyof Tables, ReturnType<typeof prepared<object, unknown>>>()

/** Inserts a row by a prepared statement. The rows of a table have the same columns. */
export async function insert<Table extends keyof Tables>(
  db: Database,
  table: Table,
  row: Insertable<Tables[Table]>,
) {
  let statement = statements.get(table)
  if (!statement) {
    statement = prepared((builder, values) => builder.insertInto(table).values(values as never))
    statements.set(table, statement)
  }
  await statement(db, row)
}
