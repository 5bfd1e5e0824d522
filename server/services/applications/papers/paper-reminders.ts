import { sql, type SqlBool } from 'kysely'

import {
  daysToLosePlace,
  lateDays,
  paperReminderDays,
} from '../../../../contract/intake/paper-kinds.ts'
import { type ApplicationPaper, isToBeSent } from '../../../../contract/intake/papers.ts'
import { addDays, dayInKenya } from '../../../../contract/time-zone.ts'
import type { Database, OutboxTable, Transaction } from '../../../database/tables.ts'
import { inTransaction } from '../../../database/transaction.ts'
import { eventsOn, recordHistory } from '../../history.ts'
import { enqueueMessage } from '../../messages/outbox.ts'
import { notYetReminded, remindOnce } from '../../messages/remind-once.ts'
import { changeEach, lockRecord } from '../../optimistic-lock.ts'
import { findRow } from '../../rows.ts'
import { losePlace } from '../offers.ts'
import { newRecord, now } from '../../ids.ts'
import { isPaperDue, papersAre, papersOf } from '../../papers/papers.ts'

/**
 * Reminds people with a place of papers that are missing: twice before the day, and once after it. Returns
 * the number of messages.
 */
export async function remindOfDuePapers(db: Database) {
  const today = dayInKenya(Date.now())
  const [from, to] = [addDays(today, -lateDays.to), addDays(today, Math.max(...paperReminderDays))]
  const found = await db
    .selectFrom('attachments')
    .select(['_id', 'offeredAt'])
    .where('offerState', 'in', ['open', 'confirmed'])
    .where(await isPaperDue(db, { from, to }))
    .orderBy('_id')
    .execute()
  const papers = await papersOf(
    db,
    found.map(({ _id }) => _id),
  )
  const due = await notYetReminded(db, found, ({ _id, offeredAt }) =>
    dueMessage(papers(_id).filter(isMissing), offeredAt),
  )
  return changeEach(db, due, async (transaction, { _id, offeredAt }) => {
    const message = dueMessage(await toBeSent(transaction, _id), offeredAt)
    return message !== undefined && remindOnce(transaction, _id, message)
  })
}

async function toBeSent(db: Database, _id: string) {
  return (await papersOf(db, [_id]))(_id).filter(isMissing)
}

const isMissing = (paper: ApplicationPaper) => isToBeSent(paper) && paper.dueOn !== null

/**
 * The message that is due today, about the paper that is due first. An offer that was made later than the
 * message would have been has named the papers itself.
 */
function dueMessage(papers: ApplicationPaper[], offeredAt: string | null) {
  const today = dayInKenya(Date.now())
  const offeredOn = dayInKenya(offeredAt ?? Date.now())
  const days = papers.flatMap(({ dueOn }) => dueOn ?? []).toSorted()
  for (const dueOn of days) {
    const isLate = today >= addDays(dueOn, lateDays.from) && today <= addDays(dueOn, lateDays.to)
    if (isLate && offeredOn <= dueOn) return lateMessage(papers, dueOn)
    const before = paperReminderDays.findLast((count) => today >= addDays(dueOn, -count))
    if (before === undefined || today > dueOn || offeredOn >= addDays(dueOn, -before)) continue
    return { kind: 'paper_reminder' as const, about: `${before} ${dueOn}` }
  }
  return undefined
}

/** The last reminder before the place is lost is another message than one that loses nothing. */
function lateMessage(papers: ApplicationPaper[], day: string) {
  const isLosing = papers.some(({ dueOn, losesPlace }) => dueOn === day && losesPlace)
  return { kind: 'paper_late' as const, about: isLosing ? lastReminderOf(day) : day }
}

/** The value of `about` of the reminder after which a place is lost. */
const lastReminderOf = (dueOn: string) => `${dueOn} place`

/**
 * Gives the places of people whose papers are missing back, in the intakes that say so: some days after
 * the last reminder has gone out, and before the attachment begins. A paper that waits for staff is not
 * missing. Returns how many places.
 */
export async function lapseWithoutPapers(db: Database) {
  const found = await db
    .selectFrom('attachments')
    .innerJoin('intakes', 'intakes._id', 'attachments.intake')
    .innerJoin('placements', 'placements.attachment', 'attachments._id')
    .select('attachments._id')
    .where('lapsesWithoutPapers', '=', true)
    .where('offerState', '=', 'confirmed')
    .where('placements.startsOn', '>', dayInKenya(Date.now()))
    .where('brokenOffOn', 'is', null)
    .where(sql<SqlBool>`exists (select 1 from outbox
      where outbox.attachment = attachments._id and ${isOldLateMessage()})`)
    .where(papersAre('missing', 'attachments'))
    .orderBy('attachments._id')
    .execute()
  return changeEach(db, found, async (transaction, row) => {
    const { _id, offerState } = row
    if (offerState !== 'confirmed' || (await hasBegun(transaction, _id))) return false
    const missing = (await toBeSent(transaction, _id)).filter((paper) => paper.losesPlace)
    const reminded = await remindedDays(transaction, _id)
    const lost = missing.filter(({ dueOn }) => reminded.has(lastReminderOf(dueOn!)))
    if (lost.length === 0) return false
    const fields = lost.map(({ purpose }) => purpose)
    await losePlace(transaction, row, fields)
    return true
  })
}

async function hasBegun(db: Database, attachment: string) {
  const placement = await findRow(db, 'placements', { attachment })
  const today = dayInKenya(Date.now())
  return !placement || placement.startsOn <= today || placement.brokenOffOn !== null
}

/** The records whose last reminder was sent long enough ago. */
async function remindedDays(db: Database, attachment: string) {
  const rows = await db
    .selectFrom('outbox')
    .select('about')
    .where('attachment', '=', attachment)
    .where(isOldLateMessage())
    .execute()
  return new Set(rows.map(({ about }) => about))
}

/** SQL condition: a message that papers are late was sent so long ago that places can be lost. */
function isOldLateMessage() {
  const before = now(-daysToLosePlace * 24 * 60 * 60 * 1000)
  return sql<SqlBool>`(outbox.kind = 'paper_late' and outbox.state = 'sent' and outbox."endedAt" <= ${before})`
}

/** Whether a reminder names papers of which none is missing any more. */
export async function isPaperReminderOutdated(
  db: Database,
  { attachment }: Pick<OutboxTable, 'attachment'>,
) {
  return (await toBeSent(db, attachment)).length === 0
}

/** Reminds the applicants of chosen applications now. Those with nothing to send get no message. */
export async function remindOfPapers(db: Database, ids: string[], by: string) {
  const chosen = [...new Set(ids)].toSorted()
  const queued = await inTransaction(db, async (transaction) => {
    const due: string[] = []
    for (const _id of chosen) if (await canBeReminded(transaction, _id)) due.push(_id)
    if (due.length === 0) return 0
    // Each reminder by hand is one of its own.
    await enqueueMessage(transaction, 'paper_reminder', due, `asked ${newRecord()._id}`)
    await recordHistory(transaction, ...eventsOn('remind of papers', due, by))
    return due.length
  })
  return { queued, left: chosen.length - queued }
}

/** Milliseconds after a reminder in which another one by hand is not sent. */
const pauseByHand = 60 * 60 * 1000

/** Nobody is reminded twice in a short time, for example after two clicks. */
async function canBeReminded(transaction: Transaction, _id: string) {
  if (!(await lockRecord(transaction, 'attachments', _id))) return false
  if ((await toBeSent(transaction, _id)).length === 0) return false
  const recent = await transaction
    .selectFrom('outbox')
    .select('_id')
    .where('attachment', '=', _id)
    .where('kind', 'in', ['paper_reminder', 'paper_late'])
    .where('createdAt', '>', now(-pauseByHand))
    .executeTakeFirst()
  return recent === undefined
}
