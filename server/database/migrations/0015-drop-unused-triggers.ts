import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { Engine } from '../engine.ts'

/**
 * Drops `past_counts`, because counting history entries and messages is fast enough. Drops
 * `lists_version`, because a cache of one second replaces it.
 */
export const dropUnusedTriggers = ({ name }: Engine): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const statement of drops[name]) await sql.raw(statement).execute(db)
    for (const table of ['past_counts', 'lists_version']) await db.schema.dropTable(table).execute()
  },
})

const tables = ['institutions', 'departments', 'courses']

const drops: Record<Engine['name'], string[]> = {
  SQLite: [
    'drop trigger outbox_gone',
    ...tables.flatMap((table) =>
      ['insert', 'update', 'delete'].map(
        (change) => `drop trigger ${table}_${change}_renew_version`,
      ),
    ),
  ],
  PostgreSQL: [
    'drop trigger outbox_gone on outbox',
    'drop function forget_message()',
    ...tables.map((table) => `drop trigger ${table}_renew_version on ${table}`),
    'drop function renew_lists_version()',
  ],
}
