import type { Selectable } from 'kysely'

import type { ExpectedVersion } from '../../contract/endpoint.ts'
import type { ErrorResponse } from '../../contract/error-response.ts'
import type { AttachmentsTable, Database, Tables, Transaction } from '../database/tables.ts'
import { inTransaction } from '../database/transaction.ts'
import { DomainError } from './domain-error.ts'
import { now } from './ids.ts'

/** The tables with `updatedAt`, the time of a row's last change. It is the version of the row. */
export type EditableTable = {
  [Name in keyof Tables]: Tables[Name] extends { _id: string; updatedAt: string } ? Name : never
}[keyof Tables]

/** Reads a row and locks it until the transaction ends. */
export async function lockRecord<Table extends EditableTable>(
  transaction: Transaction,
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

/**
 * Changes applications one by one, each under its row lock. `change` checks again what is due, so that
 * several processes may do the same at once. Returns how many it has changed.
 */
export async function changeEach(
  db: Database,
  applications: readonly { _id: string }[],
  change: (transaction: Transaction, row: AttachmentsTable) => Promise<boolean>,
) {
  let count = 0
  for (const { _id } of applications) {
    const isChanged = await inTransaction(db, async (transaction) => {
      const row = await lockRecord(transaction, 'attachments', _id)
      return row !== undefined && change(transaction, row)
    })
    if (isChanged) count++
  }
  return count
}

/** Whether the record has changed since the user read it, when `updatedAt` was the input's. */
export function isStale({ updatedAt }: ExpectedVersion, stored: { updatedAt: string }) {
  return updatedAt !== undefined && Date.parse(updatedAt) !== Date.parse(stored.updatedAt)
}

/** The error for a stale edit, with the current record. `noun` names the record in the message. */
export function staleConflict(noun: string, current: unknown) {
  return new DomainError(
    'conflict',
    `Somebody else has changed this ${noun} since you opened it. Nothing was overwritten.`,
    { details: { current: current as NonNullable<ErrorResponse['current']> } },
  )
}

/** The names of the fields in which the input differs from the stored record. */
export function changedFields(stored: object, input: object) {
  const before = stored as Record<string, unknown>
  return Object.entries(input)
    .filter(([name, value]) => name !== 'updatedAt' && value !== undefined)
    .filter(([name, value]) => value !== before[name])
    .map(([name]) => name)
}

/**
 * The columns of a changed record, with the derived ones that change. The key of a name that an earlier
 * version stored twice stays as it is until the record is renamed.
 */
export function changedColumns(
  derive: (row: never) => Record<string, string>,
  stored: object,
  input: object,
) {
  const [before, after] = [derive(stored as never), derive({ ...stored, ...input } as never)]
  const derived = changedFields(before, after).map((name) => [name, after[name]])
  return { ...input, ...Object.fromEntries(derived) }
}

/** Writes columns of a locked record and renews its `updatedAt`. */
export async function overwrite(
  transaction: Transaction,
  table: EditableTable,
  { _id, updatedAt }: { _id: string; updatedAt: string },
  columns: object,
) {
  await transaction
    .updateTable(table)
    .set({ ...columns, updatedAt: nextTimestamp(updatedAt) })
    .where('_id', '=', _id)
    .execute()
}

/** Now, or one millisecond after the latest of `previous`, so that `updatedAt` always changes. */
export function nextTimestamp(...previous: string[]) {
  return now(Math.max(0, ...previous.map((time) => Date.parse(time) + 1 - Date.now())))
}
