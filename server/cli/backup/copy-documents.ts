import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'

import type { DocumentStore } from '../../services/documents/document-store.ts'
import { Progress } from '../progress.ts'
import type { StoredDocument } from './stored-documents.ts'

/** Files that are read at the same time. S3 takes long to answer, but answers many at once. */
const parallel = 8

interface CopyResult {
  copied: number
  /** Bytes of the copied files. */
  bytes: number
  missing: string[]
  /** Documents whose bytes do not have the checksum of their row, or cannot be read. */
  damaged: string[]
}

/** Copies documents to another store. A file whose checksum is wrong does not get there. */
export async function copyDocuments(
  from: DocumentStore,
  to: DocumentStore,
  documents: readonly StoredDocument[],
): Promise<CopyResult> {
  const result: CopyResult = { copied: 0, bytes: 0, missing: [], damaged: [] }
  const progress = new Progress('Copying documents', sumOfSizes(documents))
  await inParallel(documents, async (document) => {
    const outcome = await copyDocument(from, to, document)
    if (outcome === 'copied') result.copied++
    else result[outcome].push(document._id)
    if (outcome === 'copied') result.bytes += document.size
    progress.report(result.bytes)
  })
  return result
}

async function copyDocument(from: DocumentStore, to: DocumentStore, document: StoredDocument) {
  const found = await from.get(document._id)
  if (!found) return 'missing'
  const check = { isDamaged: false }
  try {
    await to.put(document._id, verified(found.bytes, document.sha256, check))
    return 'copied'
  } catch (error) {
    if (check.isDamaged) return 'damaged'
    throw error
  } finally {
    found.bytes.destroy()
  }
}

/** The ids of documents whose files are missing or damaged, among those that `work` reads. */
export async function readDocuments(
  store: DocumentStore,
  documents: readonly StoredDocument[],
  { milliseconds = Infinity } = {},
) {
  const result = { read: 0, missing: [] as string[], damaged: [] as string[] }
  const progress = new Progress('Reading documents', sumOfSizes(documents))
  const end = performance.now() + milliseconds
  let bytes = 0
  await inParallel(documents, async (document) => {
    if (performance.now() > end) return
    const found = await store.get(document._id)
    const check = { isDamaged: false }
    if (found) await drain(verified(found.bytes, document.sha256, check)).catch(unless(check))
    else result.missing.push(document._id)
    if (check.isDamaged) result.damaged.push(document._id)
    result.read++
    progress.report((bytes += document.size))
  })
  return result
}

/** Passes the bytes on, and fails at their end if they do not have the checksum. */
async function* verified(bytes: Readable, sha256: string, check: { isDamaged: boolean }) {
  const hash = createHash('sha256')
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      hash.update(chunk)
      yield chunk
    }
  } catch (error) {
    // A disk that cannot read one file may well read the others.
    check.isDamaged ||= (error as NodeJS.ErrnoException).code === 'EIO'
    throw error
  }
  if (hash.digest('hex') === sha256) return
  check.isDamaged = true
  throw new Error('The checksum of a document is wrong')
}

async function drain(bytes: AsyncIterable<unknown>) {
  for await (const _ of bytes);
}

const unless = (check: { isDamaged: boolean }) => (error: unknown) => {
  if (!check.isDamaged) throw error
}

/** Works on several items at a time. After an error, no further item is begun. */
async function inParallel<T>(items: Iterable<T>, work: (item: T) => Promise<unknown>) {
  // An error returns the generator, which ends the loops of the other workers.
  const shared = (function* () {
    yield* items
  })()
  const worker = async () => {
    for (const item of shared) await work(item)
  }
  await Promise.all(Array.from({ length: parallel }, worker))
}

const sumOfSizes = (documents: readonly StoredDocument[]) =>
  documents.reduce((sum, { size }) => sum + size, 0)
