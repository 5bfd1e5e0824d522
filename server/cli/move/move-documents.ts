import type { Readable } from 'node:stream'

import { openDatabase, type DataLocation } from '../../database/open.ts'
import { diskStore, documentsFolder } from '../../services/documents/disk-store.ts'
import { openDocumentStore, type DocumentStore } from '../../services/documents/document-store.ts'
import type { Settings } from '../../settings.ts'
import { UsageError, OperationError } from '../command.ts'
import { copyDocuments } from '../backup/copy-documents.ts'
import { removeErased } from '../backup/restore-documents.ts'
import { allDocuments, compareSizes, idsOf, selectStored } from '../backup/stored-documents.ts'

/** The store to copy from and the store to copy to, which `to` names: `bucket` or `folder`. */
export async function storesOfMove(to: string, settings: Settings) {
  if (to !== 'bucket' && to !== 'folder') {
    throw new UsageError('--documents-to takes bucket or folder.')
  }
  if (settings.DOCUMENTS_S3 === undefined) {
    throw new OperationError('Set DOCUMENTS_S3 first: it names the bucket.')
  }
  const folder = diskStore(documentsFolder(settings.DATA_DIR))
  const bucket = await openDocumentStore(settings)
  return to === 'bucket' ? { from: folder, to: bucket } : { from: bucket, to: folder }
}

/**
 * Copies all documents to another store, and unfinished uploads. Documents that are there already are
 * skipped, so the command can be repeated. The server may be running, but its next documents need
 * another run. Nothing is deleted.
 */
export async function moveDocuments(
  location: DataLocation,
  { from, to }: { from: DocumentStore; to: DocumentStore },
) {
  const { db } = openDatabase(location)
  try {
    const documents = await allDocuments(db)
    const { missing, wrongSize } = await compareSizes(to, documents)
    const lacking = [...missing, ...wrongSize]
    const result = await copyDocuments(from, to, lacking)
    const uploads = await db
      .selectFrom('documents')
      .select('_id')
      .where('state', '=', 'receiving')
      .execute()
    await copyParts(from, to, new Set(idsOf(uploads)))
    await removeErased(db, to, idsOf(lacking))
    const lost = await selectStored(db, [...result.missing, ...result.damaged])
    return { total: documents.length, copied: result.copied, bytes: result.bytes, lost }
  } finally {
    await db.destroy()
  }
}

/** Parts are few and change, so all of them are copied at each run. */
async function copyParts(from: DocumentStore, to: DocumentStore, uploads: ReadonlySet<string>) {
  for await (const { name } of from.list()) {
    const [_id = '', offset] = name.split('.')
    if (offset === undefined || !uploads.has(_id)) continue
    const part: { bytes: Readable } | undefined = await from.get(name)
    if (part) await to.put(name, part.bytes)
  }
}
