import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { ColumnTypes } from '../engine.ts'

/** One-time links with which applicants replace a document that staff cannot read. */
export const documentRequests = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('document_requests')
      .addColumn('tokenHash', 'text', (column) => column.primaryKey())
      .addColumn('document', sql.raw(types.id), (column) =>
        column.notNull().references('documents._id').onDelete('cascade'),
      )
      .addColumn('expiresAt', sql.raw(types.timestamp), (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('document_requests_document')
      .on('document_requests')
      .column('document')
      .execute()
  },
})
