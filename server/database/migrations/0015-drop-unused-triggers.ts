import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { Engine } from '../engine.ts'

/** Plain counts of the history and the messages replace `past_counts`. */
export const dropUnusedTriggers = ({ name }: Engine): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const statement of drops[name]) await sql.raw(statement).execute(db)
    await db.schema.dropTable('past_counts').execute()
  },
})

const drops: Record<Engine['name'], string[]> = {
  SQLite: ['drop trigger outbox_gone'],
  PostgreSQL: ['drop trigger outbox_gone on outbox', 'drop function forget_message()'],
}
