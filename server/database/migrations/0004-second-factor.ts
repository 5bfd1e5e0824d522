import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { ColumnTypes } from '../engine.ts'

/** A second factor for sign-ins: authenticator apps and recovery codes. */
export const secondFactor = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const id = sql.raw(types.id)
    const timestamp = sql.raw(types.timestamp)

    await db.schema.alterTable('users').addColumn('secondFactorSince', timestamp).execute()

    await db.schema
      .createTable('second_factors')
      .addColumn('user', id, (column) =>
        column.primaryKey().references('users._id').onDelete('cascade'),
      )
      .addColumn('secret', 'text', (column) => column.notNull())
      .addColumn('usedStep', 'integer', (column) => column.notNull())
      .execute()

    await db.schema
      .createTable('recovery_codes')
      .addColumn('codeHash', 'text', (column) => column.primaryKey())
      .addColumn('user', id, (column) =>
        column.notNull().references('users._id').onDelete('cascade'),
      )
      .execute()
    await db.schema.createIndex('recovery_codes_user').on('recovery_codes').column('user').execute()
  },
})
