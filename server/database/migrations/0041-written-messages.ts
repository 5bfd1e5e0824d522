import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { ColumnTypes } from '../engine.ts'

/** Messages that staff write to many applicants at once. */
export const writtenMessages = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const id = sql.raw(types.id)
    const timestamp = sql.raw(types.timestamp)
    await db.schema
      .createTable('written_messages')
      .addColumn('_id', id, (column) => column.primaryKey())
      .addColumn('createdAt', timestamp, (column) => column.notNull())
      .addColumn('createdBy', id)
      .addColumn('key', 'text', (column) => column.unique())
      .addColumn('fingerprint', 'text', (column) => column.notNull())
      .addColumn('texts', 'text', (column) => column.notNull())
      .addColumn('undoUntil', timestamp, (column) => column.notNull())
      .addColumn('queuedAt', timestamp)
      .addColumn('undoneAt', timestamp)
      .execute()
  },
})
