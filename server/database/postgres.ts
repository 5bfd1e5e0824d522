import { AsyncLocalStorage } from 'node:async_hooks'

import { PostgresDialect, sql, type SqlBool } from 'kysely'
import pg from 'pg'

import type { Engine, Search } from './engine.ts'
import { statementName } from './prepared.ts'
import { containsAll, rareTrigrams } from './search-text.ts'

/** A number of its own, so that no other program's advisory lock is in the way. */
const setupLock = 7_243_115

/** Milliseconds that are waited for a connection, made anew or free again, and for an answer. */
export interface Timeouts {
  connection: number
  answer: number
}

const usual: Timeouts = { connection: 3000, answer: 10_000 }

/** PostgreSQL 15 or newer; connections are made as they are needed. */
export function postgres(
  url: string,
  onIdleError: (error: Error) => void,
  timeouts = usual,
): Engine {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    min: 1, // by which others see that a server runs, and which answers at once
    connectionTimeoutMillis: timeouts.connection,
    idleTimeoutMillis: 600_000, // a new one takes 5 to 20 ms
    onConnect: (client) => {
      limitTime(client, timeouts.answer)
      return setSession(client)
    },
    types: { getTypeParser: parserOf as typeof pg.types.getTypeParser },
  })
  // Without a listener a connection that breaks while idle would end the process.
  pool.on('error', onIdleError)
  // The same for one that breaks between two statements: the next one says so.
  pool.on('connect', (client) => void client.on('error', () => {}))
  return {
    name: 'PostgreSQL',
    dialect: new PostgresDialect({ pool }),
    types: { id: 'uuid', timestamp: 'timestamptz', day: 'date', number: 'bigserial' },
    lock: async (transaction) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(setupLock)})`.execute(transaction)
    },
    withoutTimeout: (work) => withoutTimeout.run(true, work),
    // Its vacuum does that by itself, some time later.
    markForVacuum: async () => {},
    vacuum: async () => {},
    search,
    dayInKenya: (moment) =>
      `to_char(${moment} at time zone 'utc' + interval '3 hours', 'YYYY-MM-DD')`,
    connections: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  }
}

/**
 * What is still under way for a process that is gone ends soon, and lets go of what it locked. No
 * statement here is worth being compiled first. The search index takes up what is new in small
 * parts: a submission waits for each, and searches look through what is not taken up yet.
 */
async function setSession(client: pg.ClientBase) {
  await client.query(`
    set idle_in_transaction_session_timeout = '60s';
    set jit = off;
    set gin_pending_list_limit = '1MB'`)
  // Not on every platform.
  await client.query(`set client_connection_check_interval = '5s'`).catch(() => {})
}

/** Set while something runs whose statements may take as long as they take. */
const withoutTimeout = new AsyncLocalStorage<true>()

/**
 * Closes the connection when a statement is not answered in time: a server that is frozen or cut off
 * may never answer, and whoever waits is to be told. What is prepared is planned once. The promise
 * is our own, because what the client's own one answers outlives many clean-ups of memory.
 */
function limitTime(client: pg.ClientBase, milliseconds: number) {
  const query = client.query.bind(client)
  const limited = (text: string, values?: unknown[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const close = () => void (client as unknown as pg.Client).end()
    const late = withoutTimeout.getStore() ? undefined : setTimeout(close, milliseconds)
    query({ name: statementName(text), text, values }, (error: Error | null, result: unknown) => {
      clearTimeout(late)
      if (error) reject(error)
      else resolve(result)
    })
    return promise
  }
  client.query = limited as typeof client.query
}

/** PostgreSQL's own trigram index, which its planner uses where it helps. */
const search: Search = {
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

  async find(db, terms) {
    const rare = await rareTrigrams(db, terms)
    if (rare.length === 0) return containsAll(terms)
    // In words that no index serves: it would look up the other trigrams, too.
    const contained = containsAll(terms, sql`("text" || '')`)
    return sql<SqlBool>`${containsAll(rare)} and ${contained}`
  },
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
