import { setImmediate } from 'node:timers/promises'

import { sql, type SqlBool } from 'kysely'

import { intakeStateAt } from '../../../contract/intake/intake.ts'
import { reminderDays } from '../../../contract/intake/offer.ts'
import type { AttachmentsTable, Database, OutboxTable } from '../../database/tables.ts'
import { acceptNextWaiting } from './decisions/decide.ts'
import { now } from '../ids.ts'
import { isOver, lapse } from './offers.ts'
import { notYetReminded, remindOnce } from '../messages/remind-once.ts'
import { changeEach } from '../optimistic-lock.ts'
import { findRow } from '../rows.ts'

const day = 24 * 60 * 60 * 1000

// The jobs of offers. Each finds what is due in the database and checks it again under a row lock. So it
// may run at any time, after a restart, and in several processes at once. It returns how many it changed.

/** Ends the open offers whose time to answer is over. */
export async function lapseOffers(db: Database) {
  return changeEach(db, await openOffers(db, now()), lapse)
}

/** Reminds applicants who have not answered, once for each of `reminderDays`. */
export async function remindOfOffers(db: Database) {
  const longest = Math.max(...reminderDays) * day
  const due = await notYetReminded(db, await openOffers(db, now(longest)), dueReminder)
  return changeEach(db, due, async (transaction, row) => {
    const reminder = dueReminder(row)
    return reminder !== undefined && remindOnce(transaction, row._id, reminder)
  })
}

/** The open offers that are to be answered before a time. */
function openOffers(db: Database, before: string) {
  return db
    .selectFrom('attachments')
    .select(['_id', 'offerState', 'answerBy', 'offeredAt'])
    .where(isOpen)
    .where('answerBy', '<', before)
    .orderBy('_id')
    .execute()
}

/** Raw SQL, because the partial index serves only a condition without parameters. */
const isOpen = sql<SqlBool>`attachments."offerState" = 'open'`

/**
 * The reminder that is due now: the days before, and the time to answer by. An applicant who had only
 * these days to answer gets none: it would follow the offer at once.
 */
function dueReminder(row: Pick<AttachmentsTable, 'offerState' | 'answerBy' | 'offeredAt'>) {
  const { answerBy, offeredAt } = row
  if (row.offerState !== 'open' || isOver(row)) return undefined
  if (answerBy === null || offeredAt === null) return undefined
  const end = Date.parse(answerBy)
  const due = reminderDays.toReversed().find((days) => Date.now() >= end - days * day)
  if (due === undefined || Date.parse(offeredAt) > end - (due + 1) * day) return undefined
  return { kind: 'offer_reminder' as const, about: `${due} ${answerBy}` }
}

/** Whether a message reminds of an offer that has changed since. */
export async function isOfferReminderOutdated(
  db: Database,
  { about, attachment }: Pick<OutboxTable, 'about' | 'attachment'>,
) {
  const row = await findRow(db, 'attachments', { _id: attachment })
  return row?.offerState !== 'open' || row.answerBy === null || !about?.endsWith(row.answerBy)
}

/** Offers free places to those who wait, in the intakes that say so and have not started. */
export async function promoteWaiting(db: Database) {
  let count = 0
  const intakes = await db
    .selectFrom('intakes')
    .innerJoin('intake_places', 'intake_places.intake', 'intakes._id')
    .select(['intakes._id as intake', 'intake_places.department'])
    .select(['opensAt', 'closesAt', 'startsOn', 'endsOn'])
    .where('autoPromote', '=', true)
    .where('intake_places.places', '>', 0)
    .execute()
  for (const { intake, department, ...dates } of intakes) {
    const state = intakeStateAt(dates, Date.now())
    if (state === 'running' || state === 'ended') continue
    while (await acceptNextWaiting(db, { intake, department })) {
      count++
      await setImmediate()
    }
  }
  return count
}
