import { hash } from 'node:crypto'

import type { Writing, Written } from '../../../contract/message/write.ts'
import { anyOf } from '../../database/prepared.ts'
import type { Database, OutboxTable, WrittenMessagesTable } from '../../database/tables.ts'
import { inTransaction, yieldToOthers } from '../../database/transaction.ts'
import { changeOrRefuse, conflict, DomainError, notFound } from '../domain-error.ts'
import { eventsOn, recordHistory } from '../history.ts'
import { newRecord, now } from '../ids.ts'
import { countRows, deleteRows, findRow, insertRows, updateRows } from '../rows.ts'
import { isOpen } from './claims.ts'
import { messagesTo, undoWindow } from './outbox.ts'
import { goneMeanwhile, planWriting } from './preview-writing.ts'
import { type Recipient, stepSize } from './recipients.ts'
import type { SmsTariff } from './tariff.ts'
import type { EmailSender } from './template-reader.ts'

interface Author {
  by: string
  /** Every repeat of the request has the same key, so that nobody is told twice. */
  key: string | undefined
}

interface Sending {
  sender: EmailSender
  tariff: SmsTariff
}

/**
 * Queues a message to many applicants, in steps, so that no other request waits. None of its messages
 * is sent before all of them are stored and the time to undo has passed.
 */
export async function writeToMany(
  db: Database,
  { sender, tariff }: Sending,
  { read, ...writing }: Writing,
  { by, key }: Author,
): Promise<Written | DomainError> {
  const fingerprint = hash('sha256', JSON.stringify(writing), 'base64url')
  const earlier = key === undefined ? undefined : await findEarlier(db, key, fingerprint)
  if (earlier instanceof DomainError) return earlier
  const planned = await planWriting(db, sender, tariff, writing)
  if (planned instanceof DomainError) return planned
  const { recipients, preview } = planned
  if (earlier) return { ...preview, undo: earlier._id }
  const { emails, sms } = preview
  if (recipients.length === 0) return conflict('Nobody in this choice can be reached.')
  if (read && (read.emails !== emails || read.sms !== sms)) return changedMeanwhile()

  const { ids: _, ...texts } = writing
  const row = {
    ...newRecord(),
    createdBy: by,
    key: key ?? null,
    fingerprint,
    texts: JSON.stringify(texts),
    undoUntil: now(undoWindow),
  }
  const taken = () => conflict('This message is on its way already.')
  const stored = await changeOrRefuse(db, { taken }, (transaction) =>
    insertRows(transaction, 'written_messages', [row]),
  )
  if (stored instanceof DomainError) return stored
  const refused = await queue(db, row, recipients, by)
  if (!refused) return { ...preview, undo: row._id }
  await cancel(db, row._id)
  await deleteRows(db, 'written_messages', { _id: row._id })
  return refused
}

const changedMeanwhile = () =>
  conflict('The list has changed since you looked at it. Nothing was sent. Look at it again.')

/** The message of an earlier request with this key; undefined if there is none, or it was broken off. */
async function findEarlier(db: Database, key: string, fingerprint: string) {
  const found = await findRow(db, 'written_messages', { key })
  if (!found) return undefined
  if (found.fingerprint !== fingerprint) {
    return conflict('Another message was sent from this form before. Send this one once more.')
  }
  if (found.queuedAt !== null) return found
  if (found.undoUntil > now()) return conflict('This message is being stored at this moment.')
  // Its process has ended: no message of it is sent.
  await deleteRows(db, 'written_messages', { _id: found._id })
  return undefined
}

type Stored = Pick<WrittenMessagesTable, '_id' | 'undoUntil'>

/** Milliseconds before the end of the undo time in which all messages must be stored. */
const spare = 5000

/** Stores the messages. Returns the error that keeps them from being sent. */
async function queue(db: Database, written: Stored, recipients: Recipient[], by: string) {
  for (let start = 0; start < recipients.length; start += stepSize) {
    const step = recipients.slice(start, start + stepSize)
    const refused = await queueStep(db, written, step, by)
    if (refused) return refused
    if (now(spare) > written.undoUntil) {
      return new DomainError('unavailable', 'The database is too slow now. Nothing was sent.', {
        retryAfter: 60,
      })
    }
    await yieldToOthers(db)
  }
  await updateRows(db, 'written_messages', { _id: written._id }, { queuedAt: now() })
  return undefined
}

function queueStep(db: Database, { _id: about, undoUntil }: Stored, step: Recipient[], by: string) {
  const ids = step.map(({ _id }) => _id)
  return changeOrRefuse(db, { missing: goneMeanwhile }, async (transaction) => {
    const left = transaction.selectFrom('attachments').where(anyOf(db, '_id', ids))
    if ((await countRows(left)) < ids.length) return goneMeanwhile()
    const rows = step.flatMap(({ _id: attachment, transports }) =>
      messagesTo({ attachment, kind: 'written', about }, transports, undoUntil),
    )
    await insertRows(transaction, 'outbox', rows)
    await recordHistory(transaction, ...eventsOn('write', ids, by))
    return undefined
  })
}

/** Takes the messages back that the token stands for, if none of them has been sent. */
export async function undoWriting(db: Database, _id: string, by: string) {
  const found = await findRow(db, 'written_messages', { _id })
  if (!found) return notFound('message')
  const inTime = await inTransaction(db, (transaction) =>
    transaction
      .updateTable('written_messages')
      .set({ undoneAt: now() })
      .where('_id', '=', _id)
      .where('queuedAt', 'is not', null)
      .where('undoneAt', 'is', null)
      .where('undoUntil', '>', now())
      .executeTakeFirst(),
  )
  if (Number(inTime.numUpdatedRows) === 0 && found.undoneAt === null) {
    return conflict('The minute to take it back has passed: it is on its way.')
  }
  const people = await cancel(db, _id, by)
  return {
    message: `Taken back: ${people === 1 ? '1 person is' : `${people} people are`} not told`,
  }
}

/** Cancels the messages that wait, in steps. Returns the number of applications. */
async function cancel(db: Database, _id: string, by?: string) {
  const told = new Set<string>()
  for (;;) {
    const step = await inTransaction(db, async (transaction) => {
      const rows = await transaction
        .updateTable('outbox')
        .set({ state: 'cancelled', endedAt: now() })
        .where('_id', 'in', (from) =>
          from
            .selectFrom('outbox')
            .select('_id')
            .where(isOpen)
            .where('state', '=', 'waiting')
            .where('kind', '=', 'written')
            .where('about', '=', _id)
            .limit(stepSize),
        )
        .returning('attachment')
        .execute()
      const ids = [...new Set(rows.map(({ attachment }) => attachment))].filter(
        (id) => !told.has(id),
      )
      if (by !== undefined) await recordHistory(transaction, ...eventsOn('take back', ids, by))
      return rows
    })
    for (const { attachment } of step) told.add(attachment)
    if (step.length === 0) return told.size
    await yieldToOthers(db)
  }
}

/** Whether a message was taken back, or not all messages of its text have been stored. */
export async function isWritingOutdated(db: Database, { about }: Pick<OutboxTable, 'about'>) {
  const found = about === null ? undefined : await findRow(db, 'written_messages', { _id: about })
  return !found || found.queuedAt === null || found.undoneAt !== null
}
