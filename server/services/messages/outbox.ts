import { hash } from 'node:crypto'

import type { Transaction } from 'kysely'

import type { MessageKind } from '../../../contract/message.ts'
import { insert } from '../../database/insert.ts'
import type { Database, OutboxTable, Tables } from '../../database/tables.ts'
import { inTransaction, markForAfterCommit } from '../../database/transaction.ts'
import { recordAudit } from '../audit-log.ts'
import { newRecord, now } from '../ids.ts'
import { DomainError, notFound } from '../domain-error.ts'

/** Milliseconds in which a decision can be taken back before anybody is told of it. */
const secondThoughts = 60_000

/** Milliseconds after which a message that finds no open door is given up. */
const patience = 4 * 24 * 60 * 60 * 1000

/** What a decision tells an applicant about the application, and what was so before. */
const standings: Partial<Record<MessageKind, { told: string; before: string }>> = {
  accepted: { told: 'accepted', before: 'pending' },
  revoked: { told: 'pending', before: 'accepted' },
  declined: { told: 'declined', before: 'pending' },
  undeclined: { told: 'pending', before: 'ended' },
  'brought back': { told: 'pending', before: 'ended' },
}
const decisions = Object.keys(standings) as MessageKind[]

/**
 * Puts a message to each of these applicants into the outbox: it is sent once the transaction is
 * committed, a decision a minute later. What has not gone out and is not true any more never does;
 * and who has heard of nothing else is not told that all is as it was.
 */
export async function announce(
  transaction: Transaction<Tables>,
  kind: MessageKind,
  ids: readonly string[],
) {
  const about = kind === 'declined' ? await declines(transaction, ids) : new Map<string, string>()
  const believed = kind === 'received' ? new Map<string, string>() : await beliefs(transaction, ids)
  const rows = ids.flatMap((_id) => {
    const news = newsFor(kind, believed.get(_id), about.get(_id))
    return news ? [newMessage(_id, news, about.get(_id))] : []
  })
  if (rows.length === 0) return
  const [first, ...others] = rows
  if (first && others.length === 0) await insert(transaction, 'outbox', first)
  else await transaction.insertInto('outbox').values(rows).execute()
  markForAfterCommit(transaction)
}

/** Lets no decision on these applications be told that has not gone out. */
async function takeBack(transaction: Transaction<Tables>, ids: readonly string[]) {
  // What may have arrived is not repeated.
  await transaction
    .updateTable('outbox')
    .set({ state: 'unsure', endedAt: now() })
    .where('attachment', 'in', ids)
    .where('kind', 'in', decisions)
    .where('state', '=', 'waiting')
    .where('doubts', '>', 0)
    .execute()
  return (
    transaction
      .updateTable('outbox')
      .set({ state: 'cancelled', endedAt: now(), claim: null })
      .where('attachment', 'in', ids)
      .where('kind', 'in', decisions)
      // Also what is being sent: it is let go of before its last byte.
      .where('state', 'in', ['waiting', 'sending', 'failed'])
      .where('doubts', '=', 0)
      .returning(['_id', 'attachment', 'kind'])
      .execute()
  )
}

/** Lets a message that did not go out be tried again. */
export function retry(db: Database, _id: string, by: string) {
  return inTransaction(db, async (transaction) => {
    const found = await transaction
      .updateTable('outbox')
      .set({ claim: null })
      .where('_id', '=', _id)
      .where('state', 'in', ['failed', 'unsure'])
      .returning(['attachment', 'kind'])
      .executeTakeFirst()
    if (!found) {
      const exists = await transaction
        .selectFrom('outbox')
        .select('_id')
        .where('_id', '=', _id)
        .executeTakeFirst()
      if (!exists) return notFound('message')
      return new DomainError(
        'conflict',
        'This message has been sent, or will be, or is not true now.',
      )
    }
    const { attachment, kind } = found
    if (await isOutdated(transaction, { _id, attachment, kind })) {
      return new DomainError('conflict', 'A later decision has made this message untrue.')
    }
    await transaction
      .updateTable('outbox')
      .set({
        state: 'waiting',
        dueAt: now(),
        giveUpAt: now(patience),
        tries: 0,
        doubts: 0,
        endedAt: null,
      })
      .where('_id', '=', _id)
      .execute()
    const event = { action: 'resend', entity: 'attachment', record: attachment, user: by } as const
    await recordAudit(transaction, event)
    markForAfterCommit(transaction)
    return { message: 'The message is on its way again' }
  })
}

function newMessage(attachment: string, kind: MessageKind, about: string | undefined): OutboxTable {
  const record = newRecord()
  return {
    ...record,
    attachment,
    kind,
    state: 'waiting',
    dueAt: kind in standings ? now(secondThoughts) : record.createdAt,
    giveUpAt: now(patience),
    claim: null,
    about: about ?? null,
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

/**
 * Takes back what has become untrue; answers what those applicants believe to be so for whom there
 * was something to take back.
 */
async function beliefs(transaction: Transaction<Tables>, ids: readonly string[]) {
  const believed = new Map<string, string>()
  const takenBack = await takeBack(transaction, ids)
  if (takenBack.length === 0) return believed
  for (const row of takenBack.toSorted((a, b) => (a._id < b._id ? 1 : -1))) {
    believed.set(row.attachment, standings[row.kind]!.before)
  }
  const heard = await transaction
    .selectFrom('outbox')
    .select(['attachment', 'kind', 'about'])
    .where('attachment', 'in', [...believed.keys()])
    .where('kind', 'in', [...decisions, 'withdrawn'])
    .where((row) =>
      row.or([
        // Who withdrew knows it, whatever became of the message.
        row('kind', '=', 'withdrawn'),
        row('state', 'in', ['sending', 'sent', 'unsure']),
      ]),
    )
    .orderBy('_id')
    .execute()
  for (const row of heard) believed.set(row.attachment, tellingOf(row.kind, row.about))
  return believed
}

/** What to tell somebody; undefined where they believe nothing else. */
function newsFor(kind: MessageKind, believed: string | undefined, about: string | undefined) {
  if (believed === undefined) return kind
  const telling = tellingOf(kind, about)
  if (believed === telling) return undefined
  if (telling !== 'pending') return kind
  if (believed === 'accepted') return 'revoked'
  if (kind !== 'undeclined') return 'brought back'
  // Who last heard of a withdrawal was never told of the decline.
  return believed === 'ended' ? undefined : kind
}

function tellingOf(kind: MessageKind, about: string | null | undefined) {
  return about ?? standings[kind]?.told ?? 'ended'
}

/** What the words of each decline depend on, as a digest. */
async function declines(transaction: Transaction<Tables>, ids: readonly string[]) {
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

/** Whether something was decided after what a message tells; that it was received stays true. */
export async function isOutdated(
  db: Database,
  { _id, attachment, kind }: Pick<OutboxTable, '_id' | 'attachment' | 'kind'>,
) {
  if (kind === 'received') return false
  const later = await db
    .selectFrom('outbox')
    .select('_id')
    .where('attachment', '=', attachment)
    .where('_id', '>', _id)
    .where('kind', 'in', [...decisions, 'withdrawn'])
    .where('state', '<>', 'cancelled')
    .executeTakeFirst()
  return later !== undefined
}
