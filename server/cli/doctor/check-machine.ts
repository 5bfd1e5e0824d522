import { constants } from 'node:fs'
import { access, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { whyReadOnly } from '../../database/connection-errors.ts'
import { sqliteFile } from '../../database/open.ts'
import { documentsFolder } from '../../services/documents/disk-store.ts'
import { backupFolder } from '../../services/last-backup.ts'
import { messageFoldersOf } from '../../services/messages/sweep-files.ts'
import type { Settings } from '../../settings.ts'
import { checkReadable } from './check-modes.ts'
import { exists } from '../files.ts'
import { problemFinding, warningFinding, type Finding } from './finding.ts'
import type { DoctorEnvironment } from './doctor-environment.ts'

const megabyte = 1_000_000
/** The product did not exist before this day. If the clock shows an earlier time, it is wrong. */
const firstDay = Date.parse('2026-01-01')

export function checkNode({ nodeVersion }: DoctorEnvironment): Finding[] {
  if (Number.parseInt(nodeVersion, 10) >= 24) return []
  return [
    problemFinding(
      `This is Node ${nodeVersion}, the server needs 24`,
      'Start with the one in node_modules/.bin, or install Node 24.',
    ),
  ]
}

export function checkBuild({ isBuilt }: DoctorEnvironment): Finding[] {
  if (isBuilt()) return []
  return [
    problemFinding(
      'The pages are not built, or built from other sources',
      'Build them with npm run build (or build the image), then restart the server.',
    ),
  ]
}

export function checkClock({ now }: DoctorEnvironment): Finding[] {
  if (now() >= firstDay) return []
  return [
    problemFinding(
      `The clock of this machine says ${new Date(now()).toISOString()}`,
      'Set it by a time server (timedatectl set-ntp true).',
    ),
  ]
}

/** Checks permissions, owner and free space of the folder of the SQLite file and of documents. */
export async function checkDataFolder(
  environment: Pick<DoctorEnvironment, 'freeBytes'>,
  settings: Settings,
) {
  const { DATA_DIR, DATABASE_URL } = settings
  if (DATABASE_URL) {
    return [
      ...(await checkUnusedFile(DATA_DIR)),
      ...(await checkReadable(settings)),
      ...(await checkDocumentsFolder(environment, settings)),
    ]
  }
  const folder = (await exists(DATA_DIR)) ? await stat(DATA_DIR) : undefined
  if (!folder?.isDirectory()) {
    return [
      problemFinding(
        `There is no folder ${DATA_DIR}`,
        'The first start creates it; check DATA_DIR.',
      ),
    ]
  }
  const findings: Finding[] = []
  findings.push(...(await checkWritable(DATA_DIR)), ...(await checkReadable(settings)))
  const database = sqliteFile(DATA_DIR)
  const folders = [backupFolder(DATA_DIR), documentsFolder(DATA_DIR), ...messageFoldersOf(DATA_DIR)]
  const owned = [database, `${database}-wal`, `${database}-shm`, ...folders]
  const owners = await Promise.all(owned.map(ownerOf))
  if (owners.some((owner) => owner !== undefined && owner !== folder.uid)) {
    // Root owns what was made by hand. The server runs as the other user.
    const user = [folder.uid, ...owners].find((owner) => owner !== undefined && owner !== 0)
    findings.push(
      problemFinding(
        `Not everything in ${DATA_DIR} belongs to the owner of that folder`,
        `If user ${user} runs the server: chown --recursive ${user} ${DATA_DIR}, and run commands as that user.`,
      ),
    )
  }
  return [
    ...findings,
    ...(await checkSpace(environment, DATA_DIR)),
    ...(await checkPreviousData(DATA_DIR)),
  ]
}

/** Checks the folder of documents of a server that uses PostgreSQL. */
async function checkDocumentsFolder(
  environment: Pick<DoctorEnvironment, 'freeBytes'>,
  { DATA_DIR, DOCUMENTS_S3 }: Settings,
) {
  const folder = documentsFolder(DATA_DIR)
  if (DOCUMENTS_S3 !== undefined || !(await exists(folder))) return []
  return [...(await checkWritable(folder)), ...(await checkSpace(environment, DATA_DIR))]
}

async function checkWritable(folder: string): Promise<Finding[]> {
  const code = await access(folder, constants.W_OK | constants.X_OK).then(
    () => undefined,
    ({ code: reason }: NodeJS.ErrnoException) => reason,
  )
  if (code === undefined) return []
  if (code === 'EROFS') {
    const what = `The file system of ${folder} is read-only`
    return [problemFinding(what, whyReadOnly)]
  }
  const todo = 'Change its owner to the user that runs the server.'
  return [problemFinding(`${folder} cannot be written`, todo)]
}

/** Finds an SQLite file beside PostgreSQL: it may contain people who were erased. */
async function checkUnusedFile(folder: string): Promise<Finding[]> {
  if (!(await exists(sqliteFile(folder)))) return []
  return [
    warningFinding(
      `${sqliteFile(folder)} has data that the server does not use, because DATABASE_URL is set`,
      'Delete it when nobody needs it any more.',
    ),
  ]
}

/** Finds the old data that a restore has replaced: it may contain people who were erased. */
async function checkPreviousData(folder: string): Promise<Finding[]> {
  const names = await readdir(folder)
  const previous = names.filter((name) => name.includes('.before-restore-'))
  return previous.map((name) =>
    warningFinding(
      `${join(folder, name)} still has the data from before a restore`,
      'Delete it when nobody needs it any more.',
    ),
  )
}

async function checkSpace(
  { freeBytes }: Pick<DoctorEnvironment, 'freeBytes'>,
  folder: string,
): Promise<Finding[]> {
  const database = await stat(sqliteFile(folder)).catch(() => undefined)
  const free = await freeBytes(folder)
  const wanted = Math.max(2000 * megabyte, 2 * (database?.size ?? 0))
  if (free >= wanted) return []
  const what = `Only ${Math.floor(free / megabyte)} MB are free for ${folder}`
  const todo =
    'Remove the oldest backups or enlarge the disk: below 1,000 MB, applicants can send no files, and a full disk stores nothing.'
  return [free < 100 * megabyte ? problemFinding(what, todo) : warningFinding(what, todo)]
}

async function ownerOf(path: string) {
  return (await stat(path).catch(() => undefined))?.uid
}
