import { setImmediate } from 'node:timers/promises'

import { sql, type SqlBool } from 'kysely'

import type { ApplicationStatus } from '../../../contract/application/application.ts'
import type { Retention, RetentionInput, RetentionPreview } from '../../../contract/retention.ts'
import { applicationStatuses } from '../../../contract/constants.ts'
import type { Engine } from '../../database/engine.ts'
import type { Database } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { statuses } from './status-conditions.ts'
import { countRows } from '../count-rows.ts'
import { changedFields } from '../optimistic-lock.ts'
import { removeAnswers } from './erasure.ts'
import { recordHistory } from '../history.ts'
import { dayInKenya, startOfDayInKenya } from '../../../contract/time-zone.ts'

const batchSize = 200

type Periods = { [Status in ApplicationStatus]?: number | null | undefined }

/** Retention periods in months after the last change, and the number of applications due. */
export async function retention(db: Database, at = new Date()): Promise<Retention> {
  const months = await periods(db)
  const due = await countDue(db, months, at)
  return {
    pending: { months: months.pending, due: due.pending },
    accepted: { months: months.accepted, due: due.accepted },
    archived: { months: months.archived, due: due.archived },
  }
}

/** Number of applications that the given periods would remove. */
export async function countDue(
  db: Database,
  months: Periods,
  at = new Date(),
): Promise<RetentionPreview> {
  const counts = { pending: 0, accepted: 0, archived: 0 }
  for (const status of applicationStatuses) {
    if (!months[status]) continue
    counts[status] = await countRows(dueFor(db, status, at, months[status]))
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
      else await transaction.deleteFrom('retention').where('status', '=', status).execute()
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
    for (;;) {
      const rows = await dueFor(db, status, at, months[status])
        .select('_id')
        .orderBy('_id')
        .limit(batchSize)
        .execute()
      if (rows.length === 0) break
      const ids = rows.map(({ _id }) => _id)
      removed += await inTransaction(db, async (transaction) => {
        const unchangedSince = monthsBefore(at, months[status]!)
        const still = { flags: statuses[status], unchangedSince, condition: isOver(at) }
        const count = await removeAnswers(transaction, engine, ids, still)
        const event = { action: 'expire', entity: 'attachment', count } as const
        if (count > 0) await recordHistory(transaction, event)
        return count
      })
      await setImmediate()
    }
  }
  return removed
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
