import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { Kysely, sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE as applied, type Migration, Migrator } from 'kysely/migration'

import packageJson from '#package' with { type: 'json' }
import { createFolder } from './create-folder.ts'
import { isLockRefusal } from './connection-errors.ts'
import { storeConsentWordings } from './consent-wordings.ts'
import type { Engine } from './engine.ts'
import { fillReferenceData } from './fill-reference-data.ts'
import { migrations } from './migrations/index.ts'
import { postgres, type Timeouts } from './postgres.ts'
import { sqlite } from './sqlite.ts'
import { storeContentSeed } from './store-content-seed.ts'
import type { Database, Tables } from './tables.ts'
import { enableGroupCommit } from './transaction.ts'

const { version } = packageJson

export interface DataLocation {
  /** A `postgres://` URL; without it the data is in an SQLite file. */
  databaseUrl: string | undefined
  /** The folder of the SQLite file. A missing folder is created. */
  dataDir: string
  timeouts?: Timeouts
}

/**
 * Opens the database without reading or changing it. `onIdleError` is called when an idle
 * connection breaks.
 */
export function openDatabase(
  location: DataLocation,
  onIdleError: (error: Error) => void = () => {},
) {
  if (!location.databaseUrl) {
    createFolder(location.dataDir)
    refuseReadOnly(location.dataDir)
    return openSqlite(sqliteFile(location.dataDir))
  }
  const engine = postgres(location.databaseUrl, onIdleError, location.timeouts)
  return { engine, db: new Kysely<Tables>({ dialect: engine.dialect }) }
}

/** SQLite's own error would not tell a read-only file system from a file of another user. */
function refuseReadOnly(folder: string) {
  try {
    accessSync(folder, constants.W_OK)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EROFS') throw error
  }
}

export function openSqlite(file: string) {
  const engine = sqlite(file)
  const db = new Kysely<Tables>({ dialect: engine.dialect })
  enableGroupCommit(db)
  return { engine, db }
}

export const sqliteFile = (dataDir: string) => join(dataDir, 'foundation.sqlite')

/**
 * Applies the migrations, and fills empty tables with the reference data and the content. Returns a warning for the
 * operator if searches have no index.
 */
export async function prepareDatabase(db: Database, engine: Engine): Promise<string | undefined> {
  return engine.withoutTimeout(async () => {
    await migrateWhenFree(db, engine)
    return db.transaction().execute(async (transaction) => {
      await engine.lock(transaction)
      await fillReferenceData(transaction)
      await storeConsentWordings(transaction)
      await storeContentSeed(transaction)
      return engine.search.prepare(transaction)
    })
  })
}

/** Milliseconds between two attempts to lock all tables, and until the attempts end. */
const [betweenAttempts, allAttempts] = [50, 120_000]

/**
 * Applies the migrations. On PostgreSQL, servers of the older version may be at work: a deadlock with them
 * would end the migrations. So all tables are locked first, at a moment when nobody uses any of them.
 */
async function migrateWhenFree(db: Database, engine: Engine) {
  const end = Date.now() + allAttempts
  for (;;) {
    try {
      return await migrate(db, engine)
    } catch (error) {
      if (!isLockRefusal(error) || Date.now() > end) throw error
      await sleep(betweenAttempts)
    }
  }
}

/**
 * Applies the migrations, in the given transaction or in one of its own. Kysely demands every applied
 * migration, so those of a newer version become empty ones.
 */
export async function migrate(db: Database, engine: Engine) {
  const {
    newer,
    pending: [first],
  } = await refuseNewer(db, engine)
  const empty = Object.fromEntries(newer.map((name) => [name, { up: async () => {} }]))
  const all = { ...migrations(engine), ...empty }
  if (first && engine.name === 'PostgreSQL') all[first] = afterLockingTables(all[first]!)
  const provider = { getMigrations: async () => all }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  if (error) throw error
}

/** Locks all tables before the migration. Fails at once if somebody uses one of them. */
function afterLockingTables(migration: Migration): Migration {
  return {
    async up(db) {
      const tables = await db.introspection.getTables()
      const names = tables.map(({ name }) => sql.table(name))
      if (names.length > 0) {
        await sql`lock table ${sql.join(names)} in access exclusive mode nowait`.execute(db)
      }
      await migration.up(db)
    },
  }
}

/** Readiness: the database answers and every migration has been applied. */
export async function isReady(db: Database, engine: Engine) {
  return (await migrationState(db, engine)).pending.length === 0
}

/**
 * `pending`: migrations that the database still needs. `newer`: migrations of a newer version.
 * `incompatible`: those of them after which this version does not work. Rejects if the database
 * does not answer or has no tables yet.
 */
export async function migrationState(db: Database, engine: Engine) {
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(applied)}`.execute(db)
  return migrationsOf(
    rows.map(({ name }) => name),
    engine,
  )
}

/** `migrationState` of a database in which the migrations `done` have been applied. */
export function migrationsOf(done: readonly string[], engine: Engine) {
  const known = Object.keys(migrations(engine))
  const newer = done.filter((name) => !known.includes(name))
  return {
    pending: known.filter((name) => !done.includes(name)),
    newer,
    incompatible: newer.filter((name) => !isCompatible(name)),
  }
}

/**
 * Migrations only expand the tables, so older versions work after them. The name of a migration that
 * removes something ends in `-needs-` and the oldest version that works without it.
 */
function isCompatible(migration: string) {
  const oldest = /-needs-(\d+\.\d+\.\d+)$/.exec(migration)?.[1]
  return !oldest || version.localeCompare(oldest, 'en', { numeric: true }) >= 0
}

/**
 * Throws if this version does not work with the tables of a newer one. Migrations cannot be undone.
 * Returns the state of the migrations; without tables, none is pending or newer.
 */
export async function refuseNewer(db: Database, engine: Engine) {
  if (!(await tableNames(db)).includes(applied)) return { pending: [], newer: [] }
  const state = await migrationState(db, engine)
  if (state.incompatible.length === 0) return state
  throw new Error(newerVersion(state.incompatible))
}

export const newerVersion = (incompatible: readonly string[]) =>
  `it belongs to a newer version of this product (${incompatible.join(', ')} is unknown here)`

/** The tables of the product. Tables in other schemas than `public` are not counted. */
export async function tableNames(db: Database) {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  return tables.filter(({ schema = 'public' }) => schema === 'public').map(({ name }) => name)
}
