import type { HistoryAction, HistoryEntity } from '../../contract/history.ts'
import { insertRows } from './rows.ts'
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
  await insertRows(db, 'history', rows)
}

/** The same event about several applications. */
export function eventsOn(action: HistoryAction, ids: readonly string[], user?: string) {
  return ids.map((_id) => ({ action, ...eventOn('attachment', _id, user) }))
}

/** The properties of an event about one record. `user` is the id of the acting user. */
export function eventOn(entity: HistoryEntity, record: string, user?: string | null) {
  return { entity, record, user }
}
