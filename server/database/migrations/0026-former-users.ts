import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { ColumnTypes } from '../engine.ts'

/** The names of deleted users, for notes and the history. A foreign key empties the author of a note. */
export const formerUsers = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const id = sql.raw(types.id)
    await db.schema
      .createTable('former_users')
      .addColumn('_id', id, (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('searchText', 'text', (column) => column.notNull())
      .execute()
    await db.schema.alterTable('staff_notes').addColumn('formerAuthor', id).execute()
  },
})
