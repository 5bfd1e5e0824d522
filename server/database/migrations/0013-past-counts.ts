import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { Engine } from '../engine.ts'

const firstId = '00000000-0000-0000-0000-000000000000'

interface Touched {
  past_counts: { what: 'history' | 'outbox'; value: string; until: string; count: number }
}

/** How many entries the history has, and how many messages there are, is kept but for the latest. */
export const pastCounts = ({ name, types }: Engine): Migration => ({
  async up(db: Kysely<Touched>) {
    await db.schema
      .createTable('past_counts')
      .addColumn('what', 'text', (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('until', sql.raw(types.id), (column) => column.notNull())
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
    for (const statement of triggers[name]) await sql.raw(statement).execute(db)
  },
})

/**
 * Takes a deleted message from the count. Where that moves on at the same moment, this waits, and
 * sees by its new end whether the message is in it: no condition may skip it before.
 */
const forget = `
  update past_counts set count = count - (case when old._id <= until then 1 else 0 end)
  where what = 'outbox'`

/** A message that is deleted is counted no more. */
const triggers: Record<Engine['name'], string[]> = {
  SQLite: [`create trigger outbox_gone after delete on outbox begin ${forget}; end`],
  PostgreSQL: [
    `create function forget_message() returns trigger language plpgsql as $$
    begin
      ${forget};
      return null;
    end $$`,
    `create trigger outbox_gone after delete on outbox
      for each row execute function forget_message()`,
  ],
}
