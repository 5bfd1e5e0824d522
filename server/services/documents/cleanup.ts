import { anyOf } from '../../database/prepared.ts'
import type { Database } from '../../database/tables.ts'
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
  let names: string[] = []
  for await (const { name } of documentStore.list()) {
    if (!/^[\w-]+\.\d+$/.test(name)) continue
    names.push(name)
    if (names.length < batchSize) continue
    await deleteParts({ db, documentStore }, names)
    names = []
  }
  await deleteParts({ db, documentStore }, names)
}

/** Deletes parts of uploads that are finished or gone. */
async function deleteParts({ db, documentStore }: Context, names: string[]) {
  const receiving = new Set(await receivingOf(db, names.map(idOf)))
  for (const name of names) if (!receiving.has(idOf(name))) await documentStore.remove(name)
}

async function receivingOf(db: Database, ids: string[]) {
  const rows = await db
    .selectFrom('documents')
    .select('_id')
    .where(anyOf(db, '_id', ids))
    .where('state', '=', 'receiving')
    .execute()
  return rows.map(({ _id }) => _id)
}

function idOf(part: string) {
  return part.slice(0, part.indexOf('.'))
}
