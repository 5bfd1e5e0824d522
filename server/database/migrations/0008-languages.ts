import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The language of an application and of its answers. */
export const languages: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('attachments')
      .addColumn('language', 'text', (column) => column.notNull().defaultTo('en'))
      .execute()
  },
}
