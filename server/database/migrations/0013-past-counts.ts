import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { Engine } from '../engine.ts'

const firstId = '00000000-0000-0000-0000-000000000000'

interface Touched {
  past_counts: { what: 'history' | 'outbox'; value: string; until: string; count: number }
}

/** Stored counts of history entries and messages up to an id. Migration 0015 drops them. */
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
 * Subtracts a deleted message from the count. The update must have no condition on `until`: it
 * waits for a concurrent update and then compares with the new value.
 */
const forget = `
  update past_counts set count = count - (case when old._id <= until then 1 else 0 end)
  where what = 'outbox'`

/** Triggers for deleted messages. */
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
