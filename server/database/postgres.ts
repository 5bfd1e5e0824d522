import { AsyncLocalStorage } from 'node:async_hooks'

import { PostgresDialect, sql, type SqlBool } from 'kysely'
import pg from 'pg'

import type { Engine, Search } from './engine.ts'
import { statementName } from './prepared.ts'
import { containsAll, rareTrigrams } from './search-text.ts'

/** The number of the advisory lock: arbitrary, so that no other program uses it. */
const setupLock = 7_243_115

/** Timeouts in milliseconds: to get a connection, new or from the pool, and to get an answer. */
export interface Timeouts {
  connection: number
  answer: number
}

const defaultTimeouts: Timeouts = { connection: 3000, answer: 10_000 }

/** PostgreSQL 15 or newer, by a connection pool. */
export function postgres(
  url: string,
  onIdleError: (error: Error) => void,
  timeouts = defaultTimeouts,
): Engine {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    min: 1, // a first request needs no new connection, and other programs see that a server runs
    connectionTimeoutMillis: timeouts.connection,
    idleTimeoutMillis: 600_000, // long, because a new connection takes 5 to 20 ms
    onConnect: (client) => {
      limitTime(client, timeouts.answer)
      return setSession(client)
    },
    types: { getTypeParser: parserOf as typeof pg.types.getTypeParser },
  })
  // Without a listener, an idle connection that breaks would end the process.
  pool.on('error', onIdleError)
  // A connection in use can break between two statements. The next statement then fails anyway.
  pool.on('connect', (client) => void client.on('error', () => {}))
  return {
    name: 'PostgreSQL',
    dialect: new PostgresDialect({ pool }),
    types: { id: 'uuid', timestamp: 'timestamptz', day: 'date' },
    lock: async (transaction) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(setupLock)})`.execute(transaction)
    },
    withoutTimeout: (work) => isUnlimited.run(true, work),
    // PostgreSQL's autovacuum removes deleted rows by itself, some time later.
    markForVacuum: async () => {},
    vacuum: async () => {},
    search,
    connections: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  }
}

/**
 * Session settings. Transactions of a dead process end soon and release their locks. JIT
 * compilation takes longer than it saves. A small pending list of the search index keeps
 * submissions and searches fast: one of them waits for each flush, and searches scan the list.
 */
async function setSession(client: pg.ClientBase) {
  await client.query(`
    set idle_in_transaction_session_timeout = '60s';
    set jit = off;
    set gin_pending_list_limit = '1MB'`)
  // PostgreSQL refuses this setting on some platforms.
  await client.query(`set client_connection_check_interval = '5s'`).catch(() => {})
}

/** True while the work of `withoutTimeout` runs. */
const isUnlimited = new AsyncLocalStorage<true>()

/**
 * Statement timeout: closes the connection of a late statement, because a frozen or unreachable
 * server may never answer. Also gives prepared statements their name, so that PostgreSQL plans them
 * once. The promise is made here, because results of pg's own promises stay in memory for longer.
 */
function limitTime(client: pg.ClientBase, milliseconds: number) {
  const query = client.query.bind(client)
  const limited = (text: string, values?: unknown[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const close = () => void (client as unknown as pg.Client).end()
    const late = isUnlimited.getStore() ? undefined : setTimeout(close, milliseconds)
    query({ name: statementName(text), text, values }, (error: Error | null, result: unknown) => {
      clearTimeout(late)
      if (error) reject(error)
      else resolve(result)
    })
    return promise
  }
  client.query = limited as typeof client.query
}

/** Search by PostgreSQL's trigram index, which the query planner uses if that is faster. */
const search: Search = {
  name: sql`split_part("text", chr(10), 1)`,

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
    // No index serves the expression `"text" || ''`, so that only rare trigrams are looked up.
    const contained = containsAll(terms, sql`("text" || '')`)
    return sql<SqlBool>`${containsAll(rare)} and ${contained}`
  },
}

/** Values become the same as those of SQLite: numbers, times in ISO 8601, days as YYYY-MM-DD. */
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
