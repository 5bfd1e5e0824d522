import { randomUUID } from 'node:crypto'

import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const dated = ['events', 'jobs', 'consultancies']

/** Keeps items past their date that came with the product and that nobody has changed. */
export const keptItems: Migration = {
  async up(db: Kysely<Touched>) {
    const rows = await db
      .selectFrom('content')
      .select(['_id', 'draft', 'published'])
      .where('updatedBy', 'is', null)
      .where('collection', 'in', dated)
      .execute()
    for (const { _id, draft, published } of rows) {
      const kept = { draft: keep(draft), published: published && keep(published) }
      await db.updateTable('content').set(kept).where('_id', '=', _id).execute()
      // Such an item has only its first version.
      await db
        .updateTable('content_versions')
        .set({ draft: kept.draft })
        .where('content', '=', _id)
        .execute()
    }
    await db.updateTable('content_version').set({ version: randomUUID() }).execute()
  },
}

/** The columns that this migration uses. */
interface Touched {
  content: {
    _id: string
    collection: string
    draft: string
    published: string | null
    updatedBy: string | null
  }
  content_versions: { content: string; draft: string }
  content_version: { version: string }
}

function keep(fields: string) {
  return JSON.stringify({ ...(JSON.parse(fields) as object), afterDate: 'keep' })
}
