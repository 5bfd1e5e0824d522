import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { ColumnTypes } from '../engine.ts'

/** The time of a reset: messages that wait keep the text that was in use when they were queued. */
export const templateResets = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('message_template_versions')
      .addColumn('resetAt', sql.raw(types.timestamp))
      .execute()
  },
})
