import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { ColumnTypes } from '../engine.ts'

/** The pause of e-mails: one row while the mail server refuses the sender, or none. */
export const emailPause = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('email_pause')
      .addColumn('_id', 'integer', (column) => column.primaryKey())
      .addColumn('since', sql.raw(types.timestamp), (column) => column.notNull())
      .addColumn('trouble', 'text', (column) => column.notNull())
      .addColumn('reply', 'text')
      .execute()
  },
})
