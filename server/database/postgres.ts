import { PostgresDialect, sql } from 'kysely'
import pg from 'pg'

import type { Engine, Search } from './engine.ts'
import { containsAll } from './search-text.ts'

/** A number of its own, so that no other program's advisory lock is in the way. */
const setupLock = 7_243_115

/** PostgreSQL 15 or newer; connections are made as they are needed. */
export function postgres(url: string, onIdleError: (error: Error) => void): Engine {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5000,
    types: { getTypeParser: parserOf as typeof pg.types.getTypeParser },
  })
  // Without a listener a connection that breaks while idle would end the process.
  pool.on('error', onIdleError)
  return {
    name: 'PostgreSQL',
    dialect: new PostgresDialect({ pool }),
    types: { id: 'uuid', timestamp: 'timestamptz', day: 'date' },
    lock: async (transaction) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(setupLock)})`.execute(transaction)
    },
    search,
  }
}

/** PostgreSQL's own trigram index, which its planner uses where it helps. */
const search: Search = {
  tables: [
    `create table search_texts (
      _id uuid primary key references attachments (_id) on delete cascade,
      is_accepted boolean not null,
      is_archived boolean not null,
      text text not null
    )`,
    `create function keep_search_flags() returns trigger language plpgsql as $$
    begin
      update search_texts set is_accepted = new.is_accepted, is_archived = new.is_archived
        where _id = new._id;
      return null;
    end $$`,
    `create trigger attachments_flags after update of is_accepted, is_archived on attachments
      for each row
      when ((old.is_accepted, old.is_archived) is distinct from (new.is_accepted, new.is_archived))
      execute function keep_search_flags()`,
  ],

  async prepare(db) {
    await sql`
      do $$ begin
        if to_regclass('search_texts_trigrams') is null then
          create extension if not exists pg_trgm;
          create index search_texts_trigrams on search_texts using gin (text gin_trgm_ops);
        end if;
      exception when insufficient_privilege or feature_not_supported or undefined_file
        or undefined_object then null;
      end $$`.execute(db)
    const { rows } = await sql<{ indexed: boolean }>`
      select to_regclass('search_texts_trigrams') is not null as indexed`.execute(db)
    return rows[0]?.indexed
      ? undefined
      : 'Searching has no index: a superuser may run "create extension pg_trgm" in the database'
  },

  find: async (_db, terms) => containsAll(terms),
}

/** The values that SQLite gives too: counts as numbers, moments in ISO 8601, days as YYYY-MM-DD. */
const parsers = new Map<number, (value: string) => unknown>([
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.NUMERIC, Number],
  [pg.types.builtins.TIMESTAMPTZ, (value) => new Date(value).toISOString()],
  [pg.types.builtins.DATE, (value) => value],
])

function parserOf(type: number, format?: 'text' | 'binary') {
  const parser = format === 'binary' ? undefined : parsers.get(type)
  return parser ?? pg.types.getTypeParser(type, format)
}
