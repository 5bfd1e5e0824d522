import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The language in which somebody applied, and in which they are answered. */
export const languages: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('attachments')
      .addColumn('language', 'text', (column) => column.notNull().defaultTo('en'))
      .execute()
  },
}
