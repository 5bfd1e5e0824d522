import { sql, type Selectable, type SqlBool } from 'kysely'

import type { ListedMessage, Message, MessageQuery } from '../../../contract/message.ts'
import type { Database, OutboxTable } from '../../database/tables.ts'
import { countRows } from '../count-rows.ts'
import type { RenderEmail } from './render-email.ts'
import { paginate } from '../pagination.ts'

/** The messages to the applicant of one application, newest first. */
export async function messagesOf(
  db: Database,
  render: RenderEmail,
  attachment: string,
): Promise<Message[]> {
  const rows = await db
    .selectFrom('outbox')
    .selectAll()
    .where('attachment', '=', attachment)
    .orderBy('_id', 'desc')
    .execute()
  return Promise.all(rows.map(async (row) => ({ ...stateOf(row), words: await contentOf(row) })))

  async function contentOf(row: Selectable<OutboxTable>) {
    const { recipient: to, subject, text, state } = row
    if (to !== null && subject !== null && text !== null) return { to, subject, text }
    if (state !== 'waiting' && state !== 'sending' && state !== 'failed') return null
    return (await render(db, row)) ?? null
  }
}

/** All messages, newest first. */
export function list(db: Database, { only }: MessageQuery) {
  let rows = db.selectFrom('outbox').select('_id')
  if (only) rows = rows.where(conditions[only])
  const newestFirst = { by: [], descending: true }
  return paginate(rows, newestFirst, { read: (found) => read(db, found) })
}

export async function counts(db: Database) {
  const count = (only: keyof typeof conditions) =>
    countRows(db.selectFrom('outbox').where(conditions[only]))
  return { waiting: await count('waiting'), failed: await count('failed') }
}

/** Numbers of waiting and of failed messages. `overdue`: seconds since the first one was due. */
export async function backlog(db: Database) {
  const { waiting, failed } = await counts(db)
  const { first } = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.min('dueAt').as('first'))
    .where(conditions.waiting)
    .executeTakeFirstOrThrow()
  const overdue = first === null ? 0 : Math.max(0, Date.now() - Date.parse(first)) / 1000
  return { waiting, failed, overdue }
}

/** Raw SQL, because the partial indexes serve only conditions without parameters. */
const conditions = {
  waiting: sql<SqlBool>`outbox.state in ('waiting', 'sending')`,
  failed: sql<SqlBool>`outbox.state in ('failed', 'unsure')`,
}

async function read(db: Database, found: { _id: string }[]): Promise<ListedMessage[]> {
  const rows = await db
    .selectFrom('outbox')
    .innerJoin('attachments', 'attachments._id', 'outbox.attachment')
    .selectAll('outbox')
    .select(['attachments.first_name', 'attachments.last_name'])
    .where(
      'outbox._id',
      'in',
      found.map(({ _id }) => _id),
    )
    .orderBy('outbox._id', 'desc')
    .execute()
  return rows.map((row) => ({
    ...stateOf(row),
    application: { _id: row.attachment, name: `${row.first_name} ${row.last_name}` },
  }))
}

function stateOf(row: Selectable<OutboxTable>): Omit<Message, 'words'> {
  const { _id, createdAt, kind, state, endedAt, carrier, trouble, reply } = row
  const dueAt = state === 'waiting' ? row.dueAt : null
  return { _id, createdAt, kind, state, dueAt, endedAt, carrier, trouble, reply }
}
