import { anyOf } from '../../database/prepared.ts'
import type { Database } from '../../database/tables.ts'
import type { DocumentStore } from '../../services/documents/document-store.ts'
import { sizesByName } from '../backup/backup-documents.ts'
import { allDocuments, type StoredDocument } from '../backup/stored-documents.ts'

interface Comparison {
  documents: StoredDocument[]
  /** The ids of documents without a file. */
  missing: string[]
  /** The ids of documents whose file has another size. */
  wrongSize: string[]
  /** The names of files whose document is not in the database. */
  unknown: string[]
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * Compares the rows of documents with the names and sizes of the files. Other files, such as parts
 * of uploads, are ignored: the server removes what uploads have left.
 */
export async function compareDocuments(db: Database, store: DocumentStore): Promise<Comparison> {
  const files = await sizesByName(store)
  const documents = await allDocuments(db)
  const absent = documents.filter(({ _id }) => !files.has(_id)).map(({ _id }) => _id)
  const wrongSize = documents.filter(({ _id, size }) => (files.get(_id) ?? size) !== size)
  for (const { _id } of documents) files.delete(_id)
  const others = [...files.keys()].filter((name) => uuid.test(name))
  return {
    documents,
    missing: await stillDifferent(db, store, absent, { hasRow: true, hasFile: false }),
    wrongSize: wrongSize.map(({ _id }) => _id),
    unknown: await stillDifferent(db, store, others, { hasRow: false, hasFile: true }),
  }
}

/** So few differences can come from changes during the comparison. They are looked at again. */
const few = 100

async function stillDifferent(
  db: Database,
  store: DocumentStore,
  ids: string[],
  { hasRow, hasFile }: { hasRow: boolean; hasFile: boolean },
) {
  const rows = await db
    .selectFrom('documents')
    .select('_id')
    .where(anyOf(db, '_id', ids))
    .execute()
  const known = new Set(rows.map(({ _id }) => _id))
  const different = ids.filter((_id) => known.has(_id) === hasRow)
  if (different.length > few) return different
  const confirmed: string[] = []
  for (const _id of different) if ((await isStored(store, _id)) === hasFile) confirmed.push(_id)
  return confirmed
}

async function isStored(store: DocumentStore, name: string) {
  const found = await store.get(name)
  found?.bytes.destroy()
  return found !== undefined
}
