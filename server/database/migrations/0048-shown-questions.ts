import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The number of the question set that the form has shown; null for applications of before. */
export const shownQuestions: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('attachments').addColumn('questionSet', 'integer').execute()
  },
}
