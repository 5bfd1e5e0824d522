import { sql, type SqlBool } from 'kysely'

import {
  comparedColumns,
  personKeys,
  type Compared,
  type PersonKeys,
} from '../database/person-keys.ts'
import { anyOf, isPostgres, prepared } from '../database/prepared.ts'
import type { AttachmentsTable, Database, Transaction } from '../database/tables.ts'
import { insert } from '../database/insert.ts'
import { inTransaction, yieldToOthers } from '../database/transaction.ts'
import { updateRows } from './rows.ts'

// Each application has keys. `attachments.sameAs` counts the other applications of the same intake that
// share the e-mail, the name with birth date, or the phone number with first name. Pairs that staff have
// decided do not count.

/** The keys of which each is shared by applications of the same person. */
const shared = [['email'], ['nameKey'], ['phoneKey', 'firstNameKey']] as const

/** SQL condition: the rows `own` and `other` share one of the keys in an intake. */
function shareKey(columns: readonly string[]) {
  const same = columns.map(
    (column) => sql`${sql.ref(`other.${column}`)} = ${sql.ref(`own.${column}`)}`,
  )
  return sql`${sql.join(same, sql` and `)} and other.intake is not distinct from own.intake`
}

/** Query of the pairs of applications that share a key. `own` is the condition for the first of a pair. */
export function alikePairs(own: ReturnType<typeof anyOf>) {
  const pairs = shared.map(
    (columns) => sql`select own._id, other._id as other from attachments as own
      join attachments as other on ${shareKey(columns)} and other._id <> own._id
      where ${own}`,
  )
  return sql<{ _id: string; other: string }>`${sql.join(pairs, sql` union `)}`
}

/** The largest number that `sameAs` counts to, so that one arrival changes few rows. */
const mostAlike = 20

/** Applications that are compared in one transaction. */
export const batchSize = 200

type ComparedKeys = Pick<AttachmentsTable, '_id' | 'intake' | 'email' | keyof PersonKeys>

/** SQL conditions: another application shares a key with this one. */
function sharing({ _id, intake, ...keys }: ComparedKeys) {
  return shared.map((columns) => {
    const same = columns.map((column) => sql`${sql.ref(column)} = ${keys[column]}`)
    return sql<SqlBool>`${sql.join(same, sql` and `)}
      and intake is not distinct from ${intake} and _id <> ${_id}`
  })
}

/**
 * Whether anybody shares a key: quicker than `selectAlike`, and mostly nobody does. One query for each key,
 * because PostgreSQL reads all rows of a small table for conditions with `or`, and keeps that plan.
 */
const selectAny = prepared((_db, arrival: ComparedKeys) => {
  const queries = sharing(arrival).map(
    (condition) => sql`select _id from attachments where ${condition}`,
  )
  return sql<{ _id: string }>`${sql.join(queries, sql` union all `)} limit ${sql.lit(1)}`
})

/** Finds others that share a key, at most `mostAlike` for each key. */
const selectAlike = prepared((_db, arrival: ComparedKeys) => {
  const queries = sharing(arrival).map(
    (condition, index) => sql`select _id from (select _id from attachments where ${condition}
      limit ${sql.lit(mostAlike)}) as ${sql.id(`by_key_${index}`)}`,
  )
  return sql<{ _id: string }>`${sql.join(queries, sql` union `)}`
})

/** Stores a new application with its keys, and counts those that are alike. */
export async function insertCompared(transaction: Transaction, row: AttachmentsTable) {
  if (isPostgres(transaction)) await insertLocked(transaction, { ...row, ...locksOf(row) })
  // SQLite has only one writer.
  else await insert(transaction, 'attachments', row)
  const { _id, intake, email, nameKey, phoneKey, firstNameKey } = row
  const arrival = { _id, intake, email, nameKey, phoneKey, firstNameKey }
  if ((await selectAny(transaction, arrival)).length === 0) return
  const alike = await selectAlike(transaction, arrival)
  const ids = alike.map((other) => other._id)
  // Null stays null.
  await transaction
    .updateTable('attachments')
    .set({ sameAs: sql`"sameAs" + 1` })
    .where('_id', 'in', ids)
    .where('sameAs', '<', mostAlike)
    .execute()
  const sameAs = Math.min(ids.length, mostAlike)
  await updateRows(transaction, 'attachments', { _id }, { sameAs })
}

interface Locks {
  first: string | null
  second: string | null
  third: string | null
}

/** The keys to lock, sorted, so that two transactions do not wait for each other. */
function locksOf({ email, nameKey, phoneKey }: ComparedKeys): Locks {
  const [first = null, second = null, third = null] = [email, nameKey, phoneKey]
    .filter((key) => key !== null)
    .toSorted()
  return { first, second, third }
}

/**
 * Stores an application under advisory locks of its keys, until the end of the transaction: concurrent
 * arrivals of one person see each other. The shared lock makes arrivals wait for `lockArrivals`.
 */
const insertLocked = prepared((db, { first, second, third, ...row }: AttachmentsTable & Locks) => {
  const lock = (key: string | null) =>
    sql`pg_advisory_xact_lock(hashtextextended(cast(${key} as text), 0))`
  const locked = sql`(select pg_advisory_xact_lock_shared(${sql.lit(arrivals)}),
      ${lock(first)}, ${lock(second)}, ${lock(third)})`
  // The statement takes the locks before it inserts the row, without a round trip of its own.
  const sameAs = sql<number>`(select 0 from ${locked} as locked)`
  return db.insertInto('attachments').values({ ...row, sameAs })
})

/** Waits for arrivals in progress, and makes others wait until the end of the transaction. */
async function lockArrivals(transaction: Database) {
  if (!isPostgres(transaction)) return
  await sql`select pg_advisory_xact_lock(${sql.lit(arrivals)})`.execute(transaction)
}

/** The advisory lock of arrivals. */
const arrivals = 42_042

/** Compares a changed application, and those that were or are alike. */
export async function compareChanged(transaction: Transaction, application: Compared) {
  await lockArrivals(transaction)
  await compareApplications(transaction, [application])
  await comparePending(transaction)
}

/** Compares applications that are new or have changed, and those that are alike now. */
async function compareApplications(db: Database, rows: readonly Compared[]) {
  // A trigger marks the applications that shared the old keys.
  for (const row of rows) {
    await updateRows(db, 'attachments', { _id: row._id }, personKeys(row))
  }
  await compareStored(
    db,
    rows.map(({ _id }) => _id),
  )
}

/** Counts anew for applications whose keys are stored, and for those that are alike. */
export async function compareStored(db: Database, ids: readonly string[]) {
  await countAlike(db, [...ids, ...(await partnersOf(db, ids))])
}

/** The comparison after applications were deleted or have other keys. Returns the number of applications. */
export async function comparePending(db: Database) {
  const rows = await db
    .selectFrom('attachments')
    .select(['_id', ...comparedColumns])
    .where('sameAs', 'is', null)
    .orderBy('_id', 'desc')
    .limit(batchSize)
    .forUpdate()
    .skipLocked()
    .execute()
  if (rows.length === 0) return 0
  await lockArrivals(db)
  await compareApplications(db, rows)
  return rows.length
}

/** The job that compares existing applications, and those that servers of an older version write. */
export async function runComparison(db: Database, signal?: AbortSignal) {
  let compared = 0
  for (;;) {
    const count = await inTransaction(db, comparePending)
    compared += count
    if (count < batchSize || signal?.aborted) return compared
    await yieldToOthers(db)
  }
}

/** The applications with a key of these ones, in the same intake. */
async function partnersOf(db: Database, ids: readonly string[]) {
  const { rows } = await alikePairs(anyOf(db, 'own._id', ids)).execute(db)
  return rows.map(({ other }) => other).filter((_id) => !ids.includes(_id))
}

/** The `sameAs` that an application should have, by its keys and the decisions of staff. */
export const countOfAlike = sql<number>`(select count(*) from (
  select 1 as one from (${alikePairs(sql<SqlBool>`own._id = attachments._id`)}) as alike
  where not exists (
    select 1 from same_person
    where first = attachments._id and second = alike.other
      or second = attachments._id and first = alike.other)
  limit ${sql.lit(mostAlike)}) as counted)`

/** Stores `sameAs` of applications with keys. */
export async function countAlike(db: Database, ids: readonly string[]) {
  await sql`update attachments set "sameAs" = ${countOfAlike}
    where ${anyOf(db, '_id', ids)}`.execute(db)
}
