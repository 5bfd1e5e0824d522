import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { ColumnTypes } from '../engine.ts'

/** Content of the public pages that staff edit, its versions, and a token of what is public. */
export const content = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const id = sql.raw(types.id)
    const timestamp = sql.raw(types.timestamp)

    await db.schema
      .createTable('content')
      .addColumn('_id', id, (column) => column.primaryKey())
      .addColumn('collection', 'text', (column) => column.notNull())
      .addColumn('slug', 'text', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('searchText', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('draft', 'text', (column) => column.notNull())
      .addColumn('published', 'text')
      .addColumn('scheduled', 'text')
      .addColumn('publishedAt', timestamp)
      .addColumn('publishAt', timestamp)
      .addColumn('hideAt', timestamp)
      .addColumn('createdAt', timestamp, (column) => column.notNull())
      .addColumn('updatedAt', timestamp, (column) => column.notNull())
      .addColumn('updatedBy', id)
      .execute()
    await db.schema
      .createIndex('content_collection_slug')
      .on('content')
      .columns(['collection', 'slug'])
      .unique()
      .execute()
    await db.schema
      .createIndex('content_collection_position')
      .on('content')
      .columns(['collection', 'position', '_id'])
      .execute()

    await db.schema
      .createTable('content_versions')
      .addColumn('content', id, (column) =>
        column.notNull().references('content._id').onDelete('cascade'),
      )
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('draft', 'text', (column) => column.notNull())
      .addColumn('published', 'boolean', (column) => column.notNull())
      .addColumn('updatedAt', timestamp, (column) => column.notNull())
      .addColumn('updatedBy', id)
      .addPrimaryKeyConstraint('content_versions_key', ['content', 'version'])
      .execute()

    // Without a row, the seed has not been stored yet.
    await db.schema
      .createTable('content_version')
      .addColumn('version', 'text', (column) => column.notNull())
      .execute()
  },
})
