import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Whether an intake gives a confirmed place to somebody else if papers are missing. */
export const lapsesWithoutPapers: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('intakes')
      .addColumn('lapsesWithoutPapers', 'boolean', (column) => column.notNull().defaultTo(false))
      .execute()
  },
}
