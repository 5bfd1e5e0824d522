import { randomUUID, randomUUIDv7 } from 'node:crypto'

import { collectionNames, type CollectionName } from '../../contract/content/collections.ts'
import { isFixed, toDraft } from '../../contract/content/items.ts'
import { contentSeed } from './content-seed.ts'
import { derivedColumns } from './derived-columns.ts'
import type { Database } from './tables.ts'

/**
 * Stores the seed once, as published items. The row in `content_version` marks it as stored, so that a
 * deleted item does not come back. Fixed items cannot be deleted: each start stores the missing ones. The
 * caller holds the advisory lock of the setup.
 */
export async function storeContentSeed(db: Database) {
  for (const collection of collectionNames.filter(isFixed)) await insertMissing(db, collection)
  const stored = await db.selectFrom('content_version').select('version').executeTakeFirst()
  if (stored) return
  const others = collectionNames.filter((name) => !isFixed(name))
  const existing = await db
    .selectFrom('content')
    .select('_id')
    .where('collection', 'in', others)
    .limit(1)
    .executeTakeFirst()
  if (!existing) await insert(db, others.flatMap(seedRows), { isPublished: true })
  await db.insertInto('content_version').values({ version: randomUUID() }).execute()
}

/**
 * Fixed items are stored as drafts. Until one is published, pages show the texts of `first-texts.ts`.
 * Version 0.2.0, which may run beside this one, reads published rows and does not know the collection.
 */
async function insertMissing(db: Database, collection: CollectionName) {
  const stored = await db
    .selectFrom('content')
    .select('slug')
    .where('collection', '=', collection)
    .execute()
  const slugs = new Set(stored.map(({ slug }) => slug))
  const missing = seedRows(collection).filter(({ slug }) => !slugs.has(slug))
  if (missing.length > 0) await insert(db, missing, { isPublished: false })
}

function seedRows(collection: CollectionName) {
  const time = new Date().toISOString()
  return contentSeed[collection].map(({ slug, fields }, index) => {
    const draft = toDraft({ collection, slug }, fields)
    return {
      _id: randomUUIDv7(),
      collection,
      slug,
      position: index + 1,
      ...derivedColumns.content({ collection, slug, fields: draft }),
      version: 1,
      draft: JSON.stringify(draft),
      createdAt: time,
      updatedAt: time,
    }
  })
}

async function insert(
  db: Database,
  rows: ReturnType<typeof seedRows>,
  { isPublished }: { isPublished: boolean },
) {
  const publication = ({ draft, createdAt }: (typeof rows)[number]) =>
    isPublished ? { published: draft, publishedAt: createdAt } : {}
  await db
    .insertInto('content')
    .values(rows.map((row) => ({ ...row, ...publication(row) })))
    .execute()
  await db
    .insertInto('content_versions')
    .values(
      rows.map(({ _id, draft, updatedAt }) => ({
        content: _id,
        version: 1,
        draft,
        published: true,
        updatedAt,
      })),
    )
    .execute()
}
