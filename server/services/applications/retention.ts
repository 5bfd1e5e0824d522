import { setImmediate } from 'node:timers/promises'

import { sql, type SqlBool } from 'kysely'

import type { ApplicationStatus } from '../../../contract/application/application.ts'
import type { Retention, RetentionInput, RetentionPreview } from '../../../contract/retention.ts'
import { applicationStatuses } from '../../../contract/constants.ts'
import type { Engine } from '../../database/engine.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { statuses } from './application-counts.ts'
import { countRows, deleteRows } from '../rows.ts'
import { changedFields } from '../optimistic-lock.ts'
import { removeAnswers } from './erasure.ts'
import { recordHistory } from '../history.ts'
import { dayInKenya, startOfDayInKenya } from '../../../contract/time-zone.ts'

const batchSize = 200

type Periods = { [Status in ApplicationStatus]?: number | null | undefined }

/** Retention periods in months after the last change, and the number of applications due. */
export async function retention(db: Database): Promise<Retention> {
  const months = await periods(db)
  const due = await countDue(db, months)
  const of = (status: ApplicationStatus) => ({ months: months[status], due: due[status] })
  return { pending: of('pending'), accepted: of('accepted'), archived: of('archived') }
}

/** Number of applications that the given periods would remove. */
export async function countDue(db: Database, months: Periods): Promise<RetentionPreview> {
  const now = new Date()
  const counts = { pending: 0, accepted: 0, archived: 0 }
  for (const status of applicationStatuses) {
    if (!months[status]) continue
    counts[status] = await countRows(dueFor(db, status, now, months[status]))
  }
  return counts
}

/** Sets retention periods. With null, applications stay until somebody removes them. */
export async function setRetention(db: Database, input: RetentionInput, by: string) {
  await inTransaction(db, async (transaction) => {
    const before = await periods(transaction)
    const fields = changedFields(before, input) as ApplicationStatus[]
    if (fields.length === 0) return
    for (const status of fields) {
      const months = input[status]
      if (months) await setPeriod(transaction, status, months)
      else await deleteRows(transaction, 'retention', { status })
    }
    await recordHistory(transaction, { action: 'change', entity: 'retention', user: by, fields })
  })
  return retention(db)
}

/** Upsert: another administrator may set the same period concurrently. */
async function setPeriod(transaction: Database, status: ApplicationStatus, months: number) {
  await transaction
    .insertInto('retention')
    .values({ status, months })
    .onConflict((conflict) => conflict.column('status').doUpdateSet({ months }))
    .execute()
}

/**
 * Removes expired applications in batches. The history records the count of each batch. Several
 * processes may do this at the same time: each application is deleted and counted once. Returns their
 * number.
 */
export async function removeDue(db: Database, engine: Engine, at: Date) {
  const months = await periods(db)
  let removed = 0
  for (const status of applicationStatuses) {
    if (months[status] === null) continue
    let count: number
    do {
      count = await inTransaction(db, (transaction) =>
        removeBatch(transaction, engine, dueFor(transaction, status, at, months[status]!)),
      )
      removed += count
      await setImmediate()
    } while (count === batchSize)
  }
  return removed
}

async function removeBatch(
  transaction: Transaction,
  engine: Engine,
  due: ReturnType<typeof dueFor>,
) {
  // Row locks: an application that somebody changes meanwhile is no longer due.
  const rows = await due.select('_id').orderBy('_id').limit(batchSize).forUpdate().execute()
  const ids = rows.map(({ _id }) => _id)
  if (ids.length === 0) return 0
  const count = await removeAnswers(transaction, engine, ids)
  await recordHistory(transaction, { action: 'expire', entity: 'attachment', count })
  return count
}

async function periods(db: Database) {
  const rows = await db.selectFrom('retention').selectAll().execute()
  const of = (status: ApplicationStatus) =>
    rows.find((row) => row.status === status)?.months ?? null
  return { pending: of('pending'), accepted: of('accepted'), archived: of('archived') }
}

function dueFor(db: Database, status: ApplicationStatus, at: Date, months: number) {
  const before = monthsBefore(at, months)
  let rows = db
    .selectFrom('attachments')
    .where(isOver(at))
    .where('updatedAt', '<=', before)
    // Implied by the condition above. With it, the query can use the index of `createdAt`.
    .where('createdAt', '<=', before)
  for (const [flag, value] of statuses[status]) rows = rows.where(flag, '=', value)
  return rows
}

/**
 * SQL condition: the foundation needs the application no more. It does while an offer is open, and
 * until the last day of a placement.
 */
function isOver(at: Date) {
  return sql<SqlBool>`(attachments."offerState" is null
    or attachments."offerState" in ('declined', 'lapsed')
    or attachments."offerState" = 'confirmed' and not exists (
      select 1 from placements where placements.attachment = attachments._id
        and coalesce(placements."brokenOffOn", placements."endsOn") >= ${dayInKenya(at.getTime())}))`
}

/**
 * The start of today in Kenya minus some months, as ISO 8601 in UTC. A day that the month does not
 * have becomes its last day. Applications expire once a day, because the result changes at
 * midnight.
 */
function monthsBefore(at: Date, months: number) {
  const [year = 0, month = 0, today = 0] = dayInKenya(at.getTime()).split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  const then = Date.UTC(year, month - 1 - months, Math.min(today, lastDay))
  return startOfDayInKenya(new Date(then).toISOString().slice(0, 10))
}
