import { constants } from 'node:fs'
import { access, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { sqliteFile } from '../database/open.ts'
import { mailFolder } from '../services/messages/file-transport.ts'
import { locationOf, type Settings } from '../settings.ts'
import { backupFolder, backupsIn } from './backup.ts'
import { typed } from './command.ts'
import { exists } from './files.ts'
import { problem, warning, type Finding } from './finding.ts'
import { keeperOf } from './open-backup-driver.ts'
import type { System } from './doctor-environment.ts'

const megabyte = 1_000_000
const hour = 60 * 60 * 1000
/** No clock is right that shows a time before this product existed. */
const firstDay = Date.parse('2026-01-01')

export function checkNode({ nodeVersion }: System): Finding[] {
  if (Number.parseInt(nodeVersion, 10) >= 24) return []
  return [
    problem(
      `This is Node ${nodeVersion}, the server needs 24`,
      'Start with the one in node_modules/.bin, or install Node 24.',
    ),
  ]
}

export function checkBuild({ isBuilt }: System): Finding[] {
  if (isBuilt()) return []
  return [
    problem(
      'The pages are not built, or from other sources or another PUBLIC_URL',
      'Build them (or the image) with the PUBLIC_URL of the settings, and start the server anew.',
    ),
  ]
}

export function checkClock({ now }: System): Finding[] {
  if (now() >= firstDay) return []
  return [
    problem(
      `The clock of this machine says ${new Date(now()).toISOString()}`,
      'Let it be set by a time server (timedatectl set-ntp true).',
    ),
  ]
}

/** Whether the folder of the SQLite file can be written, has room, and is nobody else's to read. */
export async function checkDataFolder(system: System, { DATA_DIR, DATABASE_URL }: Settings) {
  if (DATABASE_URL) return []
  const folder = (await exists(DATA_DIR)) ? await stat(DATA_DIR) : undefined
  if (!folder?.isDirectory()) {
    return [problem(`There is no folder ${DATA_DIR}`, 'The first start makes it; check DATA_DIR.')]
  }
  const findings: Finding[] = []
  if (await cannotWrite(DATA_DIR)) {
    findings.push(
      problem(`${DATA_DIR} cannot be written`, 'Make it belong to the user that runs the server.'),
    )
  }
  if ((folder.mode & 0o077) !== 0) {
    findings.push(
      warning(`Other users of this machine may look into ${DATA_DIR}`, `chmod 700 ${DATA_DIR}`),
    )
  }
  const database = sqliteFile(DATA_DIR)
  const owned = [database, `${database}-wal`, `${database}-shm`, backupFolder(DATA_DIR)]
  const owners = await Promise.all([...owned, mailFolder(DATA_DIR)].map(ownerOf))
  if (owners.some((owner) => owner !== undefined && owner !== folder.uid)) {
    findings.push(
      problem(
        `Not everything in ${DATA_DIR} belongs to the owner of that folder`,
        `chown --recursive --reference=${DATA_DIR} ${DATA_DIR}, and run commands as that user.`,
      ),
    )
  }
  return [...findings, ...(await checkSpace(system, DATA_DIR)), ...(await checkAside(DATA_DIR))]
}

/** Persons who were erased since are still in it. */
async function checkAside(folder: string): Promise<Finding[]> {
  const aside = (await readdir(folder)).filter((name) => name.includes('.before-restore-'))
  return aside.map((name) =>
    warning(
      `${join(folder, name)} still has the data from before a restore`,
      'Delete it when nobody needs it any more.',
    ),
  )
}

async function checkSpace({ freeBytes }: System, folder: string): Promise<Finding[]> {
  const database = await stat(sqliteFile(folder)).catch(() => undefined)
  const free = await freeBytes(folder)
  const wanted = Math.max(500 * megabyte, 2 * (database?.size ?? 0))
  if (free >= wanted) return []
  const what = `Only ${Math.floor(free / megabyte)} MB are free for ${folder}`
  const todo = 'Remove old backups or enlarge the disk: on a full one nothing is stored.'
  return [free < 100 * megabyte ? problem(what, todo) : warning(what, todo)]
}

/** Whether somebody makes backups. */
export async function checkBackups(system: System, settings: Settings): Promise<Finding[]> {
  const folder = system.backups ?? backupFolder(settings.DATA_DIR)
  const { extension } = keeperOf(locationOf(settings))
  const newest = (await backupsIn(folder, extension)).at(-1)
  const todo = `Let ${typed('backup')} run every day, and copy its files to another place.`
  if (newest === undefined) return [warning(`There is no backup in ${folder}`, todo)]
  const { mtimeMs } = await stat(join(folder, newest))
  if (system.now() - mtimeMs < 48 * hour) return []
  const days = Math.floor((system.now() - mtimeMs) / (24 * hour))
  return [warning(`The newest backup in ${folder} is ${days} days old`, todo)]
}

function cannotWrite(path: string) {
  return access(path, constants.W_OK | constants.X_OK).then(
    () => false,
    () => true,
  )
}

async function ownerOf(path: string) {
  return (await stat(path).catch(() => undefined))?.uid
}
