import { constants } from 'node:fs'
import { access, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { whyReadOnly } from '../../database/connection-errors.ts'
import { sqliteFile } from '../../database/open.ts'
import { documentsFolder } from '../../services/documents/disk-store.ts'
import type { Settings } from '../../settings.ts'
import { checkReadable, contentsOf } from './check-modes.ts'
import { exists } from '../files.ts'
import { type DoctorEnvironment, problemFinding, warningFinding, type Finding } from './finding.ts'

const megabyte = 1_000_000
/** The product did not exist before this day. If the clock shows an earlier time, it is wrong. */
const firstDay = Date.parse('2026-01-01')

export function checkNode({ nodeVersion }: DoctorEnvironment): Finding[] {
  if (Number.parseInt(nodeVersion, 10) >= 24) return []
  const what = `This is Node ${nodeVersion}, the server needs 24`
  return [problemFinding(what, 'Start with the one in node_modules/.bin, or install Node 24.')]
}

export function checkBuild({ isBuilt }: DoctorEnvironment): Finding[] {
  if (isBuilt()) return []
  const todo = 'Build them with npm run build (or build the image), then restart the server.'
  return [problemFinding('The pages are not built, or built from other sources', todo)]
}

export function checkClock({ now }: DoctorEnvironment): Finding[] {
  if (now() >= firstDay) return []
  const what = `The clock of this machine says ${new Date(now()).toISOString()}`
  return [problemFinding(what, 'Set it by a time server (timedatectl set-ntp true).')]
}

/** Checks permissions, owner and free space of the folder of the SQLite file and of documents. */
export async function checkDataFolder(
  { freeBytes }: Pick<DoctorEnvironment, 'freeBytes'>,
  settings: Settings,
): Promise<Finding[]> {
  const { DATA_DIR, DATABASE_URL, DOCUMENTS_S3 } = settings
  if (DATABASE_URL) {
    const findings = [...(await checkUnusedFile(DATA_DIR)), ...(await checkReadable(settings))]
    const documents = documentsFolder(DATA_DIR)
    if (DOCUMENTS_S3 !== undefined || !(await exists(documents))) return findings
    const space = await checkSpace(DATA_DIR, freeBytes)
    return [...findings, ...(await checkWritable(documents)), ...space]
  }
  if (!(await exists(DATA_DIR)) || !(await stat(DATA_DIR)).isDirectory()) {
    const what = `There is no folder ${DATA_DIR}`
    return [problemFinding(what, 'The first start creates it; check DATA_DIR.')]
  }
  return [
    ...(await checkWritable(DATA_DIR)),
    ...(await checkReadable(settings)),
    ...(await checkOwner(DATA_DIR)),
    ...(await checkSpace(DATA_DIR, freeBytes)),
    ...(await checkPreviousData(DATA_DIR)),
  ]
}

async function checkOwner(folder: string): Promise<Finding[]> {
  const owners = await Promise.all([folder, ...contentsOf(folder)].map(ownerOf))
  const found = owners.filter((owner) => owner !== undefined)
  if (new Set(found).size < 2) return []
  // Root owns what was made by hand. The server runs as the other user.
  const user = found.find((owner) => owner !== 0)
  const what = `Not everything in ${folder} belongs to the owner of that folder`
  const todo = `If user ${user} runs the server: chown --recursive ${user} ${folder}, and run commands as that user.`
  return [problemFinding(what, todo)]
}

async function checkWritable(folder: string): Promise<Finding[]> {
  const code = await access(folder, constants.W_OK | constants.X_OK).then(
    () => undefined,
    ({ code: reason }: NodeJS.ErrnoException) => reason,
  )
  if (code === undefined) return []
  if (code === 'EROFS') {
    return [problemFinding(`The file system of ${folder} is read-only`, whyReadOnly)]
  }
  const todo = 'Change its owner to the user that runs the server.'
  return [problemFinding(`${folder} cannot be written`, todo)]
}

/** Finds an SQLite file beside PostgreSQL: it may contain people who were erased. */
async function checkUnusedFile(folder: string): Promise<Finding[]> {
  if (!(await exists(sqliteFile(folder)))) return []
  const what = `${sqliteFile(folder)} has data that the server does not use, because DATABASE_URL is set`
  return [warningFinding(what, 'Delete it when nobody needs it any more.')]
}

/** Finds the old data that a restore has replaced: it may contain people who were erased. */
async function checkPreviousData(folder: string): Promise<Finding[]> {
  const names = await readdir(folder)
  const previous = names.filter((name) => name.includes('.before-restore-'))
  return previous.map((name) => {
    const what = `${join(folder, name)} still has the data from before a restore`
    return warningFinding(what, 'Delete it when nobody needs it any more.')
  })
}

async function checkSpace(
  folder: string,
  freeBytes: DoctorEnvironment['freeBytes'],
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
