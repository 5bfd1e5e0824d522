import { PostgresDialect, sql } from 'kysely'
import pg from 'pg'

import type { Engine } from './engine.ts'

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
  }
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
