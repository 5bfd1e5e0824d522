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
import { typed } from './command.ts'
import { exists } from './files.ts'
import { problem, warning, type Finding } from './finding.ts'
import { problemsOf } from './sqlite-backup-driver.ts'

const restoreBackup = `Stop the server and bring back the newest backup with ${typed('restore')}.`
const lookFirst =
  'See to that first: what is stored may well be sound, and a backup lacks what is newer.'
const mostDifference = 5000

/** Whether the database answers, is sound and up to date, and holds nothing impossible. */
export async function checkDatabase(location: DataLocation, now: number): Promise<Finding[]> {
  const start = 'The first start of the server makes it.'
  if (!location.databaseUrl && !(await exists(sqliteFile(location.dataDir)))) {
    return [problem(`There is no database in ${location.dataDir}`, start)]
  }
  let opened: ReturnType<typeof openDatabase> | undefined
  try {
    opened = openDatabase(location)
    const { db, engine } = opened
    return await engine.withoutTimeout(() => examine(db, engine))
  } catch (error) {
    return [
      problem(
        `The database does not answer as it should: ${describeError(error)}`,
        location.databaseUrl
          ? 'Check DATABASE_URL, and that PostgreSQL runs and lets this machine in.'
          : unavailableReason(error)
            ? lookFirst
            : restoreBackup,
      ),
    ]
  } finally {
    await opened?.db.destroy()
  }

  async function examine(db: Database, engine: Engine) {
    const integrity = location.databaseUrl
      ? await checkPostgres(db, now)
      : problemsOf(sqliteFile(location.dataDir)).map((what) => problem(what, restoreBackup))
    if ((await tableNames(db)).length === 0)
      return [...integrity, problem('The database is empty', start)]
    const { pending, unknown } = await migrationState(db, engine)
    if (unknown.length > 0) {
      const what = `The database belongs to a newer version (${unknown.join(', ')})`
      return [
        ...integrity,
        problem(what, 'Install that version, or restore a backup from before the upgrade.'),
      ]
    }
    if (pending.length > 0) {
      const what = `The database is of an older version (${pending.join(', ')} to be done)`
      return [
        ...integrity,
        problem(what, 'Back up, then start the server: it brings it up to date.'),
      ]
    }
    return [...integrity, ...(await checkRecords(db, engine, now))]
  }
}

/** What PostgreSQL does not notice, or was told not to care for. */
async function checkPostgres(db: Database, now: number): Promise<Finding[]> {
  const { rows } = await sql<PostgresState>`
    select
      current_setting('server_version_num')::int / 10000 as version,
      pg_is_in_recovery() as "isStandby",
      extract(epoch from clock_timestamp()) * 1000 as clock,
      array(select name from pg_settings where setting = 'off'
        and name in ('fsync', 'full_page_writes', 'synchronous_commit')) as careless,
      array(select indexrelid::regclass::text from pg_index
        where not (indisvalid and indisready)) as "brokenIndexes",
      array(select conname::text from pg_constraint where not convalidated) as unchecked,
      coalesce((select checksum_failures from pg_stat_database
        where datname = current_database()), 0) as failures,
      array(select nspname::text from pg_namespace where nspname like 'before\_restore\_%') as aside,
      to_regclass('search_texts') is null or to_regclass('search_texts_trigrams') is not null
        as "isSearchIndexed"`.execute(db)
  const state = rows[0]!
  const findings = [
    ...(state.version < 15
      ? [problem(`This is PostgreSQL ${state.version}`, 'Upgrade it to 15 or newer.')]
      : []),
    ...(state.isStandby
      ? [problem('This PostgreSQL is a standby and takes no changes', 'Connect to its primary.')]
      : []),
    ...state.careless.map((name) =>
      problem(`${name} is off: what was acknowledged can be lost`, `Set ${name} to on.`),
    ),
    ...state.brokenIndexes.map((name) =>
      problem(`The index ${name} is not valid`, `In psql: reindex index ${name}`),
    ),
    ...state.unchecked.map((name) =>
      problem(`The constraint ${name} has not been checked`, 'In psql: validate the constraint.'),
    ),
    ...(state.failures > 0
      ? [problem(`${state.failures} pages of the database are damaged on the disk`, restoreBackup)]
      : []),
    ...state.aside.map((name) =>
      warning(
        `The schema ${name} still has the data from before a restore`,
        `In psql, when nobody needs it any more: drop schema ${name} cascade`,
      ),
    ),
    ...(state.isSearchIndexed
      ? []
      : [
          warning(
            'Searching has no index and is slow',
            'As a superuser, run "create extension pg_trgm" in the database; then start the server.',
          ),
        ]),
  ]
  const difference = Math.abs(state.clock - now)
  if (difference <= mostDifference) return findings
  const seconds = Math.round(difference / 1000)
  return [
    ...findings,
    problem(
      `The clocks of this machine and of PostgreSQL differ by ${seconds} seconds`,
      'Let both be set by a time server.',
    ),
  ]
}

interface PostgresState {
  version: number
  isStandby: boolean
  clock: number
  careless: string[]
  brokenIndexes: string[]
  unchecked: string[]
  failures: number
  aside: string[]
  isSearchIndexed: boolean
}
