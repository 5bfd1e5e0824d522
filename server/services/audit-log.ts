import { sql, type RawBuilder } from 'kysely'

import {
  historyEntities,
  type HistoryEntity,
  type HistoryEntry,
  type HistoryQuery,
} from '../../contract/history.ts'
import { insert } from '../database/insert.ts'
import type { Database } from '../database/tables.ts'
import { paginate } from './pagination.ts'
import { newRecord } from './ids.ts'
import { entities } from './reference-data/entities.ts'

/** An event of the audit log. Properties that do not apply are omitted. */
export interface AuditEvent {
  action: HistoryEntry['action']
  entity?: HistoryEntity
  record?: string
  /** The id of the acting user. */
  user?: string
  fields?: readonly string[]
  count?: number
}

/** Writes events in the transaction of the change. Names of fields are stored, but no values. */
export async function recordAudit(db: Database, ...events: AuditEvent[]) {
  const rows = events.map(({ action, entity, record, user, fields, count }) => ({
    ...newRecord(),
    action,
    entity: entity ?? null,
    record: record ?? null,
    user: user ?? null,
    fields: fields?.join(',') ?? null,
    count: count ?? null,
  }))
  const [first, ...others] = rows
  if (first && others.length === 0) {
    await insert(db, 'history', first)
    return
  }
  for (let start = 0; start < rows.length; start += 500) {
    await db
      .insertInto('history')
      .values(rows.slice(start, start + 500))
      .execute()
  }
}

/** The user and the record of an event in which users change their own account. */
export function ownEvent({ _id }: { _id: string }) {
  return { entity: 'user' as const, record: _id, user: _id }
}

/** The events of the audit log, newest first. */
export function list(db: Database, query: HistoryQuery) {
  let rows = db.selectFrom('history').select('_id')
  for (const key of ['user', 'action', 'entity', 'record'] as const) {
    if (query[key]) rows = rows.where(key, '=', query[key])
  }
  if (excludesSubmissions(query)) rows = rows.where('action', '<>', sql.lit('submit'))
  const newestFirst = { by: [], descending: true }
  return paginate(rows, newestFirst, { read: (found) => read(db, found) })
}

/** Whether filters exclude submissions. Indexes without submissions then serve the query. */
function excludesSubmissions({ user, action, entity }: HistoryQuery) {
  if (user || (entity && entity !== 'attachment')) return true
  return action !== undefined && action !== 'submit'
}

async function read(db: Database, found: { _id: string }[]): Promise<HistoryEntry[]> {
  const rows = await db
    .selectFrom('history')
    .leftJoin('users', 'users._id', 'history.user')
    .selectAll('history')
    .select(['users.name as user_name', recordName.as('record_name')])
    .where(
      'history._id',
      'in',
      found.map(({ _id }) => _id),
    )
    .orderBy('history._id', 'desc')
    .execute()
  return rows.map(({ user_name, record_name, ...row }) => ({
    ...row,
    user: row.user === null ? null : { _id: row.user, name: user_name ?? 'Deleted user' },
    record: row.record === null ? null : { _id: row.record, name: record_name },
    fields: row.fields === null ? null : row.fields.split(','),
  }))
}

/** The current name of an event's record; null if the record has been deleted. */
const recordName = sql<string | null>`case history.entity ${sql.join(
  historyEntities.map((entity) => sql`when ${sql.lit(entity)} then ${nameOf(entity)}`),
  sql` `,
)} end`

function nameOf(entity: HistoryEntity): RawBuilder<string | null> {
  switch (entity) {
    case 'attachment':
      return sql`(select first_name || ' ' || last_name from attachments where _id = history.record)`
    case 'retention':
      return sql`null`
    default: {
      const { table } = entities[entity]
      return sql`(select name from ${sql.table(table)} where _id = history.record)`
    }
  }
}
