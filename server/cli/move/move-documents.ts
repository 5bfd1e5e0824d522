import type { Readable } from 'node:stream'

import { openDatabase, type DataLocation } from '../../database/open.ts'
import { diskStore, documentsFolder } from '../../services/documents/disk-store.ts'
import { openDocumentStore, type DocumentStore } from '../../services/documents/document-store.ts'
import type { Settings } from '../../settings.ts'
import { sizesByName } from '../backup/backup-documents.ts'
import { UsageError } from '../command.ts'
import { copyDocuments } from '../backup/copy-documents.ts'
import { OperationError } from '../operation-error.ts'
import { removeErased } from '../backup/restore-documents.ts'
import { allDocuments, storedDocuments } from '../backup/stored-documents.ts'

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
    const present = await sizesByName(to)
    const lacking = documents.filter(({ _id, size }) => present.get(_id) !== size)
    const result = await copyDocuments(from, to, lacking)
    const uploads = await db
      .selectFrom('documents')
      .select('_id')
      .where('state', '=', 'receiving')
      .execute()
    await copyParts(from, to, new Set(uploads.map(({ _id }) => _id)))
    await removeErased(db, to, new Set(lacking.map(({ _id }) => _id)))
    const absent = new Set([...result.missing, ...result.damaged])
    const lost: string[] = []
    if (absent.size > 0) {
      for await (const { _id } of storedDocuments(db)) if (absent.has(_id)) lost.push(_id)
    }
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
