import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { Engine } from '../engine.ts'
import { firstId } from '../past-counts.ts'
import type { Tables } from '../tables.ts'

/** How many entries the history has, and how many messages there are, is kept but for the latest. */
export const pastCounts = (engine: Engine): Migration => ({
  async up(db: Kysely<Tables>) {
    await db.schema
      .createTable('past_counts')
      .addColumn('what', 'text', (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('until', sql.raw(engine.types.id), (column) => column.notNull())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('past_counts_key', ['what', 'value'])
      .execute()
    await db
      .insertInto('past_counts')
      .values(
        (['history', 'outbox'] as const).map((what) => ({
          what,
          value: '',
          until: firstId,
          count: 0,
        })),
      )
      .execute()
    for (const statement of engine.forgetMessages) await sql.raw(statement).execute(db)
  },
})
