import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { ColumnTypes } from '../engine.ts'

/** Texts of messages that staff edit, and their versions. */
export const messageTemplates = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const id = sql.raw(types.id)
    const timestamp = sql.raw(types.timestamp)

    await db.schema
      .createTable('message_templates')
      .addColumn('_id', id, (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('intake', id, (column) => column.references('intakes._id').onDelete('cascade'))
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('subject', 'text')
      .addColumn('body', 'text')
      .addColumn('sms', 'text')
      .addColumn('defaultHash', 'text', (column) => column.notNull())
      .addColumn('updatedAt', timestamp, (column) => column.notNull())
      .addColumn('updatedBy', id)
      .execute()
    const unique = (name: string, rest: string) =>
      sql`create unique index ${sql.ref(name)} on message_templates ${sql.raw(rest)}`.execute(db)
    // Null is distinct in a unique index.
    await unique('message_templates_of_intake', '(kind, language, intake)')
    await unique('message_templates_everywhere', '(kind, language) where intake is null')
    await db.schema
      .createIndex('message_templates_intake')
      .on('message_templates')
      .column('intake')
      .execute()

    await db.schema
      .createTable('message_template_versions')
      .addColumn('template', id, (column) =>
        column.notNull().references('message_templates._id').onDelete('cascade'),
      )
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('sms', 'text')
      .addColumn('defaultHash', 'text', (column) => column.notNull())
      .addColumn('updatedAt', timestamp, (column) => column.notNull())
      .addColumn('updatedBy', id)
      .addPrimaryKeyConstraint('message_template_versions_key', ['template', 'version'])
      .execute()
  },
})
