import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import { describeError } from '../database/connection-errors.ts'
import { createFolder } from '../database/create-folder.ts'
import type { DataLocation } from '../database/open.ts'
import { openDocumentStore, type DocumentStore } from '../services/documents/document-store.ts'
import { fsync, renameDurably } from '../services/durable-files.ts'
import { backupFolder, listBackups, storeLastBackup } from '../services/last-backup.ts'
import { locationOf } from '../settings.ts'
import {
  backupStore,
  backUpDocuments,
  removeUnneededDocuments,
  type DocumentsBackup,
} from './backup/backup-documents.ts'
import { commandLine, loadSettings, print, readArguments, readCount, runMain } from './command.ts'
import { countOf } from './count-of.ts'
import { checksumFile, checksumOf, fileTimestamp, sizeOf, writeChecksum } from './files.ts'
import { openBackupDriver } from './backup/backup-driver.ts'
import { showProgress } from './progress.ts'

/** `npm run backup -- --to FOLDER --keep 14`: copies the data, also while the server runs. */
async function main() {
  const { values } = readArguments({
    to: { type: 'string' },
    keep: { type: 'string' },
    thorough: { type: 'boolean', default: false },
  })
  const keep = readCount('--keep', values.keep)
  const settings = loadSettings()
  const folder = resolve(values.to ?? backupFolder(settings.DATA_DIR))
  const source = { location: locationOf(settings), store: await openDocumentStore(settings) }
  const { file, bytes, documents, removed } = await createBackup(source, folder, {
    keep,
    isThorough: values.thorough,
  })
  print(`Backed up to ${file} (${megabytes(bytes)}, checked by reading it back)`)
  printDocuments(documents, folder)
  for (const name of removed.backups) print(`Removed ${name}`)
  const { count, unreadable } = removed.documents
  if (count > 0) print(`Removed ${countOf(count, 'document')} that no backup needs`)
  if (unreadable !== undefined) {
    print(`Kept all documents, because ${unreadable} cannot be read: remove it if it is damaged`)
  }
}

function printDocuments(documents: DocumentsBackup, folder: string) {
  const { total, copied, bytes, mended, deleted, lost } = documents
  if (total > 0) {
    print(
      `With ${countOf(total, 'document')} in ${backupStore(folder).location}, ${copied} new (${megabytes(bytes)})`,
    )
  }
  if (mended > 0) print(`Copied ${mended} again, in place of damaged copies`)
  if (deleted > 0) print(`Without ${countOf(deleted, 'document')} deleted during the backup`)
  if (lost.length > 0) {
    const todo = `${commandLine('doctor', '--thorough')} says what to do`
    print(`Without ${countOf(lost.length, lostDocument)}: ${todo}`)
  }
}

const lostDocument = 'missing or damaged document'
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

interface Backup {
  file: string
  /** Bytes of the copy of the database. */
  bytes: number
  documents: DocumentsBackup
  /** The file names of older backups that were removed, and what became of their documents. */
  removed: { backups: string[]; documents: { count: number; unreadable?: string } }
}

/** The database and the store of documents of an installation. */
export interface DataSource {
  location: DataLocation
  store: DocumentStore
}

interface BackupOptions {
  /** The number of backups of the same engine that stay. */
  keep?: number | undefined
  /** Reads all documents of earlier backups; otherwise a thirtieth of them. */
  isThorough?: boolean
  now?: number
}

/** Makes a backup and notes how it ended, for doctor and the metrics. */
export async function createBackup(
  source: DataSource,
  folder: string,
  options: BackupOptions = {},
): Promise<Backup> {
  // Without a note, for example on a full disk, doctor and metrics see only the age of the backup.
  const note = (problem: string | null) =>
    storeLastBackup(source.location.dataDir, {
      folder,
      endedAt: new Date().toISOString(),
      problem,
    }).catch(() => {})
  try {
    const backup = await writeBackup(source, folder, options)
    const { lost } = backup.documents
    await note(lost.length > 0 ? countOf(lost.length, lostDocument) : null)
    return backup
  } catch (error) {
    await note(describeError(error))
    throw error
  }
}

/**
 * Writes a dated backup into the folder, checks it, then removes all but the newest `keep` backups
 * of the same engine. The file gets its final name last, so a file with that name is complete, and
 * its documents are in the folder.
 */
async function writeBackup(
  source: DataSource,
  folder: string,
  { keep, isThorough = false, now = Date.now() }: BackupOptions,
): Promise<Backup> {
  const driver = openBackupDriver(source.location)
  createFolder(folder)
  const file = join(folder, `foundation-${fileTimestamp()}${driver.extension}`)
  const unfinished = `${file}.unfinished`
  await removeUnfinished(folder)
  let documents: DocumentsBackup
  try {
    await writeFile(unfinished, '', { mode: 0o600, flag: 'wx' })
    // Nobody knows the size of a backup in advance. The previous one is about as large.
    const previous = (await listBackups(folder, driver.extension)).at(-1)
    const expected = previous === undefined ? undefined : await sizeOf(join(folder, previous))
    const copied = driver.copy(unfinished)
    await showProgress('Backing up', copied, () => sizeOf(unfinished), expected)
    await showProgress('Checking the backup', driver.check(unfinished))
    documents = await backUpDocuments(source, folder, unfinished, { isThorough, now })
    await writeChecksum(file, await checksumOf(unfinished))
    await renameDurably(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    await rm(checksumFile(file), { force: true })
    throw error
  }
  const removed: Backup['removed'] = { backups: [], documents: { count: 0 } }
  if (keep !== undefined) {
    removed.backups = await removeOlder(keep, folder, driver.extension)
    removed.documents = await removeUnneededDocuments(folder)
  }
  return { file, bytes: await sizeOf(file), documents, removed }
}

/** Removes unfinished files of killed backups. A file younger than a day may still be in use. */
async function removeUnfinished(folder: string) {
  const names = await readdir(folder)
  for (const name of names.filter((one) => /^foundation-.*\.unfinished$/.test(one))) {
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

if (import.meta.main) await runMain('backup', '[--to FOLDER] [--keep NUMBER] [--thorough]', main)
