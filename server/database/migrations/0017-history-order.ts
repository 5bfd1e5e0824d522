import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Index for the history sorted by action. The earlier one left out submissions. */
export const historyOrder: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.dropIndex('history_action__id').execute()
    await db.schema
      .createIndex('history_action__id')
      .on('history')
      .columns(['action', '_id'])
      .execute()
  },
}
