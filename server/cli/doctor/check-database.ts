import {
  migrationState,
  openDatabase,
  sqliteFile,
  tableNames,
  type DataLocation,
} from '../../database/open.ts'
import { describeError } from '../../database/connection-errors.ts'
import type { Engine } from '../../database/engine.ts'
import { missingParts } from '../../database/expected-schema.ts'
import { hasTwoServers } from '../../database/server-slots.ts'
import type { Database } from '../../database/tables.ts'
import { checkPostgres } from './check-postgres.ts'
import { checkRecords } from './check-records.ts'
import { commandLine } from '../command.ts'
import { exists } from '../files.ts'
import { problemFinding, warningFinding, type Finding } from './finding.ts'
import { checkIntegrity } from '../backup/sqlite-backup-driver.ts'
import { jobs } from '../../jobs.ts'
import { readRun } from '../../services/last-checks.ts'

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
    const what = `The database does not answer as it should: ${describeError(error)}`
    return [problemFinding(what, adviceAbout(error, location))]
  } finally {
    await opened?.db.destroy()
  }
}

function adviceAbout(error: unknown, { databaseUrl, dataDir }: DataLocation) {
  if (databaseUrl) {
    return 'Check DATABASE_URL, and that PostgreSQL runs and accepts connections from this machine.'
  }
  if (isDamage(error)) return restoreBackup(dataDir)
  return 'Solve that first, or tell the developers. The data may well be intact, and a backup lacks the newest changes.'
}

async function checkOpened(location: DataLocation, db: Database, engine: Engine, now: number) {
  const findings = location.databaseUrl
    ? await checkPostgres(db, now)
    : (await checkIntegrity(sqliteFile(location.dataDir))).map((what) =>
        problemFinding(what, isAboutIndex(what) ? rebuild : restoreBackup(location.dataDir)),
      )
  if ((await tableNames(db)).length === 0) {
    return [...findings, problemFinding('The database is empty', startServer)]
  }
  const { pending, newer, incompatible } = await migrationState(db, engine)
  if (incompatible.length > 0) {
    const what = `The database belongs to a newer version (${incompatible.join(', ')})`
    const todo =
      'Install that version again. A backup from before the upgrade lacks everything since then.'
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
  } else {
    findings.push(...(await checkSchema(db, engine)))
  }
  const records = await checkRecords(db, now)
  return [...findings, ...checkServers(location), ...records, ...(await checkJobs(db, now))]
}

/** Checks that the database has every index and trigger that the migrations make. */
async function checkSchema(db: Database, engine: Engine): Promise<Finding[]> {
  try {
    const missing = await missingParts(db, engine)
    const todo = `${commandLine('doctor', '--repair')} makes it again.`
    return missing.map(({ type, name }) => problemFinding(`The ${type} ${name} is missing`, todo))
  } catch (error) {
    const todo = 'The user of DATABASE_URL must own the database.'
    return [warningFinding(`Indexes and triggers cannot be checked: ${describeError(error)}`, todo)]
  }
}

function checkServers({ databaseUrl, dataDir }: DataLocation): Finding[] {
  if (databaseUrl || !hasTwoServers(dataDir)) return []
  const todo = 'Stop one of them. Several servers need PostgreSQL.'
  return [warningFinding(`Two servers use ${sqliteFile(dataDir)}`, todo)]
}

/** SQLite's result codes for a damaged file, and for one that is no database. */
const isDamage = (error: unknown) =>
  [11, 26].includes(((error as { errcode?: number }).errcode ?? 0) & 0xff)

/** Errors of integrity_check about indexes, which the rows of their table can replace. */
export const isAboutIndex = (what: string) =>
  /^(row \d+ missing from index|wrong # of entries in index|non-unique entry in index) /.test(what)

const startServer =
  'Is this the right database? Only on a new installation does the first start of the server create it.'
const rebuild = `${commandLine('doctor', '--repair')} builds the index again from the intact table.`
const restoreBackup = (dataDir: string) =>
  `Stop the server, and copy ${dataDir} to another place: it has everything since the last backup. Test the newest backup with ${commandLine('restore', 'FILE --check')}, then restore it with ${commandLine('restore', 'FILE --replace')}.`

const minute = 60_000

/** Finds jobs that failed, or that no server has run for three of their intervals. */
export async function checkJobs(db: Database, now: number): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [name, { interval }] of Object.entries(jobs)) {
    const run = await readRun(db, name)
    if (!run) continue
    const { at, count, seconds, problem } = run
    const result = problem ?? `${count} done in ${seconds.toFixed(1)} s`
    // The last run of a frequent job is stored once a minute.
    const isOverdue = now - Date.parse(at) > 3 * Math.max(interval, minute)
    if (isOverdue) {
      const what = `The job ${name} has not run since ${at} (${result})`
      findings.push(warningFinding(what, 'Is the server running? If it is, restart it.'))
    } else if (problem !== null) {
      const todo = 'The server tries again by itself. Its log has the error.'
      findings.push(warningFinding(`The job ${name} failed at ${at}: ${problem}`, todo))
    }
  }
  return findings
}
