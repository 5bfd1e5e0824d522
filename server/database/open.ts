import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { Kysely, sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE as applied, Migrator } from 'kysely/migration'

import type { Engine } from './engine.ts'
import { migrations } from './migrations/index.ts'
import { postgres, type Patience } from './postgres.ts'
import { createReferenceData } from './first-data.ts'
import { sqlite } from './sqlite.ts'
import type { Database, Tables } from './tables.ts'

export interface Location {
  /** A `postgres://` URL; without it the data is in an SQLite file. */
  databaseUrl: string | undefined
  /** The folder of the SQLite file; made when it is missing. */
  dataDir: string
  patience?: Patience
}

/** Opens the database; nothing is read or changed yet. */
export function openDatabase(location: Location, onIdleError: (error: Error) => void) {
  const engine = location.databaseUrl
    ? postgres(location.databaseUrl, onIdleError, location.patience)
    : sqlite(fileIn(location.dataDir))
  return { engine, db: new Kysely<Tables>({ dialect: engine.dialect }) }
}

/**
 * Brings the tables up to date and fills empty ones with the reference data. Answers a sentence for
 * the log where something works less well than it could.
 */
export async function prepareDatabase(db: Database, engine: Engine): Promise<string | undefined> {
  return engine.unhurried(async () => {
    const { error } = await migrator(db, engine).migrateToLatest()
    if (error) throw error
    return db.transaction().execute(async (transaction) => {
      await engine.lock(transaction)
      await createReferenceData(transaction)
      return engine.search.prepare(transaction)
    })
  })
}

/** Whether the database answers and every migration has been applied. */
export async function isReady(db: Database, engine: Engine) {
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(applied)}`.execute(db)
  const names = new Set(rows.map(({ name }) => name))
  return Object.keys(migrations(engine)).every((name) => names.has(name))
}

function migrator(db: Database, engine: Engine) {
  return new Migrator({ db, provider: { getMigrations: async () => migrations(engine) } })
}

function fileIn(dataDir: string) {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  return join(dataDir, 'foundation.sqlite')
}
