import { sql, type SqlBool } from 'kysely'

import { comparedColumns, personKeys, type Compared } from '../database/person-keys.ts'
import { anyOf, isPostgres, prepared } from '../database/prepared.ts'
import type { Database, PersonKeysTable, Transaction } from '../database/tables.ts'
import { insert } from '../database/insert.ts'
import { inTransaction, yieldToOthers } from '../database/transaction.ts'
import { deleteRows, insertRows, updateRows } from './rows.ts'

// Each application has a row of keys. `attachments.sameAs` counts the other applications of the same
// intake that share the e-mail, the name with birth date, or the phone number with first name. Pairs that
// staff have decided do not count.

/** The largest number that `sameAs` counts to, so that one arrival changes few rows. */
const mostAlike = 20

/** Applications that are compared in one transaction. */
export const batchSize = 200

/** Finds the newest other applications that share a key, at most `mostAlike` for each key. */
const selectAlike = prepared((db, keys: PersonKeysTable) => {
  const newest = (column: 'email' | 'name' | 'phone') => {
    let rows = db
      .selectFrom('person_keys')
      .select('attachment')
      .where(column, '=', keys[column])
      .where('intake', '=', keys.intake)
      .where('attachment', '<>', keys.attachment)
    if (column === 'phone') rows = rows.where('firstName', '=', keys.firstName)
    rows = rows.orderBy('attachment', 'desc').limit(sql.lit(mostAlike))
    return db.selectFrom(rows.as(`by_${column}`)).selectAll()
  }
  return newest('email').union(newest('name')).union(newest('phone'))
})

/** Stores the keys of a new application, and counts those that are alike. */
export async function compareArrival(transaction: Transaction, application: Compared) {
  const keys = personKeys(application)
  if (isPostgres(transaction)) await insertLocked(transaction, { ...keys, ...locksOf(keys) })
  // SQLite has only one writer.
  else await insert(transaction, 'person_keys', keys)
  const alike = await selectAlike(transaction, keys)
  if (alike.length === 0) return
  const ids = alike.map(({ attachment }) => attachment)
  // Null stays null.
  await transaction
    .updateTable('attachments')
    .set({ sameAs: sql`"sameAs" + 1` })
    .where('_id', 'in', ids)
    .where('sameAs', '<', mostAlike)
    .execute()
  const sameAs = Math.min(ids.length, mostAlike)
  await updateRows(transaction, 'attachments', { _id: application._id }, { sameAs })
}

/** The keys to lock, sorted, so that two transactions do not wait for each other. */
function locksOf({ email, name, phone }: PersonKeysTable) {
  const [first, second = null, third = null] = [email, name, phone]
    .filter((key) => key !== null)
    .toSorted()
  return { first: first!, second, third }
}

/**
 * Stores keys under advisory locks, until the end of the transaction: concurrent arrivals of one person
 * see each other. The shared lock makes arrivals wait for `lockArrivals`.
 */
const insertLocked = prepared(
  (_db, keys: PersonKeysTable & { first: string; second: string | null; third: string | null }) => {
    const lock = (key: string | null) =>
      sql`pg_advisory_xact_lock(hashtextextended(cast(${key} as text), 0))`
    return sql`insert into person_keys (attachment, intake, email, name, phone, "firstName")
      select cast(${keys.attachment} as uuid), cast(${keys.intake} as text),
        cast(${keys.email} as text), cast(${keys.name} as text), cast(${keys.phone} as text),
        cast(${keys.firstName} as text)
      from (select pg_advisory_xact_lock_shared(${sql.lit(arrivals)}),
        ${lock(keys.first)}, ${lock(keys.second)}, ${lock(keys.third)}) as locked`
  },
)

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
export async function compareApplications(db: Database, rows: readonly Compared[]) {
  const keys = rows.map(personKeys)
  const ids = keys.map(({ attachment }) => attachment)
  // A trigger marks the applications that shared the old keys.
  await deleteRows(db, 'person_keys', { attachment: ids })
  await insertRows(db, 'person_keys', keys)
  await countAlike(db, [...ids, ...(await partnersOf(db, ids))])
}

/** The comparison after rows of keys were deleted or changed. Returns the number of applications. */
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
  const { rows } = await sql<{ _id: string }>`
    ${alikeOf(anyOf(db, 'own.attachment', ids))}`.execute(db)
  return rows.map(({ _id }) => _id).filter((_id) => !ids.includes(_id))
}

/** Query: the ids of applications that are likely of the same person as the `own` ones. */
const alikeOf = (own: ReturnType<typeof anyOf>) => {
  const sharing = (columns: string[]) => {
    const shared = columns.map(
      (column) => sql`${sql.ref(`other.${column}`)} = ${sql.ref(`own.${column}`)}`,
    )
    return sql`select other.attachment as _id from person_keys as own
      join person_keys as other on ${sql.join(shared, sql` and `)} and other.intake = own.intake
      where ${own}`
  }
  const keys = [['email'], ['name'], ['phone', 'firstName']]
  return sql.join(keys.map(sharing), sql` union `)
}

/** The `sameAs` that an application should have, by its keys and the decisions of staff. */
export const countOfAlike = sql<number>`(select count(*) from (
  select 1 as one from (${alikeOf(sql<SqlBool>`own.attachment = attachments._id`)}) as alike
  where alike._id <> attachments._id and not exists (
    select 1 from same_person
    where first = attachments._id and second = alike._id
      or second = attachments._id and first = alike._id)
  limit ${sql.lit(mostAlike)}) as counted)`

/** Stores `sameAs` of applications with keys. */
export async function countAlike(db: Database, ids: readonly string[]) {
  await sql`update attachments set "sameAs" = ${countOfAlike}
    where ${anyOf(db, '_id', ids)}`.execute(db)
}
