import { sql } from 'kysely'
import { inject } from 'vitest'

import type { Database } from '../../server/database/tables.ts'

/** Whether changes can wait for each other: a PostgreSQL of several connections. */
export const hasLocks =
  process.env['TEST_ENGINE'] === 'postgres' && inject('postgresUrl') !== 'pglite:'

/** How many connections to this database wait for a lock, asked outside of a transaction. */
export async function waitingForLocks(db: Database) {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]!.waiting
}
