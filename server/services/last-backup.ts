import { readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { createFolder } from '../database/create-folder.ts'

/** The result of the last run of the command `backup`. */
interface LastBackup {
  /** The folder of backups, which `--to` may have named. */
  folder: string
  endedAt: string
  /** Why the backup failed, or what it lacks; null for a complete one. */
  problem: string | null
}

export const backupFolder = (dataDir: string) => join(dataDir, 'backups')

/** The file name extension of backups of the engine that the settings name. */
export const backupExtension = ({ databaseUrl }: { databaseUrl: string | undefined }) =>
  databaseUrl ? '.dump' : '.sqlite'

/** In DATA_DIR, where every program with the same settings finds it. */
const fileIn = (dataDir: string) => join(dataDir, 'last-backup.json')

export async function storeLastBackup(dataDir: string, last: LastBackup) {
  createFolder(dataDir)
  const unfinished = `${fileIn(dataDir)}.unfinished`
  await writeFile(unfinished, `${JSON.stringify(last)}\n`, { mode: 0o600 })
  await rename(unfinished, fileIn(dataDir))
}

async function readLastBackup(dataDir: string): Promise<LastBackup | undefined> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(unlessMissing)
  return text === undefined ? undefined : (JSON.parse(text) as LastBackup)
}

/** Names of the complete backups in a folder, oldest first. */
export async function listBackups(folder: string, extension: string) {
  const names = (await readdir(folder).catch(unlessMissing)) ?? []
  return names
    .filter((name) => name.startsWith('foundation-') && name.endsWith(extension))
    .sort((a, b) => a.localeCompare(b))
}

/** The newest backup of several folders; undefined if they have none. */
async function newestBackup(folders: Iterable<string>, extension: string) {
  const found = []
  for (const folder of new Set(folders)) {
    const name = (await listBackups(folder, extension)).at(-1)
    if (name === undefined) continue
    const file = join(folder, name)
    const { size, mtimeMs } = await stat(file)
    found.push({ folder, file, size, mtimeMs })
  }
  return found.toSorted((a, b) => a.mtimeMs - b.mtimeMs).at(-1)
}

/**
 * The newest backup in the default folder, in the folder of the last run, or in the given one, and
 * why the last run failed, unless a later backup succeeded.
 */
export async function findLastBackup(
  location: { databaseUrl: string | undefined; dataDir: string },
  folder?: string,
) {
  const last = await readLastBackup(location.dataDir)
  const folders = folder ? [folder] : [backupFolder(location.dataDir), last?.folder ?? []].flat()
  const newest = await newestBackup(folders, backupExtension(location))
  const isOver = last && newest && newest.mtimeMs > Date.parse(last.endedAt)
  return { folders, newest, failure: last?.problem && !isOver ? last : undefined, isMade: !!last }
}

/** The last backup for monitoring; undefined if this machine makes none. */
export async function backupFigures(
  location: { databaseUrl: string | undefined; dataDir: string },
  now: number,
) {
  const { newest, failure, isMade } = await findLastBackup(location)
  if (!isMade && !newest) return undefined
  return {
    /** Seconds since the newest backup; NaN without one. */
    age: newest ? Math.max(0, (now - newest.mtimeMs) / 1000) : NaN,
    /** Bytes of the copy of the database. */
    size: newest?.size ?? NaN,
    isComplete: failure === undefined,
  }
}

function unlessMissing(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
  throw error
}
