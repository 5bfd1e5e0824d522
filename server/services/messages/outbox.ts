import { hash } from 'node:crypto'

import type { ContactBy } from '../../../contract/application/contact-by.ts'
import type { MessageKind, MessageTrouble, Transport } from '../../../contract/message/message.ts'
import { insert } from '../../database/insert.ts'
import type { Database, OutboxTable, Transaction } from '../../database/tables.ts'
import { markForAfterCommit } from '../../database/transaction.ts'
import { newRecord, now } from '../ids.ts'
import {
  decisionKinds,
  isImmediate,
  statusKinds,
  storeLastTold,
  toldStatusOf,
} from './last-told.ts'
import { hasRow, insertRows, updateRows } from '../rows.ts'

/** A message about a decision waits this long (in milliseconds), so that staff can undo it. */
export const undoWindow = 60_000

const day = 24 * 60 * 60 * 1000

/**
 * Milliseconds from queueing a message until the attempts to send it end. After a day without an SMS,
 * an e-mail goes instead.
 */
export const giveUpAfter: Record<Transport, number> = { email: 4 * day, sms: day }

/**
 * Transactional outbox: stores one message of a kind for each application. The worker sends the
 * message after the commit; a message about a decision also waits for `undoWindow`. A new status
 * cancels waiting messages about earlier decisions. If the applicant was last told the same status,
 * no message is stored. Each applicant's `contact_by` decides about the transports. `about` is what
 * the message is about, such as the id of a document.
 */
export async function enqueueMessage(
  transaction: Transaction,
  kind: MessageKind,
  ids: readonly string[],
  about: string | null = null,
  { emailOnly = false } = {},
) {
  const abouts = await aboutsOf(transaction, kind, ids)
  const lastTold = statusKinds.includes(kind) ? await cancelWaiting(transaction, ids) : undefined
  const smsWishes = emailOnly ? new Map<string, ContactBy>() : await findSmsWishes(transaction, ids)
  const rows = ids.flatMap((_id) => {
    const message = { kind, about: abouts?.get(_id) ?? about }
    const needed = lastTold?.has(_id) ? messageNeeded(message, lastTold.get(_id)!) : kind
    return needed ? newMessages(_id, needed, message.about, smsWishes.get(_id) ?? 'email') : []
  })
  if (statusKinds.includes(kind) && isImmediate(kind)) {
    const last_told = toldStatusOf({ kind, about: null })
    await updateRows(transaction, 'attachments', { _id: ids }, { last_told })
  }
  if (rows.length === 0) return
  await insertRows(transaction, 'outbox', rows)
  markForAfterCommit(transaction)
}

/**
 * Cancels the messages about decisions that have not been sent. Returns, for each application with a
 * cancelled message, the status that the applicant was last told. A message that is being sent
 * counts as told.
 */
async function cancelWaiting(transaction: Transaction, ids: readonly string[]) {
  const waiting = transaction
    .updateTable('outbox')
    .where('attachment', 'in', ids)
    .where('kind', 'in', decisionKinds)
    .where('state', 'in', ['waiting', 'failed'])
  const unsure = await waiting
    .set({ state: 'unsure', endedAt: now() })
    .where('trouble', 'in', uncertainTroubles)
    .returning(['_id', 'attachment', 'kind', 'about'])
    .execute()
  for (const row of unsure.toSorted(byId)) await storeLastTold(transaction, row)
  const cancelled = await waiting
    .set({ state: 'cancelled', endedAt: now() })
    .returning('attachment')
    .execute()
  if (cancelled.length === 0) return new Map<string, string>()

  const affected = cancelled.map(({ attachment }) => attachment)
  const applications = await transaction
    .selectFrom('attachments')
    .select(['_id', 'last_told'])
    .where('_id', 'in', affected)
    .execute()
  const lastTold = new Map(applications.map(({ _id, last_told }) => [_id, last_told ?? 'pending']))
  const sending = await transaction
    .selectFrom('outbox')
    .select(['attachment', 'kind', 'about'])
    .where('attachment', 'in', affected)
    .where('kind', 'in', decisionKinds)
    .where('state', '=', 'sending')
    .execute()
  for (const row of sending) lastTold.set(row.attachment, toldStatusOf(row)!)
  return lastTold
}

/** The kind of message that an applicant still needs, who was last told the status `lastTold`. */
function messageNeeded(message: Pick<OutboxTable, 'kind' | 'about'>, lastTold: string) {
  const { kind } = message
  const newStatus = toldStatusOf(message)
  if (lastTold === newStatus) return undefined
  if (newStatus !== 'pending') return kind
  if (lastTold === 'waiting') return 'not_waiting'
  if (/^(accepted|offered|offer confirmed)/.test(lastTold)) return 'revoked'
  if (kind !== 'undeclined') return 'brought back'
  // No e-mail told the applicant about the decline, so none is needed about its undo.
  return lastTold === 'withdrawn' ? undefined : kind
}

/**
 * Enqueues the latest decision again if it was made while an attempt to send `row` was in progress,
 * and that attempt failed.
 */
export async function enqueueLaterDecision(
  transaction: Transaction,
  row: Pick<OutboxTable, '_id' | 'attachment' | 'kind'>,
) {
  if (!decisionKinds.includes(row.kind)) return
  const later = await laterStatusMessage(transaction, row)
  if (!later) return
  if (isImmediate(later.kind)) await cancelWaiting(transaction, [row.attachment])
  else await enqueueMessage(transaction, later.kind, [row.attachment])
}

/** Whether a message tells a decision that a later decision has replaced. */
export async function hasLaterDecision(
  db: Database,
  row: Pick<OutboxTable, '_id' | 'attachment' | 'kind'>,
) {
  return decisionKinds.includes(row.kind) && (await laterStatusMessage(db, row)) !== undefined
}

/**
 * The latest message with a newer status of the same application; undefined if there is none. A copy
 * of the message over the other transport tells nothing newer.
 */
export async function laterStatusMessage(
  db: Database,
  { _id, attachment, kind }: Pick<OutboxTable, '_id' | 'attachment' | 'kind'>,
) {
  if (!statusKinds.includes(kind)) return undefined
  return db
    .selectFrom('outbox')
    .select(['_id', 'kind'])
    .where('attachment', '=', attachment)
    .where('_id', '>', _id)
    .where((row) => row.or([row('copyOf', 'is', null), row('copyOf', '<>', _id)]))
    .where('kind', 'in', statusKinds)
    .where('state', '<>', 'cancelled')
    .orderBy('_id', 'desc')
    .executeTakeFirst()
}

type Sms = Pick<OutboxTable, '_id' | 'createdAt' | 'attachment' | 'kind' | 'about' | 'copyOf'>

/**
 * Stores an e-mail in place of an SMS. There is none if the applicant gets an e-mail anyway, or if a
 * later decision has replaced what the SMS tells.
 */
export async function enqueueEmailInstead(transaction: Transaction, sms: Sms) {
  if (sms.copyOf !== null || (await laterStatusMessage(transaction, sms))) return
  if (await hasRow(transaction, 'outbox', { copyOf: sms._id })) return
  const email = newMessage(sms, 'email', sms._id)
  // The undo window began with the SMS.
  const endOfUndo = new Date(Date.parse(sms.createdAt) + undoWindow).toISOString()
  const canBeUndone = decisionKinds.includes(sms.kind) || sms.kind === 'written'
  const dueAt = canBeUndone ? endOfUndo : email.dueAt
  await insert(transaction, 'outbox', { ...email, dueAt })
  markForAfterCommit(transaction)
}

/** Cancels the SMS that wait for these applicants, and stores e-mails instead. */
export async function cancelSmsOf(transaction: Transaction, ids: readonly string[]) {
  const cancelled = await transaction
    .updateTable('outbox')
    .set({ state: 'cancelled', trouble: 'sent by e-mail', endedAt: now() })
    .where('attachment', 'in', ids)
    .where('transport', '=', 'sms')
    .where('state', '=', 'waiting')
    .returning(['_id', 'createdAt', 'attachment', 'kind', 'about', 'copyOf'])
    .execute()
  for (const sms of cancelled.toSorted(byId)) await enqueueEmailInstead(transaction, sms)
}

/** Whether the e-mail may have arrived: after an attempt without an answer, or after a restore. */
export function mayHaveArrived({ trouble }: Pick<OutboxTable, 'trouble'>) {
  return trouble !== null && uncertainTroubles.includes(trouble)
}

const uncertainTroubles: MessageTrouble[] = ['no answer', 'restored']

/** The applicants among these who can get SMS and want them. */
async function findSmsWishes(db: Database, ids: readonly string[]) {
  const rows = await db
    .selectFrom('attachments')
    .select(['_id', 'contact_by'])
    .where('_id', 'in', ids)
    .where('contact_by', '<>', 'email')
    .where('smsRefused', 'is', null)
    .execute()
  return new Map(rows.map(({ _id, contact_by }) => [_id, contact_by]))
}

/** The messages of a kind to one applicant, one for each transport. */
function newMessages(
  attachment: string,
  kind: MessageKind,
  about: string | null,
  contactBy: ContactBy,
) {
  const transports: Transport[] = contactBy === 'both' ? ['email', 'sms'] : [contactBy]
  return messagesTo({ attachment, kind, about }, transports)
}

/** The messages to one applicant over these transports. The second one is a copy of the first. */
export function messagesTo(
  message: Pick<OutboxTable, 'attachment' | 'kind' | 'about'>,
  [first, second]: Transport[],
  dueAt?: string,
) {
  if (!first) return []
  const one = newMessage(message, first, null, dueAt)
  return second ? [one, newMessage(message, second, one._id, dueAt)] : [one]
}

function newMessage(
  { attachment, kind, about }: Pick<OutboxTable, 'attachment' | 'kind' | 'about'>,
  transport: Transport,
  copyOf: string | null = null,
  dueAt?: string,
) {
  const record = newRecord()
  return {
    ...record,
    attachment,
    kind,
    transport,
    copyOf,
    state: 'waiting' as const,
    dueAt: dueAt ?? (decisionKinds.includes(kind) ? now(undoWindow) : record.createdAt),
    giveUpAt: now(giveUpAfter[transport]),
    about,
    tries: 0,
    doubts: 0,
  }
}

/**
 * The column `about` of each message, by application; undefined for most kinds. For a decline, it is a
 * digest of the reason and the words.
 */
async function aboutsOf(transaction: Transaction, kind: MessageKind, ids: readonly string[]) {
  if (kind !== 'declined' && kind !== 'offered') return undefined
  const rows = await transaction
    .selectFrom('attachments')
    .select(['_id', 'answerBy', 'declined_reason', 'declined_message'])
    .where('_id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ _id, answerBy, declined_reason, declined_message }) => {
      const words = JSON.stringify([declined_reason, declined_message])
      return [_id, kind === 'offered' ? answerBy : hash('sha256', words, 'base64url')]
    }),
  )
}

function byId(a: { _id: string }, b: { _id: string }) {
  return a._id < b._id ? -1 : 1
}
