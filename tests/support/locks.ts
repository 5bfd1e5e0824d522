import { sql } from 'kysely'

import type { Database } from '../../server/database/tables.ts'

/** True on PostgreSQL: only there transactions run at the same time and wait for locks. */
export const hasLocks = process.env['TEST_ENGINE'] === 'postgres'

/** Number of connections to this database that wait for a lock. Call it outside of a transaction. */
export async function waitingForLocks(db: Database) {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]!.waiting
}
