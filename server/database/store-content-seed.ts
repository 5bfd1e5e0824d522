import { randomUUID, randomUUIDv7 } from 'node:crypto'

import { collectionNames } from '../../contract/content/collections.ts'
import { toDraft } from '../../contract/content/items.ts'
import { contentSeed } from './content-seed.ts'
import { derivedColumns } from './derived-columns.ts'
import type { Database } from './tables.ts'

/**
 * Stores the seed once, as published items. The row in `content_version` marks it as stored, so that a
 * deleted item does not come back. The caller holds the advisory lock of the setup.
 */
export async function storeContentSeed(db: Database) {
  const stored = await db.selectFrom('content_version').select('version').executeTakeFirst()
  if (stored) return
  const existing = await db.selectFrom('content').select('_id').limit(1).executeTakeFirst()
  if (!existing) await insertSeed(db)
  await db.insertInto('content_version').values({ version: randomUUID() }).execute()
}

async function insertSeed(db: Database) {
  const time = new Date().toISOString()
  const items = collectionNames.flatMap((collection) =>
    contentSeed[collection].map(({ slug, fields }, index) => {
      const draft = toDraft(collection, fields)
      return {
        _id: randomUUIDv7(),
        collection,
        slug,
        position: index + 1,
        ...derivedColumns.content({ collection, slug, fields: draft }),
        version: 1,
        draft: JSON.stringify(draft),
        published: JSON.stringify(draft),
        publishedAt: time,
        createdAt: time,
        updatedAt: time,
      }
    }),
  )
  await db.insertInto('content').values(items).execute()
  await db
    .insertInto('content_versions')
    .values(
      items.map(({ _id, draft }) => ({
        content: _id,
        version: 1,
        draft,
        published: true,
        updatedAt: time,
      })),
    )
    .execute()
}
