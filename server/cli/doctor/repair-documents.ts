import type { Database } from '../../database/tables.ts'
import type { DocumentStore } from '../../services/documents/document-store.ts'
import { now } from '../../services/ids.ts'
import { compareDocuments } from './compare-documents.ts'

/** Corrects contradictions in the rows of documents. */
export async function repairDocuments(db: Database) {
  await db
    .updateTable('documents')
    .set({ expiresAt: null })
    .where('attachment', 'is not', null)
    .where('expiresAt', 'is not', null)
    .execute()
  await db
    .updateTable('documents')
    .set({ scanAt: now() })
    .where('state', '=', 'scanning')
    .where('scanAt', 'is', null)
    .execute()
}

/**
 * Removes files whose document is not in the database, and returns their number. To undo a restore,
 * they would be needed.
 */
export async function removeUnknownDocuments(db: Database, store: DocumentStore) {
  const { unknown } = await compareDocuments(db, store)
  for (const name of unknown) await store.remove(name)
  return unknown.length
}
