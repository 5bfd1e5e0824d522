import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { ColumnTypes } from '../engine.ts'

/** Papers that intakes ask for, and those that applicants have sent. */
export const papers = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const id = sql.raw(types.id)
    const day = sql.raw(types.day)

    await db.schema
      .createTable('intake_papers')
      .addColumn('intake', id, (column) =>
        column.notNull().references('intakes._id').onDelete('cascade'),
      )
      .addColumn('purpose', 'text', (column) => column.notNull())
      .addColumn('name', 'text')
      .addColumn('name_sw', 'text')
      .addColumn('asked', 'text', (column) => column.notNull())
      .addColumn('dueDays', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('intake_papers_key', ['intake', 'purpose'])
      .execute()

    await db.schema
      .createTable('papers')
      .addColumn('attachment', id, (column) =>
        column.notNull().references('attachments._id').onDelete('cascade'),
      )
      .addColumn('purpose', 'text', (column) => column.notNull())
      .addColumn('document', id, (column) =>
        column.notNull().references('documents._id').onDelete('cascade'),
      )
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('reason', 'text')
      .addColumn('validUntil', day)
      .addPrimaryKeyConstraint('papers_key', ['attachment', 'purpose'])
      .execute()
    await db.schema.createIndex('papers_document').on('papers').column('document').execute()
    await db.schema
      .createIndex('papers_state')
      .on('papers')
      .columns(['state', 'attachment'])
      .execute()
  },
})
