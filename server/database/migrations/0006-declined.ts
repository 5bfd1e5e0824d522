import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { ColumnTypes } from '../engine.ts'

/** Declines, with a reason and a message to the applicant. */
export const declined = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('attachments').addColumn('declined_reason', 'text').execute()
    await db.schema.alterTable('attachments').addColumn('declined_message', 'text').execute()
    await db.schema
      .alterTable('attachments')
      .addColumn('declinedAt', sql.raw(types.timestamp))
      .execute()
    // Partial index for the list and the counts of declined applications.
    await db.schema
      .createIndex('attachments_declined')
      .on('attachments')
      .columns(['_id', 'declined_reason'])
      .where(sql.ref('declined_reason'), 'is not', null)
      .execute()
  },
})
