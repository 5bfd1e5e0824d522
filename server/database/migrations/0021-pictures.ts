import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { ColumnTypes } from '../engine.ts'

/** Pictures of the content, so that backups, moves and all processes have them. */
export const pictures = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('pictures')
      .addColumn('_id', sql.raw(types.id), (column) => column.primaryKey())
      .addColumn('whole', 'text', (column) => column.notNull())
      .addColumn('half', 'text', (column) => column.notNull())
      .addColumn('createdAt', sql.raw(types.timestamp), (column) => column.notNull())
      .execute()
  },
})
