import type { Database, DocumentsTable } from '../../database/tables.ts'
import type { DocumentStore } from '../../services/documents/document-store.ts'
import { inBatches } from '../in-batches.ts'
import { rowsOfBackup } from './backup-rows.ts'

/** A finished document, whose bytes are in the store of documents under its `_id`. */
export interface StoredDocument {
  _id: string
  sha256: string
  /** Bytes. */
  size: number
}

const columns = ['_id', 'sha256', 'size', 'state', 'attachment', 'expiresAt'] as const

type Row = Pick<DocumentsTable, (typeof columns)[number]>

const batchSize = 1000

/** The documents of a database whose bytes must be in the store. */
export async function allDocuments(db: Database) {
  const query = db.selectFrom('documents').select(columns).orderBy('_id').limit(batchSize)
  const documents: StoredDocument[] = []
  for await (const rows of inBatches((last) => query.where('_id', '>', last).execute())) {
    documents.push(...rows.filter(hasFile))
  }
  return documents
}

/** Those of the ids that the database has: others were erased in the meantime. */
export async function selectStored(db: Database, ids: Iterable<string>) {
  const wanted = new Set(ids)
  if (wanted.size === 0) return []
  return idsOf(await allDocuments(db)).filter((_id) => wanted.has(_id))
}

/**
 * Compares documents with the files of a store, by their sizes. `files` has the size of every file by
 * its name.
 */
export async function compareSizes(
  store: DocumentStore,
  documents: AsyncIterable<StoredDocument> | Iterable<StoredDocument>,
) {
  const files = await sizesByName(store)
  const missing: StoredDocument[] = []
  const wrongSize: StoredDocument[] = []
  const present: StoredDocument[] = []
  for await (const document of documents) {
    const size = files.get(document._id)
    if (size === undefined) missing.push(document)
    else if (size === document.size) present.push(document)
    else wrongSize.push(document)
  }
  return { files, missing, wrongSize, present }
}

export async function sizesByName(store: DocumentStore) {
  const sizes = new Map<string, number>()
  for await (const { name, size } of store.list()) sizes.set(name, size)
  return sizes
}

export const idsOf = (documents: readonly { _id: string }[]) => documents.map(({ _id }) => _id)

/** The documents that a backup file of either engine needs. Backups of early versions have none. */
export async function* documentsOfBackup(file: string): AsyncGenerator<StoredDocument> {
  for await (const values of rowsOfBackup(file, 'documents', columns)) {
    const row = { ...values, size: Number(values.size) } as Row
    if (hasFile(row)) yield row
  }
}

/**
 * A document has no file while it is received and after a virus was found. Without an application
 * and an expiry, the document was deleted, and the next cleanup removes its file.
 */
function hasFile(row: Row): row is Row & { sha256: string } {
  const { sha256, state, attachment, expiresAt } = row
  const isDeleted = attachment === null && expiresAt === null
  return sha256 !== null && state !== 'refused' && !isDeleted
}
