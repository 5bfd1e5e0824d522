import { sql } from 'kysely'

import type { Engine } from '../../database/engine.ts'
import { lookupKinds, type LookupKind } from '../../database/lookup-kinds.ts'
import type { AttachmentsTable, Database, Tables, Transaction } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { comparePending } from '../compare-applications.ts'
import { deleteUnattached } from '../documents/upload-rows.ts'
import type { DocumentStore } from '../documents/document-store.ts'
import { sweep } from '../messages/message-files.ts'
import { recordHistory } from '../history.ts'
import { dayInKenya } from '../../../contract/time-zone.ts'
import { notFound } from '../domain-error.ts'
import { deleteRows, updateRows } from '../rows.ts'

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
    // Their wishes for an e-mail about the next intake go, too.
    const emails = transaction.selectFrom('attachments').select('email').where('_id', 'in', ids)
    await transaction.deleteFrom('intake_alerts').where('email', 'in', emails).execute()
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

/**
 * Removes what is left of erased applications: documents, files of messages, and free pages of the
 * SQLite file.
 */
export async function cleanUp(db: Database, engine: Engine, stores: Stores) {
  const { messageFolders, documentStore } = stores
  await sweep(db, messageFolders)
  // The vacuum comes last: it overwrites the deleted rows of documents, too.
  await deleteUnattached({ db, documentStore })
  await engine.vacuum(db)
}

/**
 * Deletes all stored data of applications and returns their number. Separate counts by institution,
 * course, department and day remain, so that no count shows two values of the same application.
 */
export async function removeAnswers(transaction: Transaction, engine: Engine, ids: string[]) {
  // Read before the deletion, which cascades to the placements and messages.
  const placements = await transaction
    .selectFrom('placements')
    .select('_id')
    .where('attachment', 'in', ids)
    .execute()
  const written = await writtenTo(transaction, ids)
  const removed = await transaction
    .deleteFrom('attachments')
    .where('_id', 'in', ids)
    .returning(['_id', 'referenceId', ...lookupKinds, 'is_accepted', 'createdAt'])
    .execute()
  if (removed.length === 0) return 0
  await comparePending(transaction)
  await removeWrittenTexts(transaction, written)

  await engine.markForVacuum(transaction)
  await addToErasedCounts(transaction, removed)
  const referenceId = removed.map((row) => row.referenceId)
  await deleteRows(transaction, 'idempotency_keys', { referenceId })
  const record = [...removed, ...placements].map(({ _id }) => _id)
  const unlinked = { record: null, fields: null, note: null }
  await updateRows(transaction, 'history', { record }, unlinked)
  return removed.length
}

/** The ids of the messages to many that went to these applications. */
async function writtenTo(transaction: Transaction, ids: string[]) {
  const rows = await transaction
    .selectFrom('outbox')
    .select('about')
    .distinct()
    .where('attachment', 'in', ids)
    .where('kind', '=', 'written')
    .where('about', 'is not', null)
    .$narrowType<{ about: string }>()
    .execute()
  return rows.map(({ about }) => about)
}

/** Deletes the texts that were written to erased applications only: they may be about the person. */
async function removeWrittenTexts(transaction: Transaction, written: string[]) {
  if (written.length === 0) return
  const rows = await transaction
    .selectFrom('outbox')
    .select('about')
    .distinct()
    .where('kind', '=', 'written')
    .where('about', 'in', written)
    .execute()
  const left = new Set(rows.map(({ about }) => about))
  const _id = written.filter((about) => !left.has(about))
  await deleteRows(transaction, 'written_messages', { _id })
}

async function addToErasedCounts(
  transaction: Transaction,
  removed: Pick<AttachmentsTable, LookupKind | 'is_accepted' | 'createdAt'>[],
) {
  const counts = new Map<string, Tables['erased_counts']>()
  for (const { is_accepted, createdAt, ...row } of removed) {
    const values = { ...row, day: dayInKenya(createdAt) }
    for (const what of [...lookupKinds, 'day'] as const) {
      const of = { what, value: values[what] ?? '', is_accepted }
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
