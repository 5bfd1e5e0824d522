import { documentMessages } from '../../../contract/document/document-messages.ts'
import type { DocumentsTable, Database } from '../../database/tables.ts'
import { prepared, anyOf } from '../../database/prepared.ts'
import { runWrite } from '../../database/transaction.ts'
import { PublicError, unavailable } from '../domain-error.ts'
import { now } from '../ids.ts'
import { networkOf, type RateLimit, type RateLimiter } from '../rate-limiter.ts'
import { unattachedBytes } from './document-figures.ts'
import type { DocumentStore } from './document-store.ts'
import { deleteRows, updateRows } from '../rows.ts'

/** What uploads need. The context of the routes has all of it. */
export interface UploadContext {
  db: Database
  limiter: RateLimiter
  documentStore: DocumentStore
  settings: { DOCUMENT_MAX_MB: number; CLAMD?: string | undefined }
}

/** Milliseconds after the last received byte until an upload expires that nobody has submitted. */
export const lifetime = 7 * 24 * 60 * 60 * 1000

const columns = [
  '_id',
  'attachment',
  'purpose',
  'name',
  'state',
  'size',
  'received',
  'parts',
  'expiresAt',
] as const

export type UploadRow = Pick<DocumentsTable, (typeof columns)[number]>

const selectUpload = prepared((db, { keyHash }: { keyHash: string }) =>
  db.selectFrom('documents').select(columns).where('keyHash', '=', keyHash),
)

/** Finds an upload by the hash of its key. One that has expired or was replaced is not found. */
export async function findUpload(db: Database, keyHash: string) {
  const [row] = await selectUpload(db, { keyHash })
  const isHere = row && (row.attachment !== null || (row.expiresAt ?? '') > now())
  return isHere ? row : undefined
}

/**
 * Compare-and-swap: moves the offset of an upload behind a part that is on the disk. False if
 * another process has moved it meanwhile. This commit acknowledges the part.
 */
export async function addPart(db: Database, row: UploadRow, part: { name: string; size: number }) {
  const received = row.received + part.size
  const parts = [...partsOf(row), part.name].join(',')
  const expiresAt = now(lifetime)
  const before = { _id: row._id, state: 'receiving', received: row.received } as const
  const changed = await runWrite(db, (writer) =>
    updateRows(writer, 'documents', before, { received, parts, expiresAt }),
  )
  if (changed === 0) return false
  Object.assign(row, { received, parts, expiresAt })
  return true
}

export function partsOf({ parts }: Pick<UploadRow, 'parts'>) {
  return parts?.split(',') ?? []
}

/** Deletes an upload that no application has: first the bytes, then the row. */
export async function discardUpload(
  { db, documentStore }: Pick<UploadContext, 'db' | 'documentStore'>,
  row: Pick<UploadRow, '_id' | 'parts'>,
) {
  for (const name of [...partsOf(row), row._id]) await documentStore.remove(name)
  const unattached = { _id: row._id, attachment: null }
  await runWrite(db, (writer) => deleteRows(writer, 'documents', unattached))
}

export const uploadGone = () => new PublicError('not_found', documentMessages.gone)

/**
 * Submitted files do not count, so that a whole campus may apply from one address. Only floods of
 * files that nobody submits reach this limit.
 */
const perAddress: RateLimit = {
  name: 'uploads of an address',
  max: 500,
  seconds: 3600,
  of: 'files from your network',
}

/** Bytes of all uploads that no application has, at most. */
const mostUnattached = 20_000_000_000

/** Bytes that stay free on the disk of the documents, which may be the one of the database. */
const leastFree = 1_000_000_000

/** Refuses a new upload of this size if there are too many. Else counts it. */
export async function countUpload(context: UploadContext, size: number, address: string) {
  const { db, limiter, documentStore } = context
  const tooMany = await limiter.consume([perAddress, networkOf(address)])
  if (tooMany) return tooMany
  const free = (await documentStore.free?.()) ?? Infinity
  const isFull = free < leastFree + size || (await unattachedBytes(db)) + size > mostUnattached
  return isFull ? unavailable(Object.assign(new Error('Too many uploads'), full)) : undefined
}

/** The code of the error for a full disk, which applicants get as a sentence. */
const full = { code: 'ENOSPC' }

/** Files that were submitted count no longer for the limit of an address. */
export async function refundUploads(limiter: RateLimiter, address: string, count: number) {
  for (let file = 0; file < count; file++) await limiter.refund([perAddress, networkOf(address)])
}

type Context = Pick<UploadContext, 'db' | 'documentStore'>

const batchSize = 200

/**
 * Milliseconds that an expired upload is kept longer. A request that began before the expiry may
 * still submit it.
 */
const grace = 60 * 60 * 1000

/**
 * Deletes the bytes and rows of documents that no application has: uploads that have expired, and
 * documents that were replaced or whose application was deleted. Several processes may do this at
 * once.
 */
export async function deleteUnattached(context: Context) {
  for (;;) {
    const rows = await context.db
      .selectFrom('documents')
      .select(['_id', 'parts'])
      .where('attachment', 'is', null)
      .where((column) =>
        column.or([column('expiresAt', 'is', null), column('expiresAt', '<=', now(-grace))]),
      )
      .limit(batchSize)
      .execute()
    for (const row of rows) await discardUpload(context, row)
    if (rows.length < batchSize) return
  }
}

/** Deletes what processes that were killed have left in the store, besides unfinished uploads. */
export async function deleteLeftovers({ db, documentStore }: Context) {
  await documentStore.removeUnfinished?.()
  const parts: string[] = []
  for await (const { name } of documentStore.list()) {
    if (/^[\w-]+\.\d+$/.test(name)) parts.push(name)
  }
  const rows = await db
    .selectFrom('documents')
    .select('_id')
    .where(anyOf(db, '_id', parts.map(idOf)))
    .where('state', '=', 'receiving')
    .execute()
  const receiving = new Set(rows.map(({ _id }) => _id))
  for (const part of parts) if (!receiving.has(idOf(part))) await documentStore.remove(part)
}

function idOf(part: string) {
  return part.slice(0, part.indexOf('.'))
}
