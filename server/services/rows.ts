import {
  sql,
  type Insertable,
  type Selectable,
  type SelectQueryBuilder,
  type SqlBool,
  type Updateable,
} from 'kysely'

import { insert } from '../database/insert.ts'
import type { Database, Tables } from '../database/tables.ts'

/** The values of columns by which rows are found. A list stands for any of its values. */
type Match<Table extends keyof Tables> = Partial<OneOrMany<Selectable<Tables[Table]>>>

type OneOrMany<Row> = { [Column in keyof Row]: Row[Column] | readonly Row[Column][] }

/** Finds a row with these values; undefined if there is none. */
export async function findRow<Table extends keyof Tables>(
  db: Database,
  table: Table,
  match: Match<Table>,
) {
  const rows = db
    .selectFrom(table as 'attachments')
    .selectAll()
    .where(matches(match))
    .limit(1)
  return (await rows.executeTakeFirst()) as Selectable<Tables[Table]> | undefined
}

export async function hasRow<Table extends keyof Tables>(
  db: Database,
  table: Table,
  match: Match<Table>,
) {
  return (await findRow(db, table, match)) !== undefined
}

/** Rows in one insert statement. */
const batchSize = 500

/** Inserts rows, a single one by a prepared statement. */
export async function insertRows<Table extends keyof Tables>(
  db: Database,
  table: Table,
  rows: Insertable<Tables[Table]>[],
) {
  const [first, ...others] = rows
  if (first && others.length === 0) return insert(db, table, first)
  for (let start = 0; start < rows.length; start += batchSize) {
    const batch = rows.slice(start, start + batchSize)
    await db.insertInto(table).values(batch).execute()
  }
}

/** Changes the rows with these values. Returns their number. */
export async function updateRows<Table extends keyof Tables>(
  db: Database,
  table: Table,
  match: Match<Table>,
  columns: Updateable<Tables[Table]>,
) {
  const update = db.updateTable(table as 'attachments').set(columns as object)
  return Number((await update.where(matches(match)).executeTakeFirst()).numUpdatedRows)
}

/** Deletes the rows with these values. Returns their number. */
export async function deleteRows<Table extends keyof Tables>(
  db: Database,
  table: Table,
  match: Match<Table>,
) {
  const deletion = db.deleteFrom(table as 'attachments')
  return Number((await deletion.where(matches(match)).executeTakeFirst()).numDeletedRows)
}

/** Counts the rows of a query; the database scans them. */
export async function countRows<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
) {
  const { total } = await query
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow()
  return total
}

function matches(match: object) {
  const conditions = Object.entries(match).map(([column, value]) => {
    if (value === null) return sql`${sql.ref(column)} is null`
    if (!Array.isArray(value)) return sql`${sql.ref(column)} = ${value}`
    return value.length > 0 ? sql`${sql.ref(column)} in (${sql.join(value)})` : sql`1 = 0`
  })
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}
