import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { ColumnTypes } from '../engine.ts'

/** Questions that intakes ask besides those of the form, and the answers. */
export const intakeQuestions = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const id = sql.raw(types.id)
    const timestamp = sql.raw(types.timestamp)

    await db.schema
      .createTable('question_drafts')
      .addColumn('intake', id, (column) =>
        column.primaryKey().references('intakes._id').onDelete('cascade'),
      )
      .addColumn('questions', 'text', (column) => column.notNull())
      .addColumn('updatedAt', timestamp, (column) => column.notNull())
      .execute()

    await db.schema
      .createTable('question_sets')
      .addColumn('intake', id, (column) =>
        column.notNull().references('intakes._id').onDelete('cascade'),
      )
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('questions', 'text', (column) => column.notNull())
      .addColumn('publishedAt', timestamp, (column) => column.notNull())
      .addColumn('publishedBy', id)
      .addPrimaryKeyConstraint('question_sets_key', ['intake', 'number'])
      .execute()

    // JSON: { [question or option]: { value, set } }. Null without answers.
    await db.schema.alterTable('attachments').addColumn('extra', 'text').execute()
  },
})
