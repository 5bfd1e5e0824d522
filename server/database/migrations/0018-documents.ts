import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { ColumnTypes } from '../engine.ts'

/** Documents of applications and unfinished uploads. Their bytes are in the document store. */
export const documents = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const id = sql.raw(types.id)
    const timestamp = sql.raw(types.timestamp)

    await db.schema
      .createTable('documents')
      .addColumn('_id', id, (column) => column.primaryKey())
      .addColumn('createdAt', timestamp, (column) => column.notNull())
      .addColumn('keyHash', 'text', (column) => column.notNull().unique())
      .addColumn('attachment', id, (column) =>
        column.references('attachments._id').onDelete('set null'),
      )
      .addColumn('purpose', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('size', 'integer', (column) => column.notNull())
      .addColumn('received', 'integer', (column) => column.notNull())
      .addColumn('parts', 'text')
      .addColumn('type', 'text')
      .addColumn('sha256', 'text')
      .addColumn('warnings', 'text')
      .addColumn('scanAt', timestamp)
      .addColumn('expiresAt', timestamp)
      .execute()

    await db.schema
      .createIndex('documents_attachment__id')
      .on('documents')
      .columns(['attachment', '_id'])
      .execute()
    await sql`create index documents_unattached on documents ("expiresAt")
      where attachment is null`.execute(db)
    await db.schema
      .createIndex('documents_state')
      .on('documents')
      .columns(['state', 'createdAt'])
      .execute()
    await sql`create index documents_to_scan on documents ("scanAt")
      where "scanAt" is not null`.execute(db)
  },
})
