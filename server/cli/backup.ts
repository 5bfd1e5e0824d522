import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import type { DataLocation } from '../database/open.ts'
import { fsync, renameDurably } from '../services/durable-files.ts'
import { locationOf } from '../settings.ts'
import { loadSettings, print, readArguments, readCount, runMain } from './command.ts'
import { checksumFile, checksumOf, exists, fileTimestamp, sizeOf, writeChecksum } from './files.ts'
import { openBackupDriver } from './open-backup-driver.ts'
import { showProgress } from './progress.ts'

/** `npm run backup -- --to FOLDER --keep 14`: copies the data, also while the server runs. */
async function main() {
  const { values } = readArguments({ to: { type: 'string' }, keep: { type: 'string' } })
  const keep = readCount('--keep', values.keep)
  const settings = loadSettings()
  const folder = resolve(values.to ?? backupFolder(settings.DATA_DIR))
  const { file, bytes, removed } = await createBackup(locationOf(settings), folder, keep)
  print(`Backed up to ${file} (${(bytes / 1e6).toFixed(1)} MB, checked by reading it back)`)
  for (const name of removed) print(`Removed ${name}`)
}

interface Backup {
  file: string
  bytes: number
  /** The file names of the older backups that were removed. */
  removed: string[]
}

/**
 * Writes a dated backup into the folder, checks it, then removes all but the newest `keep` backups
 * of the same engine. The file gets its final name last, so a file with that name is complete.
 */
export async function createBackup(
  location: DataLocation,
  folder: string,
  keep?: number,
): Promise<Backup> {
  const driver = openBackupDriver(location)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `foundation-${fileTimestamp()}${driver.extension}`)
  const unfinished = `${file}.unfinished`
  await removeUnfinished(folder)
  try {
    await writeFile(unfinished, '', { mode: 0o600, flag: 'wx' })
    // Nobody knows the size of a backup in advance. The previous one is about as large.
    const previous = (await listBackups(folder, driver.extension)).at(-1)
    const expected = previous === undefined ? undefined : await sizeOf(join(folder, previous))
    const copied = driver.copy(unfinished)
    await showProgress('Backing up', copied, () => sizeOf(unfinished), expected)
    await showProgress('Checking the backup', driver.check(unfinished))
    await writeChecksum(file, await checksumOf(unfinished))
    await renameDurably(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    await rm(checksumFile(file), { force: true })
    throw error
  }
  const removed = keep === undefined ? [] : await removeOlder(keep, folder, driver.extension)
  return { file, bytes: await sizeOf(file), removed }
}

export const backupFolder = (dataDir: string) => join(dataDir, 'backups')

/** Names of the complete backups in a folder, oldest first. */
export async function listBackups(folder: string, extension: string) {
  const names = (await exists(folder)) ? await readdir(folder) : []
  return names
    .filter((name) => name.startsWith('foundation-') && name.endsWith(extension))
    .sort((a, b) => a.localeCompare(b))
}

/** Removes unfinished files of killed backups. A file younger than a day may still be in use. */
async function removeUnfinished(folder: string) {
  const names = await readdir(folder)
  for (const name of names.filter((name) => /^foundation-.*\.unfinished$/.test(name))) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path)
    if (Date.now() - mtimeMs > day) await rm(path)
  }
}

async function removeOlder(keep: number, folder: string, extension: string) {
  const old = (await listBackups(folder, extension)).slice(0, -keep)
  for (const name of old) {
    await rm(join(folder, name))
    await rm(checksumFile(join(folder, name)), { force: true })
  }
  await fsync(folder)
  return old
}

const day = 24 * 60 * 60 * 1000

if (import.meta.main) await runMain('backup', '[--to FOLDER] [--keep NUMBER]', main)
