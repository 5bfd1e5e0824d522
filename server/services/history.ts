import type { HistoryAction, HistoryEntity } from '../../contract/history.ts'
import { insert } from '../database/insert.ts'
import type { Database } from '../database/tables.ts'
import { newRecord } from './ids.ts'

/** An event of the history. Properties that do not apply are omitted. */
export interface HistoryEvent {
  action: HistoryAction
  entity?: HistoryEntity
  record?: string
  /** The id of the acting user; none for applicants and jobs. */
  user?: string | null | undefined
  fields?: readonly string[]
  count?: number
  /** A reason that staff gave. */
  note?: string
}

/** Writes events in the transaction of the change. Names of fields are stored, but no values. */
export async function recordHistory(db: Database, ...events: HistoryEvent[]) {
  const rows = events.map(({ fields, ...event }) => {
    return { ...newRecord(), ...event, fields: fields?.join(',') ?? null }
  })
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

/** The properties of an event about one record. `user` is the id of the acting user. */
export function eventOn(entity: HistoryEntity, record: string, user?: string | null) {
  return { entity, record, user }
}
