import { hash } from 'node:crypto'

import type { Transaction } from 'kysely'

import type { MessageKind, MessageTrouble } from '../../../contract/message.ts'
import { insert } from '../../database/insert.ts'
import type { Database, OutboxTable, Tables } from '../../database/tables.ts'
import { markForAfterCommit } from '../../database/transaction.ts'
import { newRecord, now } from '../ids.ts'
import { decisionKinds, isWithdrawal, statusKinds, storeLastTold, toldBy } from './last-told.ts'

/** Milliseconds in which staff can undo a decision before its e-mail is sent. */
const undoWindow = 60_000

/** Milliseconds after which a message that cannot be sent fails. */
export const giveUpAfter = 4 * 24 * 60 * 60 * 1000

/**
 * Transactional outbox: stores one message of a kind for each application. The worker sends it
 * after the commit, a decision after the undo window. A kind that tells a status replaces the
 * decisions that still wait. Applicants who would learn nothing new get no message.
 */
export async function enqueueMessage(
  transaction: Transaction<Tables>,
  kind: MessageKind,
  ids: readonly string[],
) {
  const digests = kind === 'declined' ? await declineDigests(transaction, ids) : undefined
  const told = statusKinds.includes(kind) ? await cancelWaiting(transaction, ids) : undefined
  const rows = ids.flatMap((_id) => {
    const about = digests?.get(_id) ?? null
    const needed = told?.has(_id) ? messageNeeded({ kind, about }, told.get(_id)!) : kind
    return needed ? [newMessage(_id, needed, about)] : []
  })
  if (isWithdrawal(kind)) {
    const last_told = toldBy({ kind, about: null })
    await transaction
      .updateTable('attachments')
      .set({ last_told })
      .where('_id', 'in', ids)
      .execute()
  }
  if (rows.length === 0) return
  const [first, ...others] = rows
  if (first && others.length === 0) await insert(transaction, 'outbox', first)
  else await transaction.insertInto('outbox').values(rows).execute()
  markForAfterCommit(transaction)
}

/**
 * Cancels the decisions that have not been sent. Answers what their applicants were last told, by
 * application. A message whose attempt is under way counts as told.
 */
async function cancelWaiting(transaction: Transaction<Tables>, ids: readonly string[]) {
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
  const told = new Map(applications.map(({ _id, last_told }) => [_id, last_told ?? 'pending']))
  const sending = await transaction
    .selectFrom('outbox')
    .select(['attachment', 'kind', 'about'])
    .where('attachment', 'in', affected)
    .where('kind', 'in', decisionKinds)
    .where('state', '=', 'sending')
    .execute()
  for (const row of sending) told.set(row.attachment, toldBy(row)!)
  return told
}

/** The kind of message to send to an applicant who was last told `told`; undefined if none. */
function messageNeeded(message: Pick<OutboxTable, 'kind' | 'about'>, told: string) {
  const { kind } = message
  const telling = toldBy(message)
  if (told === telling) return undefined
  if (telling !== 'pending') return kind
  if (told === 'accepted') return 'revoked'
  if (kind !== 'undeclined') return 'brought back'
  // The decline that is undone was never told.
  return told === 'withdrawn' ? undefined : kind
}

/** Enqueues the latest decision again if it was made during an attempt that then failed. */
export async function enqueueLaterDecision(
  transaction: Transaction<Tables>,
  row: Pick<OutboxTable, '_id' | 'attachment' | 'kind'>,
) {
  if (!decisionKinds.includes(row.kind)) return
  const later = await laterStatusMessage(transaction, row)
  if (!later) return
  if (isWithdrawal(later.kind)) await cancelWaiting(transaction, [row.attachment])
  else await enqueueMessage(transaction, later.kind, [row.attachment])
}

/** Whether a message tells a decision that another one has replaced. */
export async function hasLaterDecision(
  db: Database,
  row: Pick<OutboxTable, '_id' | 'attachment' | 'kind'>,
) {
  return decisionKinds.includes(row.kind) && (await laterStatusMessage(db, row)) !== undefined
}

/** The latest message that makes this one stale; undefined if there is none. */
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
    .where('kind', 'in', statusKinds)
    .where('state', '<>', 'cancelled')
    .orderBy('_id', 'desc')
    .executeTakeFirst()
}

/** Whether an attempt ended without an answer, or may have been made before a restore. */
export function mayHaveArrived({ trouble }: Pick<OutboxTable, 'trouble'>) {
  return trouble !== null && uncertainTroubles.includes(trouble)
}

const uncertainTroubles: MessageTrouble[] = ['no answer', 'restored']

function newMessage(attachment: string, kind: MessageKind, about: string | null): OutboxTable {
  const record = newRecord()
  return {
    ...record,
    attachment,
    kind,
    state: 'waiting',
    dueAt: decisionKinds.includes(kind) ? now(undoWindow) : record.createdAt,
    giveUpAt: now(giveUpAfter),
    claim: null,
    about,
    tries: 0,
    doubts: 0,
    carrier: null,
    recipient: null,
    subject: null,
    text: null,
    trouble: null,
    reply: null,
    endedAt: null,
  }
}

/** A digest of the reason and words of each decline, by application. */
async function declineDigests(transaction: Transaction<Tables>, ids: readonly string[]) {
  const rows = await transaction
    .selectFrom('attachments')
    .select(['_id', 'declined_reason', 'declined_message'])
    .where('_id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ _id, declined_reason, declined_message }) => {
      const words = JSON.stringify([declined_reason, declined_message])
      return [_id, hash('sha256', words, 'base64url')]
    }),
  )
}

function byId(a: { _id: string }, b: { _id: string }) {
  return a._id < b._id ? -1 : 1
}
