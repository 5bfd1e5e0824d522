import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { ColumnTypes } from '../engine.ts'

/** The last result of `doctor --mail`, and the last failed backup. The dashboard shows both. */
export const checks = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('checks')
      .addColumn('_id', 'text', (column) => column.primaryKey())
      .addColumn('at', sql.raw(types.timestamp), (column) => column.notNull())
      .addColumn('findings', 'text', (column) => column.notNull())
      .execute()
  },
})
