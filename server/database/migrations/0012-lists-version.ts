import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { Engine } from '../engine.ts'
import type { Tables } from '../tables.ts'

/** Whether the lists of the application form are still the same is seen by a single value. */
export const listsVersion = (engine: Engine): Migration => ({
  async up(db: Kysely<Tables>) {
    await db.schema
      .createTable('lists_version')
      .addColumn('version', 'text', (column) => column.notNull())
      .execute()
    await db.insertInto('lists_version').values({ version: 'first' }).execute()
    for (const statement of engine.renewVersion(['institutions', 'departments', 'courses'])) {
      await sql.raw(statement).execute(db)
    }
  },
})
