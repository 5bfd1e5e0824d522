import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { Engine } from '../engine.ts'

/** One value that changes with the lists of the application form. Migration 0015 drops it. */
export const listsVersion = ({ name }: Engine): Migration => ({
  async up(db: Kysely<{ lists_version: { version: string } }>) {
    await db.schema
      .createTable('lists_version')
      .addColumn('version', 'text', (column) => column.notNull())
      .execute()
    await db.insertInto('lists_version').values({ version: 'first' }).execute()
    for (const statement of triggers[name]) await sql.raw(statement).execute(db)
  },
})

const tables = ['institutions', 'departments', 'courses']

/** Triggers that renew `lists_version` at every change of these tables. */
const triggers: Record<Engine['name'], string[]> = {
  SQLite: tables.flatMap((table) =>
    ['insert', 'update', 'delete'].map(
      (change) => `create trigger ${table}_${change}_renew_version after ${change} on ${table}
      begin
        update lists_version set version = lower(hex(randomblob(16)));
      end`,
    ),
  ),
  // These triggers run at the commit, so that concurrent changes do not wait for each other.
  PostgreSQL: [
    `create function renew_lists_version() returns trigger language plpgsql as $$
    begin
      update lists_version set version = gen_random_uuid();
      return null;
    end $$`,
    ...tables.map(
      (table) => `create constraint trigger ${table}_renew_version
      after insert or update or delete on ${table}
      deferrable initially deferred
      for each row execute function renew_lists_version()`,
    ),
  ],
}
