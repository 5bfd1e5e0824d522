import { setTimeout as sleep } from 'node:timers/promises'

import { sql, type Transaction } from 'kysely'

import { describeError } from '../../database/connection-errors.ts'
import type { Engine } from '../../database/engine.ts'
import {
  migrationState,
  openDatabase,
  sqliteFile,
  tableNames,
  type DataLocation,
} from '../../database/open.ts'
import type { Database, Tables } from '../../database/tables.ts'
import { requireDatabase } from '../files.ts'
import { OperationError } from '../command.ts'
import { prepareLongTransaction } from './postgres-move-target.ts'
import { foldLogs } from '../backup/sqlite-backup-driver.ts'

/**
 * Runs `work` on a snapshot of a database of this version that nobody else uses. No program can
 * change the data before the end of `work`.
 */
export async function readSource<T>(
  location: DataLocation,
  work: (source: Database) => Promise<T>,
): Promise<T> {
  await requireDatabase(location)
  if (!location.databaseUrl) foldLogs(sqliteFile(location.dataDir))
  const { db, engine } = openDatabase(location)
  try {
    return await engine.withoutTimeout(async () => {
      if (location.databaseUrl) await refuseInUse(db)
      await refuseOtherVersion(db, engine)
      const names = await tableNames(db)
      // SQLite ignores the level: its transactions have a snapshot, and lock other writers out.
      const snapshot = db.transaction().setIsolationLevel('repeatable read')
      return snapshot.execute(async (transaction) => {
        if (location.databaseUrl) await lockTables(transaction, names)
        return work(transaction)
      })
    })
  } catch (error) {
    if (error instanceof OperationError) throw error
    throw new OperationError(`The data cannot be read: ${describeError(error)}`)
  } finally {
    await db.destroy()
  }
}

/**
 * A running server always has a connection. PostgreSQL shows a closed connection for a moment, so the
 * check is repeated for a second.
 */
async function refuseInUse(db: Database) {
  for (let tries = 0; tries < 10; tries++) {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and usesysid is not null and pid <> pg_backend_pid()
      limit 1`.execute(db)
    if (rows.length === 0) return
    await sleep(100)
  }
  throw new OperationError(
    'The database is in use. Stop the server on every machine, and end every psql.',
  )
}

async function refuseOtherVersion(db: Database, engine: Engine) {
  if ((await tableNames(db)).length === 0) throw new OperationError('There is no data to move.')
  const { pending, newer } = await migrationState(db, engine)
  if (newer.length > 0) {
    throw new OperationError(
      `The data belongs to a newer version of this product (${newer.join(', ')} is unknown here).`,
    )
  }
  if (pending.length === 0) return
  throw new OperationError(
    `The data belongs to an older version (missing: ${pending.join(', ')}). Start the server once, which upgrades it.`,
  )
}

/** Runs before the first query of the transaction, which takes the snapshot. */
async function lockTables(transaction: Transaction<Tables>, names: string[]) {
  await prepareLongTransaction(transaction)
  const tables = sql.join(names.map((name) => sql.table(name)))
  await sql`lock table ${tables} in share mode`.execute(transaction)
}
