import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * The names of institutions and courses that applicants have typed because the list lacks them, and
 * their sort keys. Few applications have them, so the indexes are partial.
 */
export const unlisted: Migration = {
  async up(db: Kysely<unknown>) {
    for (const column of ['institution_name', 'course_name', 'institutionKey', 'courseKey']) {
      await db.schema.alterTable('attachments').addColumn(column, 'text').execute()
    }
    for (const key of ['institutionKey', 'courseKey']) {
      const index = sql.id(`attachments_${key}`)
      await sql`create index ${index} on attachments (${sql.id(key)}, _id)
        where ${sql.id(key)} is not null`.execute(db)
    }
  },
}
