import { Readable } from 'node:stream'

import { fieldOfPurpose } from '../../../contract/intake/paper-kinds.ts'
import { inTransaction, markForAfterCommit } from '../../database/transaction.ts'
import { invalidAnswer, type PublicError } from '../domain-error.ts'
import { now } from '../ids.ts'
import type { DocumentStore } from './document-store.ts'
import { inspect, megabyte, type Inspected } from './inspect.ts'
import { semaphore } from '../semaphore.ts'
import {
  discardUpload,
  partsOf,
  uploadGone,
  type UploadContext,
  type UploadRow,
} from './upload-rows.ts'
import { shareRun } from '../single-flight.ts'
import { updateRows, findRow, hasRow } from '../rows.ts'

/** Files that are in memory at once. A decoded picture takes many times its size as a file. */
const inMemory = semaphore(2)

/**
 * Checks an upload whose bytes are all there, and stores it as a document. A refused file is
 * deleted with its row. May be called again after a crash, and at the same time by other processes.
 */
export function finishUpload(context: UploadContext, row: UploadRow) {
  return shareRun(context.documentStore, row._id, () => inMemory(() => finish(context, row)))
}

async function finish(context: UploadContext, row: UploadRow): Promise<PublicError | undefined> {
  const { db, documentStore, settings } = context
  const original = await readTogether(documentStore, row)
  if (!original) {
    const current = await findRow(db, 'documents', { _id: row._id })
    if (current && current.state !== 'receiving') return undefined
    await discardUpload(context, row)
    return uploadGone()
  }
  const inspected = await inspect(row.name, original, settings.DOCUMENT_MAX_MB * megabyte)
  if ('refused' in inspected) {
    await discardUpload(context, row)
    return invalidAnswer(fieldOf(row), inspected.refused)
  }
  await storeDocument(documentStore, row, original, inspected)
  await makeDocument(context, row, inspected)
  for (const name of partsOf(row)) await documentStore.remove(name)
  return undefined
}

/** The field of a submission to which an upload belongs. */
export function fieldOf({ purpose }: Pick<UploadRow, 'purpose'>) {
  return fieldOfPurpose(purpose)
}

/** Reads the parts of an upload; undefined if one is missing. */
async function readTogether(store: DocumentStore, row: UploadRow) {
  const names = partsOf(row)
  // After a crash, the only part may have the name of the document already.
  const parts = (await read(store, names)) ?? (await read(store, [row._id]))
  const bytes = parts && Buffer.concat(parts)
  return bytes?.length === row.received ? bytes : undefined
}

async function read(store: DocumentStore, names: string[]) {
  const chunks: Buffer[] = []
  for (const name of names) {
    const part = await store.get(name)
    if (!part) return undefined
    for await (const chunk of part.bytes) chunks.push(chunk as Buffer)
  }
  return chunks
}

/** Gives the bytes the name of the document. A single part is only renamed, if it stays as it is. */
async function storeDocument(
  store: DocumentStore,
  row: UploadRow,
  original: Buffer,
  { bytes }: Inspected,
) {
  const [first, ...others] = partsOf(row)
  const isRenamed = bytes === original && first !== undefined && others.length === 0
  if (!isRenamed) {
    await store.put(row._id, Readable.from([bytes]))
    return
  }
  await store.rename(first, row._id).catch(async (error: unknown) => {
    // Another process, or this one before a crash, has renamed it.
    const there = await store.get(row._id)
    there?.bytes.destroy()
    if (there?.size !== bytes.length) throw error
  })
}

async function makeDocument(
  { db, documentStore, settings }: UploadContext,
  { _id }: UploadRow,
  { type, bytes, warnings }: Inspected,
) {
  const hasScanner = settings.CLAMD !== undefined
  // In another thread, in contrast to a hash of the module node:crypto.
  const digest = await crypto.subtle.digest('SHA-256', bytes as Buffer<ArrayBuffer>)
  const changed = await inTransaction(db, (transaction) => {
    if (hasScanner) markForAfterCommit(transaction)
    const columns = {
      type,
      sha256: Buffer.from(digest).toString('hex'),
      size: bytes.length,
      warnings: warnings.length > 0 ? warnings.join(',') : null,
      state: hasScanner ? ('scanning' as const) : ('unchecked' as const),
      scanAt: hasScanner ? now() : null,
      parts: null,
    }
    return updateRows(transaction, 'documents', { _id, state: 'receiving' }, columns)
  })
  // The cleanup may have deleted the row meanwhile, and found no file.
  if (changed === 0 && !(await hasRow(db, 'documents', { _id }))) await documentStore.remove(_id)
}
