import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { Engine } from '../engine.ts'

/** Drops the stored counts of migration 0011. Applications are counted on demand (decision 16). */
export const dropCounts = ({ name }: Engine): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const statement of drops[name]) await sql.raw(statement).execute(db)
    for (const table of ['counts', 'count_changes']) await db.schema.dropTable(table).execute()
  },
})

const drops: Record<Engine['name'], string[]> = {
  SQLite: ['come', 'gone', 'changed'].map((change) => `drop trigger attachments_${change}`),
  PostgreSQL: [
    'drop trigger attachments_counted on attachments',
    'drop function note_count_changes()',
  ],
}
