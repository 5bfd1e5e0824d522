import type { Selectable, Transaction } from 'kysely'

import type { ExpectedVersion } from '../../contract/endpoint.ts'
import type { ErrorResponse } from '../../contract/error-response.ts'
import type { HistoryEntry } from '../../contract/history.ts'
import { derivedColumns } from '../database/derived-columns.ts'
import type { Tables } from '../database/tables.ts'
import { recordAudit } from './audit-log.ts'
import { now } from './ids.ts'
import { DomainError, notFound } from './domain-error.ts'

type Editable = 'attachments' | 'departments' | 'institutions' | 'courses' | 'users'

/** A record that is to be replaced, and by what. */
interface Edit<Table extends Editable, Input, Result> {
  table: Table
  /** What a person calls it. */
  what: NonNullable<HistoryEntry['entity']>
  _id: string
  input: Input & ExpectedVersion
  /** The id of the user who edits. */
  by: string
  read: (transaction: Transaction<Tables>, _id: string) => Promise<Result>
  /** What else has to be so, and whatever has to be done besides. */
  check?: (stored: Selectable<Tables[Table]>) => Promise<DomainError | undefined>
}

/**
 * Replaces a record unless somebody else has changed it since its editor read it. What stays the
 * same is no change: neither its time nor the history tells of one.
 */
export async function updateIfCurrent<Table extends Editable, Input extends object, Result>(
  transaction: Transaction<Tables>,
  { table, what, _id, input, by, read, check }: Edit<Table, Input, Result>,
) {
  const stored = await lockRecord(transaction, table, _id)
  if (!stored) return notFound(what)
  if (isStale(input, stored)) return staleConflict(what, await read(transaction, _id))
  const refusal = await check?.(stored)
  if (refusal) return refusal
  const fields = changedFields(stored, input)
  if (fields.length > 0) {
    await overwrite(transaction, table, _id, input, stored)
    await recordAudit(transaction, {
      action: 'change',
      entity: what,
      record: _id,
      user: by,
      fields,
    })
  }
  return read(transaction, _id)
}

/** Reads a record that nobody else can change until the transaction ends. */
export async function lockRecord<Table extends Editable>(
  transaction: Transaction<Tables>,
  table: Table,
  _id: string,
) {
  const row = await transaction
    .selectFrom(table as 'attachments')
    .selectAll()
    .where('_id', '=', _id)
    .forUpdate()
    .executeTakeFirst()
  return row as (Selectable<Tables[Table]> & { updatedAt: string }) | undefined
}

/** Whether somebody else has changed the record since the editor read it. */
export function isStale({ updatedAt }: ExpectedVersion, stored: { updatedAt: string }) {
  return updatedAt !== undefined && Date.parse(updatedAt) !== Date.parse(stored.updatedAt)
}

/** Tells an editor that somebody else was faster, with the record as it is now. */
export function staleConflict(what: string, current: unknown) {
  const noun = what === 'attachment' ? 'application' : what
  return new DomainError(
    'conflict',
    `Somebody else has changed this ${noun} since you opened it. Nothing was overwritten.`,
    { details: { current: current as NonNullable<ErrorResponse['current']> } },
  )
}

/** The names of the fields in which the input differs from what is stored. */
export function changedFields(stored: object, input: object) {
  const before = stored as Record<string, unknown>
  return Object.entries(input)
    .filter(([name, value]) => name !== 'updatedAt' && value !== undefined)
    .filter(([name, value]) => value !== before[name])
    .map(([name]) => name)
}

/** Writes the input over a locked record. */
export async function overwrite(
  transaction: Transaction<Tables>,
  table: Editable,
  _id: string,
  input: object,
  stored: { updatedAt: string },
) {
  const keys =
    table === 'attachments' ? {} : derivedColumns[table]({ ...stored, ...input } as never)
  await transaction
    .updateTable(table)
    .set({ ...input, ...keys, updatedAt: nextTimestamp(stored.updatedAt) })
    .where('_id', '=', _id)
    .execute()
}

/** Now, but never the moment of the change before: by it editors see that there was another. */
export function nextTimestamp(...moments: string[]) {
  return now(Math.max(0, ...moments.map((moment) => Date.parse(moment) + 1 - Date.now())))
}
