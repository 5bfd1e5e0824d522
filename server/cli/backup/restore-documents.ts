import { dirname } from 'node:path'

import { openDatabase, type DataLocation } from '../../database/open.ts'
import type { Database } from '../../database/tables.ts'
import type { DocumentStore } from '../../services/documents/document-store.ts'
import { backupStore } from './backup-documents.ts'
import { copyDocuments, readDocuments } from './copy-documents.ts'
import { OperationError } from '../command.ts'
import {
  allDocuments,
  compareSizes,
  documentsOfBackup,
  idsOf,
  selectStored,
  sizesByName,
} from './stored-documents.ts'

/** Ids that an error lists. */
const listed = 10

/**
 * Finds the documents of a backup that the store lacks, and returns a function that copies them. It
 * deletes nothing, because an undone restore needs the newer documents. Throws if documents are
 * missing in the backup, unless `isIncomplete`.
 */
export async function prepareDocuments(store: DocumentStore, file: string, isIncomplete: boolean) {
  const source = backupStore(dirname(file))
  const compared = await compareSizes(store, documentsOfBackup(file))
  const saved = await sizesByName(source)
  const wanted = [...compared.missing, ...compared.wrongSize]
  const lacking = wanted.filter(({ _id }) => saved.has(_id))
  const missing = idsOf(wanted.filter(({ _id }) => !saved.has(_id)))
  if (!isIncomplete) refuseMissing(missing, source)
  return async () => {
    const result = await copyDocuments(source, store, lacking)
    const absent = [...missing, ...result.missing, ...result.damaged]
    if (!isIncomplete) refuseMissing(absent, source)
    return { copied: result.copied, absent }
  }
}

function refuseMissing(ids: readonly string[], source: DocumentStore) {
  if (ids.length === 0) return
  throw new OperationError(
    `Nothing was restored, because ${nameDocuments(ids)} missing from ${source.location}, or damaged there. Copy them there from another copy of the backup. With --incomplete, everything else is restored.`,
  )
}

/** Such as `2 documents (ID, ID) are`. */
export function nameDocuments(ids: readonly string[]) {
  const more = ids.length > listed ? ', …' : ''
  const names = ids.slice(0, listed).join(', ') + more
  return ids.length === 1 ? `1 document (${names}) is` : `${ids.length} documents (${names}) are`
}

/**
 * Reads every document that the database needs, and copies the missing and damaged ones from a
 * folder of backups. The server may be running.
 */
export async function restoreDocumentsOnly(
  { location, store }: { location: DataLocation; store: DocumentStore },
  folder: string,
) {
  const { db } = openDatabase(location)
  try {
    const documents = await allDocuments(db)
    const { missing, damaged } = await readDocuments(store, documents)
    const lacking = new Set([...missing, ...damaged])
    const result = await copyDocuments(
      backupStore(folder),
      store,
      documents.filter(({ _id }) => lacking.has(_id)),
    )
    await removeErased(db, store, [...lacking])
    return { copied: result.copied, absent: [...result.missing, ...result.damaged] }
  } finally {
    await db.destroy()
  }
}

/** Removes copies of documents that were erased in the meantime. */
export async function removeErased(db: Database, store: DocumentStore, copied: readonly string[]) {
  const stored = new Set(await selectStored(db, copied))
  for (const _id of copied) if (!stored.has(_id)) await store.remove(_id)
}
