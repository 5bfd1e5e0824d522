import { sql } from 'kysely'

import type { Database } from '../../database/tables.ts'
import { commandLine } from '../command.ts'
import { problemFinding, warningFinding, type Finding } from './finding.ts'

/** Checks PostgreSQL for unsafe settings, damage, and data that earlier versions left. */
export async function checkPostgres(db: Database, now: number): Promise<Finding[]> {
  const { rows } = await sql<PostgresState>`
    select
      quote_ident(current_database()) as name,
      current_setting('server_version_num')::int / 10000 as version,
      pg_is_in_recovery() as "isStandby",
      extract(epoch from clock_timestamp()) * 1000 as clock,
      array(select name from pg_settings where setting = 'off'
        and name in ('fsync', 'full_page_writes', 'synchronous_commit')) as "unsafeSettings",
      array(select indexrelid::regclass::text from pg_index
        where not (indisvalid and indisready)) as "invalidIndexes",
      array(select format('alter table %s validate constraint %I', conrelid::regclass, conname)
        from pg_constraint where not convalidated and conrelid <> 0) as "unvalidated",
      coalesce((select checksum_failures from pg_stat_database
        where datname = current_database()), 0) as "damagedPages",
      array(select quote_ident(datname) from pg_database
        where starts_with(datname, current_database() || '_before_restore')) as "oldDatabases",
      array(select quote_ident(nspname) from pg_namespace
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
  for (const command of state.unvalidated) {
    const name = command.split(' ').at(-1)
    addProblem(`The constraint ${name} is not validated`, `In psql: ${command}`)
  }
  if (state.damagedPages > 0) {
    const what = `Pages of the database are damaged on the disk: ${state.damagedPages}`
    addProblem(what, salvage(state.name))
  }
  const unneeded = 'In psql, when nobody needs it any more: drop'
  for (const name of state.oldDatabases) {
    const what = `The database ${name} still has the data from before a restore`
    addWarning(what, `${unneeded} database ${name}`)
  }
  for (const name of state.oldSchemas) {
    const what = `The schema ${name} still has the data from before a restore`
    addWarning(what, `${unneeded} schema ${name} cascade`)
  }
  if (!state.isSearchIndexed) {
    addWarning(
      'Searching has no index and is slow',
      'As a superuser, run "create extension pg_trgm" in the database; then restart the server.',
    )
  }
  const difference = Math.abs(state.clock - now)
  if (difference > maxClockDifference) {
    const what = `The clocks of this machine and of PostgreSQL differ by ${Math.round(difference / 1000)} seconds`
    addProblem(what, 'Set both by a time server.')
  }
  return findings
}

interface PostgresState {
  /** The name of the database. This and all other names are quoted for SQL. */
  name: string
  version: number
  isStandby: boolean
  /** Milliseconds since 1970. */
  clock: number
  unsafeSettings: string[]
  invalidIndexes: string[]
  /** The commands that validate constraints. */
  unvalidated: string[]
  damagedPages: number
  oldDatabases: string[]
  /** Schemas into which a restore by an earlier version moved the previous data. */
  oldSchemas: string[]
  isSearchIndexed: boolean
}

const salvage = (name: string) =>
  `Check the disk, and run ${commandLine('backup')}. If it succeeds, all rows can be read: in psql, as a superuser, run "reindex database ${name}", then "select pg_stat_reset()". If not, copy the data of the stopped PostgreSQL to another place before you restore a backup.`
/** Maximum difference between both clocks, in milliseconds. */
const maxClockDifference = 5000
