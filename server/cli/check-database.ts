import { sql } from 'kysely'

import {
  migrationState,
  openDatabase,
  sqliteFile,
  tableNames,
  type DataLocation,
} from '../database/open.ts'
import { describeError, unavailableReason } from '../database/connection-errors.ts'
import type { Engine } from '../database/engine.ts'
import type { Database } from '../database/tables.ts'
import { checkRecords } from './check-records.ts'
import { commandLine } from './command.ts'
import { exists } from './files.ts'
import { problemFinding, warningFinding, type Finding } from './finding.ts'
import { checkIntegrity } from './sqlite-backup-driver.ts'

/** Checks that the database answers, is intact and up to date, and holds no impossible records. */
export async function checkDatabase(location: DataLocation, now: number): Promise<Finding[]> {
  if (!location.databaseUrl && !(await exists(sqliteFile(location.dataDir)))) {
    return [problemFinding(`There is no database in ${location.dataDir}`, startServer)]
  }
  let opened: ReturnType<typeof openDatabase> | undefined
  try {
    opened = openDatabase(location)
    const { db, engine } = opened
    return await engine.withoutTimeout(() => checkOpened(location, db, engine, now))
  } catch (error) {
    return [
      problemFinding(
        `The database does not answer as it should: ${describeError(error)}`,
        location.databaseUrl
          ? 'Check DATABASE_URL, and that PostgreSQL runs and accepts connections from this machine.'
          : unavailableReason(error)
            ? 'Solve that first. The data may well be intact, and a backup lacks the newest changes.'
            : restoreBackup,
      ),
    ]
  } finally {
    await opened?.db.destroy()
  }
}

async function checkOpened(location: DataLocation, db: Database, engine: Engine, now: number) {
  const findings = location.databaseUrl
    ? await checkPostgres(db, now)
    : (await checkIntegrity(sqliteFile(location.dataDir))).map((what) =>
        problemFinding(what, restoreBackup),
      )
  if ((await tableNames(db)).length === 0) {
    return [...findings, problemFinding('The database is empty', startServer)]
  }
  const { pending, newer, incompatible } = await migrationState(db, engine)
  if (incompatible.length > 0) {
    const what = `The database belongs to a newer version (${incompatible.join(', ')})`
    const todo = 'Install that version, or restore a backup from before the upgrade.'
    return [...findings, problemFinding(what, todo)]
  }
  if (pending.length > 0) {
    const what = `The database is of an older version (missing: ${pending.join(', ')})`
    const todo = 'Back up, then start the server: it upgrades the database.'
    return [...findings, problemFinding(what, todo)]
  }
  if (newer.length > 0) {
    const what = `A newer version has changed the tables (${newer.join(', ')}), and this one works with them`
    findings.push(warningFinding(what, 'Install the newer version when you can.'))
  }
  return [...findings, ...(await checkRecords(db, now))]
}

/** Checks PostgreSQL for unsafe settings, damage, and data that earlier versions left. */
async function checkPostgres(db: Database, now: number): Promise<Finding[]> {
  const { rows } = await sql<PostgresState>`
    select
      current_setting('server_version_num')::int / 10000 as version,
      pg_is_in_recovery() as "isStandby",
      extract(epoch from clock_timestamp()) * 1000 as clock,
      array(select name from pg_settings where setting = 'off'
        and name in ('fsync', 'full_page_writes', 'synchronous_commit')) as "unsafeSettings",
      array(select indexrelid::regclass::text from pg_index
        where not (indisvalid and indisready)) as "invalidIndexes",
      array(select conname::text from pg_constraint where not convalidated) as "unvalidated",
      coalesce((select checksum_failures from pg_stat_database
        where datname = current_database()), 0) as "damagedPages",
      array(select datname::text from pg_database
        where starts_with(datname, current_database() || '_before_restore')) as "oldDatabases",
      array(select nspname::text from pg_namespace
        where starts_with(nspname, 'before_restore_')) as "oldSchemas",
      to_regclass('search_texts') is null or to_regclass('search_texts_trigrams') is not null
        as "isSearchIndexed"`.execute(db)
  const state = rows[0]!
  const findings: Finding[] = []
  const addProblem = (what: string, todo: string) => findings.push(problemFinding(what, todo))
  const addWarning = (what: string, todo: string) => findings.push(warningFinding(what, todo))
  if (state.version < 15) {
    addProblem(`This is PostgreSQL ${state.version}`, 'Upgrade it to 15 or newer.')
  }
  if (state.isStandby) {
    addProblem('This PostgreSQL is a read-only standby', 'Connect to its primary.')
  }
  for (const name of state.unsafeSettings) {
    addProblem(`${name} is off: acknowledged changes can be lost`, `Set ${name} to on.`)
  }
  for (const name of state.invalidIndexes) {
    addProblem(`The index ${name} is not valid`, `In psql: reindex index ${name}`)
  }
  for (const name of state.unvalidated) {
    addProblem(`The constraint ${name} is not validated`, 'In psql: validate the constraint.')
  }
  if (state.damagedPages > 0) {
    addProblem(`${state.damagedPages} pages of the database are damaged on the disk`, restoreBackup)
  }
  for (const name of state.oldDatabases) {
    addWarning(
      `The database ${name} still has the data from before a restore`,
      `In psql, when nobody needs it any more: drop database ${name}`,
    )
  }
  for (const name of state.oldSchemas) {
    addWarning(
      `The schema ${name} still has the data from before a restore`,
      `In psql, when nobody needs it any more: drop schema ${name} cascade`,
    )
  }
  if (!state.isSearchIndexed) {
    addWarning(
      'Searching has no index and is slow',
      'As a superuser, run "create extension pg_trgm" in the database; then restart the server.',
    )
  }
  const difference = Math.abs(state.clock - now)
  if (difference > maxClockDifference) {
    addProblem(
      `The clocks of this machine and of PostgreSQL differ by ${Math.round(difference / 1000)} seconds`,
      'Set both by a time server.',
    )
  }
  return findings
}

interface PostgresState {
  version: number
  isStandby: boolean
  /** Milliseconds since 1970. */
  clock: number
  unsafeSettings: string[]
  invalidIndexes: string[]
  unvalidated: string[]
  damagedPages: number
  oldDatabases: string[]
  /** Schemas into which a restore by an earlier version moved the previous data. */
  oldSchemas: string[]
  isSearchIndexed: boolean
}

const startServer = 'The first start of the server creates it.'
const restoreBackup = `Stop the server and restore the newest backup with ${commandLine('restore')}.`
/** Maximum difference between both clocks, in milliseconds. */
const maxClockDifference = 5000
