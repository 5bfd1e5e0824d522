import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { ColumnTypes } from '../engine.ts'

/** Withdrawal by the applicant. */
export const withdrawal = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('attachments')
      .addColumn('withdrawnAt', sql.raw(types.timestamp))
      .execute()
    // Partial index for the list and the count of withdrawn applications.
    await db.schema
      .createIndex('attachments_withdrawn')
      .on('attachments')
      .column('_id')
      .where(sql.ref('withdrawnAt'), 'is not', null)
      .execute()
  },
})
