import { anyOf } from '../../database/prepared.ts'
import type { Database } from '../../database/tables.ts'
import type { DocumentStore } from '../../services/documents/document-store.ts'
import { now } from '../../services/ids.ts'
import { allDocuments, compareSizes, idsOf } from '../backup/stored-documents.ts'

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * Compares the rows of documents with the names and sizes of the files. Other files, such as parts
 * of uploads, are ignored: the server removes what uploads have left. Returns the `present` documents,
 * the ids of those whose file is missing or has another size, and the names of files without a document.
 */
export async function compareDocuments(db: Database, store: DocumentStore) {
  const documents = await allDocuments(db)
  const { files, missing, wrongSize, present } = await compareSizes(store, documents)
  for (const { _id } of documents) files.delete(_id)
  const others = [...files.keys()].filter((name) => uuid.test(name))
  return {
    present,
    missing: await stillDifferent(db, store, idsOf(missing), { hasRow: true, hasFile: false }),
    wrongSize: idsOf(wrongSize),
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
