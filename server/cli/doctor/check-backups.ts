import { describeError } from '../../database/connection-errors.ts'
import { findLastBackup } from '../../services/last-backup.ts'
import { locationOf, type Settings } from '../../settings.ts'
import { compareWithFolder, findDamage } from '../backup/check-backup.ts'
import { commandLine } from '../command.ts'
import { checksumFile, exists } from '../files.ts'
import { type DoctorEnvironment, problemFinding, warningFinding, type Finding } from './finding.ts'
import { nameDocuments } from '../backup/restore-documents.ts'
import { selectStored } from '../backup/stored-documents.ts'
import { withReady } from './with-ready.ts'

const hour = 60 * 60 * 1000
/** A day and the time that a backup may take. */
const longestAge = 26 * hour

/** Checks that the newest backup is recent, intact and complete. `--thorough` reads its documents. */
export async function checkBackups(
  { backups, now, isThorough }: Pick<DoctorEnvironment, 'backups' | 'now' | 'isThorough'>,
  settings: Settings,
): Promise<Finding[]> {
  const { folders, newest, failure } = await findLastBackup(locationOf(settings), backups)
  const findings: Finding[] = []
  if (failure) {
    const what = `The last backup, at ${failure.endedAt}, failed or lacks something: ${failure.problem}`
    findings.push(problemFinding(what, `Solve that, then run ${commandLine('backup')}.`))
  }
  if (!newest) {
    const what = `There is no backup in ${folders.at(-1)}`
    return [...findings, warningFinding(what, everyDay)]
  }
  const age = now() - newest.mtimeMs
  if (age > longestAge) {
    const what = `The newest backup in ${newest.folder} is ${duration(age)} old`
    findings.push(warningFinding(what, everyDay))
  }
  const damage = await findDamage(newest.file)
  if (damage !== undefined) return [...findings, problemFinding(damage, makeAnother)]
  if (!(await exists(checksumFile(newest.file)))) {
    const what = `There is no ${checksumFile(newest.file)}, so a changed byte may not be noticed`
    findings.push(warningFinding(what, `Run ${commandLine('backup')}: the new backup has one.`))
  }
  return [...findings, ...(await checkDocuments(newest.file, isThorough, settings))]
}

async function checkDocuments(file: string, isThorough: boolean, settings: Settings) {
  const findings: Finding[] = []
  try {
    const { absent: absentNow, damaged } = await compareWithFolder(file, isThorough)
    // Some documents may have been erased while the backup was made.
    const absent = (await withReady(settings, (db) => selectStored(db, absentNow))) ?? absentNow
    const add = (ids: string[], what: string, todo: string) => {
      if (ids.length > 0) findings.push(problemFinding(`${nameDocuments(ids)} ${what}`, todo))
    }
    add(absent, `missing or cut off beside ${file}`, copyAgain(commandLine('backup')))
    add(damaged, `damaged beside ${file}`, copyAgain(commandLine('backup', '--thorough')))
  } catch (error) {
    const todo = 'Solve that, then run doctor again. The site works without the backup.'
    const what = `The documents of ${file} cannot be checked: ${describeError(error)}`
    findings.push(problemFinding(what, todo))
  }
  return findings
}

function duration(milliseconds: number) {
  const hours = Math.floor(milliseconds / hour)
  return hours < 72 ? `${hours} hours` : `${Math.floor(hours / 24)} days`
}

const everyDay = `Run ${commandLine('backup')} every day, and copy its files to another place.`
const makeAnother = `Run ${commandLine('backup')}, which makes a new one. Then remove the damaged file, and check the disk.`
const copyAgain = (backup: string) => `Run ${backup}: it copies them again from the server's own.`
