import { sql, type SelectQueryBuilder, type SqlBool } from 'kysely'

import type { ListedMessage, Message, MessageQuery } from '../../../contract/message/message.ts'
import type { Search } from '../../database/engine.ts'
import { anyOf } from '../../database/prepared.ts'
import { isNumberOrReferenceId, termsOf } from '../../database/search-terms.ts'
import type { Database, OutboxTable, Tables } from '../../database/tables.ts'
import { countRows } from '../rows.ts'
import { isOpen, ofTransport } from './claims.ts'
import { readPause } from './email-pause.ts'
import type { RenderMessage } from './render-message.ts'
import { DomainError } from '../domain-error.ts'
import { applicationsNamed } from '../search-texts.ts'
import { now } from '../ids.ts'
import { reportTimeout, unitsOfCost } from './carrier.ts'
import { paginate, parseSort, type List } from '../pagination.ts'

/** The messages to the applicant of one application, newest first. */
export async function messagesOf(
  db: Database,
  render: RenderMessage,
  attachment: string,
): Promise<Message[]> {
  const rows = await db
    .selectFrom('outbox')
    .selectAll()
    .where('attachment', '=', attachment)
    .orderBy('_id', 'desc')
    .execute()
  return Promise.all(rows.map(async (row) => ({ ...stateOf(row), words: await contentOf(row) })))

  async function contentOf(row: OutboxTable) {
    const { recipient: to, subject, text, state } = row
    if (to !== null && subject !== null && text !== null) return { to, subject, text }
    if (state !== 'waiting' && state !== 'sending' && state !== 'failed') return null
    return (await render(db, row)) ?? null
  }
}

/** All messages, the newest first unless the query sorts them. */
export async function list(
  db: Database,
  search: Search,
  { only, transport, q = '', sort }: MessageQuery,
): Promise<List<ListedMessage> | DomainError> {
  let rows = db.selectFrom('outbox').select('outbox._id')
  if (only) rows = rows.where(conditions[only])
  if (transport) rows = rows.where(ofTransport[transport])
  const terms = termsOf(q)
  if (terms.length > 0) {
    const inName = terms.filter((term) => !isNumberOrReferenceId(term))
    const applications = await applicationsNamed(db, search, terms, inName)
    if (applications instanceof DomainError) return applications
    rows = rows.where(anyOf(db, 'attachment', applications))
  }
  return paginate(rows, parseSort(sort, orders, '-createdAt'), {
    _id: sql.ref('outbox._id'),
    read: (ids) => read(db, ids),
    joined: sort?.endsWith('name') ? joinNames(rows) : rows,
  })
}

const orders = {
  createdAt: [],
  // A search text begins with the name. An index has both expressions.
  name: [sql`substr(listed."text", 1, 40)`, sql.ref('listed._id')],
}

type Listed = SelectQueryBuilder<Tables, 'outbox', { _id: string }>

function joinNames(rows: Listed) {
  const joined = rows.innerJoin('search_texts as listed', 'listed._id', 'outbox.attachment')
  return joined as unknown as Listed
}

export async function counts(db: Database) {
  const count = (only: keyof typeof conditions) =>
    countRows(db.selectFrom('outbox').where(conditions[only]))
  return { waiting: await count('waiting'), failed: await count('failed') }
}

/**
 * Numbers of waiting and of failed messages, and whether e-mails pause. `refused`: those whose
 * recipient cannot be reached. `overdue`: seconds since the first one was due.
 */
export async function backlog(db: Database) {
  const { waiting, failed } = await counts(db)
  const refused = await countRows(
    db.selectFrom('outbox').where(conditions.failed).where('trouble', 'in', troublesOfRecipient),
  )
  const { first } = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.min('dueAt').as('first'))
    .where(conditions.waiting)
    .executeTakeFirstOrThrow()
  const overdue = first === null ? 0 : Math.max(0, Date.now() - Date.parse(first)) / 1000
  return {
    waiting,
    failed: failed - refused,
    refused,
    overdue,
    isPaused: (await readPause(db)) !== null,
  }
}

const troublesOfRecipient = [
  'unknown address',
  'mailbox full',
  'unknown number',
  'number blocked',
  'not delivered',
] as const

/** Raw SQL, because the partial index serves only a condition without parameters. */
export const hasFailed = sql<SqlBool>`outbox.state in ('failed', 'unsure')`

const conditions = { waiting: isOpen, failed: hasFailed }

async function read(db: Database, ids: string[]): Promise<ListedMessage[]> {
  const rows = await db
    .selectFrom('outbox')
    .innerJoin('attachments', 'attachments._id', 'outbox.attachment')
    .selectAll('outbox')
    .select(['attachments.first_name', 'attachments.last_name'])
    .where('outbox._id', 'in', ids)
    .execute()
  return rows.map((row) => ({
    ...stateOf(row),
    application: { _id: row.attachment, name: `${row.first_name} ${row.last_name}` },
  }))
}

function stateOf(row: OutboxTable): Omit<Message, 'words'> {
  const { _id, createdAt, kind, state, endedAt, transport, carrier, trouble, reply, parts } = row
  return {
    _id,
    createdAt,
    kind,
    transport,
    state,
    endedAt,
    carrier,
    trouble,
    reply,
    parts,
    dueAt: state === 'waiting' ? row.dueAt : null,
    cost: row.cost === null ? null : row.cost / unitsOfCost,
    delivered: deliveryOf(row),
  }
}

/** The delivery of an SMS: unknown if the gateway has not reported it in time. */
function deliveryOf({ transport, state, carrier, delivered, endedAt }: OutboxTable) {
  if (delivered !== null || transport === 'email' || carrier !== 'gateway') return delivered
  const isOverdue = state === 'sent' && endedAt !== null && endedAt < now(-reportTimeout)
  return isOverdue ? 'unknown' : null
}
