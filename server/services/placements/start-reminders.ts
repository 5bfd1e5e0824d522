import { setImmediate } from 'node:timers/promises'

import { startReminderDays } from '../../../contract/intake/placement.ts'
import { dayInKenya } from '../../../contract/time-zone.ts'
import { anyOf } from '../../database/prepared.ts'
import type { Database, OutboxTable } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { enqueueMessage } from '../messages/outbox.ts'
import { lockRecord } from '../optimistic-lock.ts'

const day = 24 * 60 * 60 * 1000
const batchSize = 200

interface Start {
  attachment: string
  startsOn: string
}

/**
 * Reminds people whose attachment starts within `startReminderDays`, once for each first day. Staff may
 * move the first day; a reminder of the new one follows. Returns the number of reminders.
 */
export async function remindOfStarts(db: Database) {
  let count = 0
  for await (const { attachment, startsOn } of startsToRemindOf(db)) {
    count += await inTransaction(db, async (transaction) => {
      await lockRecord(transaction, 'attachments', attachment)
      const [due] = await withoutReminder(transaction, [{ attachment, startsOn }])
      const reminder = { attachment, about: startsOn }
      if (!due || (await isStartReminderOutdated(transaction, reminder))) return 0
      await enqueueMessage(transaction, 'placement_starts', [attachment], startsOn)
      return 1
    })
  }
  return count
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

/** Yields the placements that start soon and whose first day no reminder has named. */
async function* startsToRemindOf(db: Database) {
  const now = Date.now()
  const [today, latest] = [dayInKenya(now), dayInKenya(now + startReminderDays * day)]
  let last: { startsOn: string; _id: string } | undefined
  for (;;) {
    let query = db
      .selectFrom('placements')
      // SQLite keeps the order of a cross join. It would else read all confirmed applications.
      .crossJoin('attachments')
      .whereRef('attachments._id', '=', 'placements.attachment')
      .select(['placements._id', 'attachment', 'startsOn'])
      .where('startsOn', '>', today)
      .where('startsOn', '<=', latest)
      .where('brokenOffOn', 'is', null)
      .where('offerState', '=', 'confirmed')
      .orderBy('startsOn')
      .orderBy('placements._id')
      .limit(batchSize)
    if (last) {
      const { startsOn, _id } = last
      query = query.where((row) =>
        row(row.refTuple('startsOn', 'placements._id'), '>', row.tuple(startsOn, _id)),
      )
    }
    const rows = await query.execute()
    yield* await withoutReminder(db, rows)
    last = rows.at(-1)
    if (rows.length < batchSize) return
    await setImmediate()
  }
}

/** The starts without a reminder. One that was cancelled reminded nobody. */
async function withoutReminder(db: Database, starts: Start[]) {
  if (starts.length === 0) return []
  const ids = starts.map(({ attachment }) => attachment)
  const reminders = await db
    .selectFrom('outbox')
    .select(['attachment', 'about'])
    .where(anyOf(db, 'attachment', ids))
    .where('kind', '=', 'placement_starts')
    .where('state', '<>', 'cancelled')
    .execute()
  const reminded = new Set(reminders.map(({ attachment, about }) => `${attachment} ${about}`))
  return starts.filter(({ attachment, startsOn }) => !reminded.has(`${attachment} ${startsOn}`))
}
