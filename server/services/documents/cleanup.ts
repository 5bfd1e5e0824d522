import { anyOf } from '../../database/prepared.ts'
import { now } from '../ids.ts'
import { discardUpload, type UploadContext } from './upload-rows.ts'

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
