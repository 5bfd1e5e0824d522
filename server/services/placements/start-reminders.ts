import { sql, type SqlBool } from 'kysely'

import { startReminderDays } from '../../../contract/intake/placement.ts'
import { addDays, dayInKenya } from '../../../contract/time-zone.ts'
import type { Database, OutboxTable } from '../../database/tables.ts'
import { enqueueMessage } from '../messages/outbox.ts'
import { changeEach } from '../optimistic-lock.ts'

/**
 * Reminds people whose attachment starts within `startReminderDays`, once for each first day. Staff may
 * move the first day; a reminder of the new one follows. Returns the number of reminders.
 */
export async function remindOfStarts(db: Database) {
  const due = await selectDue(db).select('attachment as _id').execute()
  return changeEach(db, due, async (transaction, { _id }) => {
    const reminder = await selectDue(transaction).where('attachment', '=', _id).executeTakeFirst()
    if (!reminder) return false
    await enqueueMessage(transaction, 'placement_starts', [_id], reminder.startsOn)
    return true
  })
}

/** Whether a reminder names another first day than the placement has now, or nobody comes that day. */
export async function isStartReminderOutdated(
  db: Database,
  { about, attachment }: Pick<OutboxTable, 'about' | 'attachment'>,
) {
  const placement = await db
    .selectFrom('placements')
    .innerJoin('attachments', 'attachments._id', 'placements.attachment')
    .select('startsOn')
    .where('attachment', '=', attachment)
    .where('offerState', '=', 'confirmed')
    .where('brokenOffOn', 'is', null)
    .executeTakeFirst()
  return placement?.startsOn !== about || placement.startsOn < dayInKenya(Date.now())
}

/** The placements that start soon and whose first day no reminder has named. */
function selectDue(db: Database) {
  const today = dayInKenya(Date.now())
  return (
    db
      .selectFrom('placements')
      // SQLite keeps the order of a cross join. It would else read all confirmed applications.
      .crossJoin('attachments')
      .whereRef('attachments._id', '=', 'placements.attachment')
      .select('startsOn')
      .where('startsOn', '>', today)
      .where('startsOn', '<=', addDays(today, startReminderDays))
      .where('brokenOffOn', 'is', null)
      .where('offerState', '=', 'confirmed')
      .where(sql<SqlBool>`not ${isReminded}`)
      .orderBy('startsOn')
      .orderBy('placements._id')
  )
}

/** A reminder that was cancelled reminded nobody. */
const isReminded = sql`exists (select 1 from outbox where outbox.attachment = placements.attachment
  and outbox.kind = 'placement_starts' and outbox.state <> 'cancelled'
  and outbox.about = cast(placements."startsOn" as text))`
