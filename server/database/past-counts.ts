import { sql } from 'kysely'

import { ignoreOutage } from './connection-errors.ts'
import type { Database, Tables } from './tables.ts'
import { inTransaction } from './transaction.ts'
import { uuidAt } from './uuid.ts'

/** The tables that get new rows at their end only, and by what these are counted; it never changes. */
const countedBy = { history: ['user', 'action', 'entity'], outbox: [] } as const

export type Growing = Tables['past_counts']['what']

const tables = Object.keys(countedBy) as Growing[]

/** Milliseconds after which a row has been stored, if it ever is, by any server. */
const settled = 10 * 60 * 1000

/** With fewer rows since, counting them costs a reader less than keeping their number. */
const few = 1000

/** Before every id. */
export const firstId = '00000000-0000-0000-0000-000000000000'

/**
 * How many rows a table has whose columns are as asked: what has been counted of those up to one of
 * them, and the rows after it.
 */
export async function countGrowing<Table extends Growing>(
  db: Database,
  table: Table,
  asked: { [Column in (typeof countedBy)[Table][number]]?: string | undefined } = {},
) {
  const past = await db
    .selectFrom('past_counts')
    .select(['value', 'until', 'count'])
    .where('what', '=', table)
    .execute()
  const { until } = past[0]!
  const recent = await countAfter(db, table, until)
  const isLong = recent.reduce((all, { count }) => all + count, 0) > few
  if (isLong && until < idAt(Date.now() - 2 * settled)) await takeIn(db, table).catch(ignoreOutage)
  return [...past, ...recent]
    .filter(({ value }) => isAsked(value.split(separator)))
    .reduce((all, { count }) => all + count, 0)

  function isAsked(values: string[]) {
    const wanted: Partial<Record<string, string>> = asked
    return countedBy[table].every(
      (column, index) => wanted[column] === undefined || wanted[column] === values[index],
    )
  }
}

/** Counts the rows that have settled, for good. */
async function takeIn(db: Database, table: Growing) {
  await inTransaction(db, async (transaction) => {
    const { until } = await transaction
      .selectFrom('past_counts')
      .select('until')
      .where('what', '=', table)
      .where('value', '=', '')
      .forUpdate()
      .executeTakeFirstOrThrow()
    const next = idAt(Date.now() - settled)
    if (next <= until) return
    for (const { value, count } of await countAfter(transaction, table, until, next)) {
      await transaction
        .insertInto('past_counts')
        .values({ what: table, value, until: next, count })
        .onConflict((conflict) =>
          conflict
            .columns(['what', 'value'])
            .doUpdateSet({ count: sql`past_counts.count + excluded.count` }),
        )
        .execute()
    }
    await transaction
      .updateTable('past_counts')
      .set({ until: next })
      .where('what', '=', table)
      .execute()
  })
}

async function countAfter(db: Database, table: Growing, after: string, until?: string) {
  const { rows } = await sql<{ value: string; count: number }>`
    select ${valueOf(table)} as value, count(*) as count from ${sql.table(table)}
    where _id > ${after} ${until === undefined ? sql`` : sql`and _id <= ${until}`}
    group by 1`.execute(db)
  return rows
}

/** Counts all anew, the next time that somebody asks. */
export async function forgetPastCounts(db: Database) {
  await db.updateTable('past_counts').set({ until: firstId, count: 0 }).execute()
}

/** Asks, by looking at all rows, how many counts are not theirs: `n`. */
export function wrongPastCounts() {
  const parts = tables.map(
    (table) => sql`
      select ${sql.lit(table)}, ${valueOf(table)}, -1 from ${sql.table(table)}
      where _id <= (select until from past_counts where what = ${sql.lit(table)} limit 1)`,
  )
  return sql<{ n: number }>`
    select count(*) as n from (
      select what, value from (
        select what, value, count from past_counts
        union all ${sql.join(parts, sql` union all `)}
      ) as differences
      group by what, value having sum(count) <> 0
    ) as wrong`
}

const separator = '|'

/** What a row is counted by, in SQL, as a text. */
function valueOf(table: Growing) {
  const columns = countedBy[table].map(
    (column) => sql`coalesce(cast(${sql.ref(column)} as text), '')`,
  )
  return columns.length > 0 ? sql.join(columns, sql.raw(` || '${separator}' || `)) : sql`''`
}

/** The least id of a moment. */
function idAt(milliseconds: number) {
  return uuidAt(milliseconds, '7000-8000-000000000000')
}
