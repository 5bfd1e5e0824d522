import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { DataLocation } from '../database/open.ts'
import { moveInto, sync } from '../services/durable-files.ts'
import { checksumFile, checksumOf, exists, writeChecksum } from './files.ts'
import { keeperOf } from './open-backup-driver.ts'

interface Backup {
  file: string
  bytes: number
  /** The names of older backups that were removed. */
  removed: string[]
}

const day = 24 * 60 * 60 * 1000

/** Where backups are unless somebody says otherwise. */
export const backupFolder = (dataDir: string) => join(dataDir, 'backups')

/**
 * Copies the data of a running system into a dated file of the folder, checks the copy, and removes
 * all but the newest `keep` of the same kind. A file with that name is a finished and checked one.
 */
export async function backUp(
  location: DataLocation,
  folder: string,
  keep?: number,
): Promise<Backup> {
  const keeper = keeperOf(location)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `foundation-${moment()}${keeper.extension}`)
  const unfinished = `${file}.unfinished`
  await removeBroken(folder)
  try {
    await writeFile(unfinished, '', { mode: 0o600, flag: 'wx' })
    await keeper.copy(unfinished)
    await keeper.check(unfinished)
    await writeChecksum(file, await checksumOf(unfinished))
    await moveInto(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    await rm(checksumFile(file), { force: true })
    throw error
  }
  const removed = keep === undefined ? [] : await removeAllBut(keep, folder, keeper.extension)
  return { file, bytes: (await stat(file)).size, removed }
}

/** The names of the finished backups of a folder, oldest first. */
export async function backupsIn(folder: string, extension: string) {
  const names = (await exists(folder)) ? await readdir(folder) : []
  return names
    .filter((name) => name.startsWith('foundation-') && name.endsWith(extension))
    .sort((a, b) => a.localeCompare(b))
}

/** The moment as it stands in file names: sorted by name is sorted by time. */
export function moment() {
  return new Date().toISOString().replaceAll(/[:.]/g, '-')
}

/** What a backup left that was killed. One of the last hours may still be under way. */
async function removeBroken(folder: string) {
  const names = await readdir(folder)
  for (const name of names.filter((name) => /^foundation-.*\.unfinished$/.test(name))) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path)
    if (Date.now() - mtimeMs > day) await rm(path)
  }
}

async function removeAllBut(keep: number, folder: string, extension: string) {
  const old = (await backupsIn(folder, extension)).slice(0, -keep)
  for (const name of old) {
    await rm(join(folder, name))
    await rm(checksumFile(join(folder, name)), { force: true })
  }
  await sync(folder)
  return old
}
