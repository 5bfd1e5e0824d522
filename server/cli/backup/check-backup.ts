import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

import { openSqlite, migrationsOf, newerVersion } from '../../database/open.ts'
import type { BackupDriver } from './backup-driver.ts'
import { backupStore } from './backup-documents.ts'
import { readStart, rowsOfBackup } from './backup-rows.ts'
import { readDocuments } from './copy-documents.ts'
import { checksumFile, checksumOf, exists, sizeOf } from '../files.ts'
import { OperationError } from '../command.ts'
import { dumpFile } from './postgres-backup-driver.ts'
import { showProgress } from '../progress.ts'
import { databaseFile } from './sqlite-backup-driver.ts'
import { compareSizes, documentsOfBackup, idsOf } from './stored-documents.ts'

/**
 * Tests a backup of either engine, as a restore would, and reads all of its documents. Needs no
 * settings, no database and no build, and changes nothing. Throws if the file cannot be restored.
 */
export async function checkBackup(file: string) {
  await requireFile(file)
  const start = await readStart(file, databaseFile.magic.length)
  const kind = [databaseFile, dumpFile].find(({ magic }) => start.startsWith(magic))
  if (start !== '' && !kind) throw new OperationError(`${file} is no backup.`)
  await verifyFile(file, kind)
  await refuseNewer(file)
  let applications = 0
  for await (const _ of rowsOfBackup(file, 'attachments', ['_id'])) applications++
  const { total, absent, damaged } = await compareWithFolder(file, true)
  const hasChecksum = await exists(checksumFile(file))
  return { applications, documents: { total, absent: [...absent, ...damaged] }, hasChecksum }
}

export async function requireFile(file: string) {
  const found = (await exists(file)) ? await stat(file) : undefined
  if (!found) throw new OperationError(`There is no file ${file}.`)
  if (!found.isDirectory()) return
  throw new OperationError(
    `${file} is a folder. Name a backup file in it; with --documents-only, only documents are copied from the folder.`,
  )
}

/** Reads the whole file. Throws if it is damaged. */
export async function verifyFile(file: string, kind?: Pick<BackupDriver, 'check'>) {
  const damage = await findDamage(file)
  if (damage !== undefined) throw new OperationError(`${damage}.`)
  try {
    if (kind) await showProgress('Checking the backup', kind.check(file))
  } catch (error) {
    throw new OperationError(`${file} is damaged: ${(error as Error).message}`)
  }
}

/** Damage that the size or the checksum shows; undefined if there is none. */
export async function findDamage(file: string) {
  if ((await sizeOf(file)) === 0) return `${file} is empty`
  if (!(await exists(checksumFile(file)))) return undefined
  const expected = (await readFile(checksumFile(file), 'utf8')).slice(0, 64)
  if ((await checksumOf(file)) === expected) return undefined
  return `${file} is damaged: its checksum is not the one in ${checksumFile(file)}`
}

async function refuseNewer(file: string) {
  const { db, engine } = openSqlite(':memory:')
  await db.destroy()
  const done: string[] = []
  for await (const { name } of rowsOfBackup(file, 'kysely_migration', ['name'])) {
    done.push(String(name))
  }
  const { incompatible } = migrationsOf(done, engine)
  if (incompatible.length === 0) return
  throw new OperationError(`${file} cannot be used here: ${newerVersion(incompatible)}.`)
}

/**
 * Compares the documents that a backup needs with the files beside it, by their sizes. With
 * `isThorough`, also reads them.
 */
export async function compareWithFolder(file: string, isThorough: boolean) {
  const store = backupStore(dirname(file))
  const { missing, wrongSize, present } = await compareSizes(store, documentsOfBackup(file))
  const { damaged } = await readDocuments(store, isThorough ? present : [])
  const absent = idsOf([...missing, ...wrongSize])
  return { total: absent.length + present.length, absent, damaged }
}
