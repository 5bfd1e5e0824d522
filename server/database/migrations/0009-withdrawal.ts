import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { ColumnTypes } from '../engine.ts'

/** Applicants can withdraw. */
export const withdrawal = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('attachments')
      .addColumn('withdrawnAt', sql.raw(types.timestamp))
      .execute()
    // Of the withdrawn ones alone: the list of them and their count are answered by this.
    await db.schema
      .createIndex('attachments_withdrawn')
      .on('attachments')
      .column('_id')
      .where(sql.ref('withdrawnAt'), 'is not', null)
      .execute()
  },
})
