import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, inject, onTestFinished, TestRunner } from 'vitest'

import { buildApp, type AppParts } from '../../server/app.ts'
import {
  openDatabase,
  prepareDatabase,
  sqliteFile,
  type DataLocation,
} from '../../server/database/open.ts'
import { createFirstAdministrator } from '../../server/services/accounts/first-administrator.ts'
import { readSettings } from '../../server/settings.ts'
import { createDatabase, dropDatabase } from './postgres.ts'
import { administrator } from './server.ts'

/**
 * The app on a new database of the engine under test, with reference data and one administrator.
 * Closed and removed after the test, or after the file when started outside of a test. `parts` are
 * passed to buildApp.
 */
export async function startApp(
  variables: Record<string, string> = {},
  { place = newLocation(), ...parts }: Partial<AppParts> & { place?: Promise<Place> } = {},
) {
  const { remove, ...location } = await place
  const settings = readSettings({
    LOG_LEVEL: 'silent',
    RATE_LIMIT: 'off',
    DATA_DIR: location.dataDir,
    ...variables,
  })
  const { db, engine } = openDatabase(location)
  await prepareDatabase(db, engine)
  await createFirstAdministrator(db, administrator.email, administrator.password)
  const app = await buildApp({ db, engine, settings, ...parts })
  const onEnd = TestRunner.getCurrentTest() ? onTestFinished : afterAll
  onEnd(async () => {
    await app.close()
    await db.destroy()
    await remove()
  })
  const { databaseUrl: DATABASE_URL = '', dataDir: DATA_DIR } = location
  return { app, db, engine, variables: { DATABASE_URL, DATA_DIR } }
}

/** A database and a function that removes it. */
export type Place = DataLocation & { remove: () => Promise<unknown> }

/** A new database of the engine under test, with its tables, reference data and administrator. */
export async function newLocation(): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'foundation-test-'))
  const removeFolder = () => rm(dataDir, { recursive: true, force: true })
  if (process.env['TEST_ENGINE'] === 'postgres') {
    const databaseUrl = await createDatabase(inject('postgresUrl'), inject('preparedDatabase'))
    const remove = () => dropDatabase(databaseUrl).then(removeFolder)
    return { databaseUrl, dataDir, remove }
  }
  await writeFile(sqliteFile(dataDir), await (prepared ??= prepareSqlite()))
  return { databaseUrl: undefined, dataDir, remove: removeFolder }
}

/** The file of a prepared database: a copy takes less time than migrations and a hashed password. */
let prepared: Promise<Buffer> | undefined

async function prepareSqlite() {
  const dataDir = await mkdtemp(join(tmpdir(), 'foundation-test-'))
  const { db, engine } = openDatabase({ databaseUrl: undefined, dataDir })
  await prepareDatabase(db, engine)
  await createFirstAdministrator(db, administrator.email, administrator.password)
  await db.destroy()
  const file = await readFile(sqliteFile(dataDir))
  await rm(dataDir, { recursive: true })
  return file
}
