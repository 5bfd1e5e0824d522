import { sql } from 'kysely'

import type { HistoryEntry, HistoryQuery } from '../../contract/history.ts'
import { insert } from '../database/insert.ts'
import type { Database } from '../database/tables.ts'
import { paginate } from './pagination.ts'
import { newRecord } from './ids.ts'

/** Something that was done; what is left out does not apply. */
export interface AuditEvent {
  action: HistoryEntry['action']
  entity?: NonNullable<HistoryEntry['entity']>
  record?: string
  /** The id of the user who did it. */
  user?: string
  fields?: readonly string[]
  count?: number
}

/** Puts down what is done, in the transaction that does it: ids and names of fields, no values. */
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

/** What users do to themselves. */
export function ownEvent({ _id }: { _id: string }) {
  return { entity: 'user' as const, record: _id, user: _id }
}

/** What was done, newest first. */
export function list(db: Database, query: HistoryQuery) {
  let rows = db.selectFrom('history').select('_id')
  for (const key of ['user', 'action', 'entity', 'record'] as const) {
    if (query[key]) rows = rows.where(key, '=', query[key])
  }
  if (excludesSubmissions(query)) rows = rows.where('action', '<>', sql.lit('submit'))
  const newestFirst = { by: [], descending: true }
  return paginate(rows, newestFirst, { read: (found) => read(db, found) })
}

/** Said in so many words, so that the indexes without submissions serve. */
function excludesSubmissions({ user, action, entity }: HistoryQuery) {
  if (user || (entity && entity !== 'attachment')) return true
  return action !== undefined && action !== 'submit'
}

async function read(db: Database, found: { _id: string }[]): Promise<HistoryEntry[]> {
  const rows = await db
    .selectFrom('history')
    .leftJoin('users as who', 'who._id', 'history.user')
    .leftJoin('attachments', 'attachments._id', 'history.record')
    .leftJoin('institutions', 'institutions._id', 'history.record')
    .leftJoin('courses', 'courses._id', 'history.record')
    .leftJoin('departments', 'departments._id', 'history.record')
    .leftJoin('users', 'users._id', 'history.record')
    .selectAll('history')
    .select((column) => [
      'who.name as user_name',
      'attachments.first_name',
      'attachments.last_name',
      column.fn
        .coalesce('institutions.name', 'courses.name', 'departments.name', 'users.name')
        .as('record_name'),
    ])
    .where(
      'history._id',
      'in',
      found.map(({ _id }) => _id),
    )
    .orderBy('history._id', 'desc')
    .execute()
  return rows.map(({ user_name, first_name, last_name, record_name, ...row }) => ({
    ...row,
    user: row.user === null ? null : { _id: row.user, name: user_name ?? 'Deleted user' },
    record:
      row.record === null
        ? null
        : { _id: row.record, name: record_name ?? (first_name && `${first_name} ${last_name}`) },
    fields: row.fields === null ? null : row.fields.split(','),
  }))
}
