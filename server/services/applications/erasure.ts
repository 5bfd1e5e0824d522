import { sql, type RawBuilder, type SqlBool, type Transaction } from 'kysely'

import type { Engine } from '../../database/engine.ts'
import { lookupKinds, type LookupKind } from '../../database/lookup-kinds.ts'
import type { AttachmentsTable, Database, Tables } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Flags } from './status-conditions.ts'
import { deleteUnattached } from '../documents/cleanup.ts'
import type { DocumentStore } from '../documents/document-store.ts'
import { sweep } from '../messages/sweep-files.ts'
import { recordHistory } from '../history.ts'
import { dayInKenya } from '../../../contract/time-zone.ts'
import { notFound } from '../domain-error.ts'

const notScrubbed = 'their place on the disk could not be cleaned, which is tried again hourly'

/** Where applicants' data is besides the database. */
export interface Stores {
  /** The folders of messages that were written to files instead of sent. */
  messageFolders: string[]
  documentStore: DocumentStore
}

/**
 * Erases applications for good. Anonymous counts stay, and the history records the erasure with its
 * time and user.
 */
export async function erase(
  db: Database,
  engine: Engine,
  stores: Stores,
  ids: string[],
  by: string,
) {
  const erased = await inTransaction(db, async (transaction) => {
    await deleteAlerts(transaction, ids)
    const count = await removeAnswers(transaction, engine, ids)
    if (count > 0) {
      await recordHistory(transaction, { action: 'erase', entity: 'attachment', user: by, count })
    }
    return count
  })
  if (erased === 0) return notFound('application')
  const message = `${erased} application${erased === 1 ? '' : 's'} erased`
  const scrubbed = await cleanUp(db, engine, stores).then(
    () => true,
    () => false,
  )
  return { erased, message: scrubbed ? message : `${message}; ${notScrubbed}` }
}

/** Deletes the wishes of these applicants for an e-mail about the next intake. */
function deleteAlerts(transaction: Transaction<Tables>, ids: string[]) {
  const emails = transaction.selectFrom('attachments').select('email').where('_id', 'in', ids)
  return transaction.deleteFrom('intake_alerts').where('email', 'in', emails).execute()
}

/**
 * Removes what is left of erased applications: documents, files of messages, and free pages of the
 * SQLite file.
 */
export async function cleanUp(
  db: Database,
  engine: Engine,
  { messageFolders, documentStore }: Stores,
) {
  await sweep(db, messageFolders)
  // The vacuum comes last: it overwrites the deleted rows of documents, too.
  await deleteUnattached({ db, documentStore })
  await engine.vacuum(db)
}

/** Conditions that the deletion checks again, because applications may have changed since. */
interface StillRequired {
  flags?: Flags
  unchangedSince?: string
  condition?: RawBuilder<SqlBool>
}

/**
 * Deletes all stored data of applications and returns their number. Separate counts by institution,
 * course, department and day remain, so that no count shows two values of the same application.
 */
export async function removeAnswers(
  transaction: Transaction<Tables>,
  engine: Engine,
  ids: string[],
  { flags = [], unchangedSince, condition }: StillRequired = {},
) {
  // Read before the deletion, which cascades to the placements.
  const placements = await transaction
    .selectFrom('placements')
    .select(['_id', 'attachment'])
    .where('attachment', 'in', ids)
    .execute()
  let removal = transaction.deleteFrom('attachments').where('_id', 'in', ids)
  for (const [flag, value] of flags) removal = removal.where(flag, '=', value)
  if (unchangedSince) removal = removal.where('updatedAt', '<=', unchangedSince)
  if (condition) removal = removal.where(condition)
  const gone = await removal
    .returning(['_id', 'referenceId', ...lookupKinds, 'is_accepted', 'createdAt'])
    .execute()
  if (gone.length === 0) return 0

  await engine.markForVacuum(transaction)
  await keepCounts(transaction, gone)
  await transaction
    .deleteFrom('idempotency_keys')
    .where(
      'referenceId',
      'in',
      gone.map(({ referenceId }) => referenceId),
    )
    .execute()
  const goneIds = new Set(gone.map(({ _id }) => _id))
  const gonePlacements = placements.flatMap(({ _id, attachment }) =>
    goneIds.has(attachment) ? _id : [],
  )
  await transaction
    .updateTable('history')
    .set({ record: null, fields: null, note: null })
    .where('record', 'in', [...goneIds, ...gonePlacements])
    .execute()
  return gone.length
}

type Gone = Pick<AttachmentsTable, LookupKind | 'is_accepted' | 'createdAt'>

async function keepCounts(transaction: Transaction<Tables>, gone: Gone[]) {
  const counts = new Map<string, Tables['erased_counts']>()
  for (const { is_accepted, createdAt, ...row } of gone) {
    const kept = { ...row, day: dayInKenya(createdAt) }
    for (const what of [...lookupKinds, 'day'] as const) {
      const of = { what, value: kept[what] ?? '', is_accepted }
      const key = JSON.stringify(of)
      counts.set(key, { ...of, count: (counts.get(key)?.count ?? 0) + 1 })
    }
  }
  // Sorted, so that two processes lock the rows in the same order and cannot deadlock.
  const rows = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  const sum = sql<number>`erased_counts.count + excluded.count`
  await transaction
    .insertInto('erased_counts')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['what', 'value', 'is_accepted']).doUpdateSet({ count: sum }),
    )
    .execute()
}
