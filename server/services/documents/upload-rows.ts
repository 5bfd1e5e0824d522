import { documentMessages } from '../../../contract/document/document-messages.ts'
import type { DocumentsTable, Database } from '../../database/tables.ts'
import { prepared } from '../../database/prepared.ts'
import { runWrite } from '../../database/transaction.ts'
import { PublicError } from '../domain-error.ts'
import { now } from '../ids.ts'
import type { RateLimiter } from '../rate-limiter.ts'
import type { DocumentStore } from './document-store.ts'

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

/** The state of an upload; undefined if it was deleted. */
export function findState(db: Database, _id: string) {
  return db.selectFrom('documents').select('state').where('_id', '=', _id).executeTakeFirst()
}

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
  const { numUpdatedRows } = await runWrite(db, (writer) =>
    writer
      .updateTable('documents')
      .set({ received, parts, expiresAt })
      .where('_id', '=', row._id)
      .where('state', '=', 'receiving')
      .where('received', '=', row.received)
      .executeTakeFirst(),
  )
  if (numUpdatedRows === 0n) return false
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
  await runWrite(db, (writer) =>
    writer
      .deleteFrom('documents')
      .where('_id', '=', row._id)
      .where('attachment', 'is', null)
      .execute(),
  )
}

export const uploadGone = () => new PublicError('not_found', documentMessages.gone)
