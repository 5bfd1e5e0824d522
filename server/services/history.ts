import type { HistoryAction, HistoryEntity } from '../../contract/history.ts'
import { insert } from '../database/insert.ts'
import type { Database } from '../database/tables.ts'
import { newRecord } from './ids.ts'

/** An event of the history. Properties that do not apply are omitted. */
export interface HistoryEvent {
  action: HistoryAction
  entity?: HistoryEntity
  record?: string
  /** The id of the acting user. */
  user?: string
  fields?: readonly string[]
  count?: number
  /** A reason that staff gave. */
  note?: string
}

/** Writes events in the transaction of the change. Names of fields are stored, but no values. */
export async function recordHistory(db: Database, ...events: HistoryEvent[]) {
  const rows = events.map(({ action, entity, record, user, fields, count, note }) => ({
    ...newRecord(),
    action,
    entity: entity ?? null,
    record: record ?? null,
    user: user ?? null,
    fields: fields?.join(',') ?? null,
    count: count ?? null,
    note: note ?? null,
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
