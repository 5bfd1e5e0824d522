import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { ColumnTypes } from '../engine.ts'

/** Applications are declined for a reason, with a message to the applicant. */
export const declined = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('attachments').addColumn('declined_reason', 'text').execute()
    await db.schema.alterTable('attachments').addColumn('declined_message', 'text').execute()
    await db.schema
      .alterTable('attachments')
      .addColumn('declinedAt', sql.raw(types.timestamp))
      .execute()
    // Of the declined ones alone: the list of them and their counts are answered by this.
    await db.schema
      .createIndex('attachments_declined')
      .on('attachments')
      .columns(['_id', 'declined_reason'])
      .where(sql.ref('declined_reason'), 'is not', null)
      .execute()
  },
})
