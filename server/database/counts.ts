import { sql, type Transaction } from 'kysely'

import type { Engine } from './engine.ts'
import { swallowOutage } from './connection-errors.ts'
import type { Database, Tables } from './tables.ts'
import { yieldToOthers, inTransaction } from './transaction.ts'

/**
 * Dimensions of the counts of applications. Part of migration 0011, which keeps a copy of its own when this
 * changes by a later one.
 */
export const countDimensions = [
  'institution',
  'course',
  'department',
  'day',
  'declined_reason',
  'withdrawn',
] as const

type CountDimension = Tables['counts']['what']

/** How many applications have a value and these flags; the value is empty where there is none. */
export type Count = Pick<Tables['counts'], 'value' | 'is_accepted' | 'is_archived' | 'count'>

/** So many changes are taken into the counts at once. */
const step = 250

/** With fewer changes, adding them up costs a reader less than taking them in. */
const few = 1000

/**
 * How many applications there are for each value, or for one: what has been counted, and what has
 * changed since, in one look, so that every application counts once.
 */
export async function countsBy(
  db: Database,
  what: CountDimension,
  value?: string,
): Promise<Count[]> {
  const [isCounted, isChanged] = [sql.ref('value'), sql.ref(what)].map((column) =>
    value === undefined ? sql`true` : sql`${column} = ${value}`,
  )
  const { rows } = await sql<Count & { changes: number }>`
    select value, is_accepted, is_archived, count, 0 as changes
    from counts where what = ${what} and ${isCounted}
    union all
    select ${sql.ref(what)}, is_accepted, is_archived, sum(change), count(*)
    from count_changes where ${isChanged}
    group by ${sql.ref(what)}, is_accepted, is_archived`.execute(db)
  const counts = new Map<string, Count>()
  let changed = 0
  for (const row of rows) {
    const key = `${row.value} ${row.is_accepted} ${row.is_archived}`
    const earlier = counts.get(key)
    if (earlier) earlier.count += row.count
    else counts.set(key, row)
    changed += row.changes
  }
  if (changed > few) await foldChanges(db).catch(swallowOutage)
  return [...counts.values()].filter(({ count }) => count > 0)
}

/** Takes what has changed into the counts, in steps between which others get their turn. */
export async function foldChanges(db: Database) {
  while ((await inTransaction(db, foldStep)) === step) await yieldToOthers(db)
}

async function foldStep(transaction: Transaction<Tables>) {
  const oldest = transaction.selectFrom('count_changes').select('row').orderBy('row').limit(step)
  const changes = await transaction
    .deleteFrom('count_changes')
    .where('row', 'in', oldest)
    .returningAll()
    .execute()
  const sums = new Map<string, Tables['counts']>()
  for (const { is_accepted, is_archived, change, ...values } of changes) {
    for (const what of countDimensions) {
      const of = { what, value: values[what], is_accepted, is_archived }
      const key = JSON.stringify(of)
      sums.set(key, { ...of, count: (sums.get(key)?.count ?? 0) + change })
    }
  }
  await upsertSums(transaction, 'counts', sums)
  return changes.length
}

/** Adds counts, by any key of theirs, to those that a table has. */
export async function upsertSums<Table extends keyof typeof keys>(
  transaction: Transaction<Tables>,
  table: Table,
  counts: Map<string, Tables[Table]>,
) {
  // In one order, so that two processes never wait for each other.
  const rows = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  const sum = sql<number>`${sql.ref(`${table}.count`)} + excluded.count`
  for (let start = 0; start < rows.length; start += 500) {
    await transaction
      .insertInto(table as 'counts')
      .values(rows.slice(start, start + 500) as Tables['counts'][])
      .onConflict((conflict) => conflict.columns(keys[table]).doUpdateSet({ count: sum }))
      .execute()
  }
}

const keys = {
  counts: ['what', 'value', 'is_accepted', 'is_archived'],
  erased_counts: ['what', 'value', 'is_accepted'],
} satisfies Record<string, (keyof Tables['counts'])[]>

/** Counts anew all applications that there are. */
export async function recount(db: Database, engine: Pick<Engine, 'dayInKenya'>) {
  await sql`delete from count_changes`.execute(db)
  await sql`delete from counts`.execute(db)
  const values = valuesOf(engine, 'attachments')
  for (const what of countDimensions) {
    await sql`
      insert into counts (what, value, is_accepted, is_archived, count)
      select ${sql.lit(what)}, ${sql.raw(values[what])}, is_accepted, is_archived, count(*)
      from attachments group by 2, 3, 4`.execute(db)
  }
}

/** Asks, by looking at all applications, how many counts are not theirs: `n`. */
export function findMismatches(engine: Pick<Engine, 'dayInKenya'>) {
  const values = valuesOf(engine, 'attachments')
  const parts = countDimensions.flatMap((what) => [
    sql`select ${sql.lit(what)}, ${sql.ref(what)}, is_accepted, is_archived, change
      from count_changes`,
    sql`select ${sql.lit(what)}, ${sql.raw(values[what])}, is_accepted, is_archived, -1
      from attachments`,
  ])
  return sql<{ n: number }>`
    select count(*) as n from (
      select what, value, is_accepted, is_archived from (
        select what, value, is_accepted, is_archived, count from counts
        union all ${sql.join(parts, sql` union all `)}
      ) as differences
      group by what, value, is_accepted, is_archived having sum(count) <> 0
    ) as wrong`
}

/** The dimensions of an application in SQL, each a text. */
export function valuesOf(
  { dayInKenya }: Pick<Engine, 'dayInKenya'>,
  row: string,
): Record<CountDimension, string> {
  const reference = (name: string) => `coalesce(cast(${row}.${name} as text), '')`
  return {
    institution: reference('institution'),
    course: reference('course'),
    department: reference('department'),
    day: dayInKenya(`${row}."createdAt"`),
    declined_reason: `coalesce(${row}.declined_reason, '')`,
    withdrawn: `case when ${row}."withdrawnAt" is null then '' else 'withdrawn' end`,
  }
}
