import { open, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'

import type { DataLocation } from '../database/open.ts'
import { locationOf } from '../settings.ts'
import { loadSettings, print, readArguments, runMain } from './command.ts'
import { checksumFile, checksumOf, exists } from './files.ts'
import { openBackupDriver } from './open-backup-driver.ts'
import { OperationError } from './operation-error.ts'
import { showProgress } from './progress.ts'

/** `npm run restore -- FILE`: restores a backup. */
async function main() {
  const options = { replace: { type: 'boolean', default: false } } as const
  const { values, positional } = readArguments(options, 'file')
  const file = resolve(positional)
  const previous = await restore(locationOf(loadSettings()), file, values.replace)
  print(`Restored ${file}`)
  if (previous !== undefined) {
    print(`The previous data is in ${previous}: delete it when all is well`)
  }
  print('Everybody has to sign in again')
}

/**
 * Checks a backup and restores it. Returns the new path of the previous data, if there was any.
 * Refuses a damaged file, and a backup of the other engine or of a newer version. Also refuses if
 * data exists that may not be replaced. A refusal changes nothing.
 */
export async function restore(location: DataLocation, file: string, canReplace: boolean) {
  const driver = openBackupDriver(location)
  if (!(await exists(file))) throw new OperationError(`There is no file ${file}.`)
  if ((await readStart(file, driver.magic.length)) !== driver.magic) {
    const engine = location.databaseUrl ? 'PostgreSQL' : 'SQLite'
    throw new OperationError(
      `${file} is no backup of ${engine}. DATABASE_URL decides which engine is used.`,
    )
  }
  await verifyChecksum(file)
  try {
    await showProgress('Checking the backup', driver.check(file))
  } catch (error) {
    throw new OperationError(`${file} is damaged: ${(error as Error).message}`)
  }
  return driver.restore(file, canReplace)
}

async function verifyChecksum(file: string) {
  if (!(await exists(checksumFile(file)))) return
  const expected = (await readFile(checksumFile(file), 'utf8')).slice(0, 64)
  if ((await checksumOf(file)) !== expected) {
    throw new OperationError(
      `${file} is damaged: its checksum is not the one in ${checksumFile(file)}.`,
    )
  }
}

async function readStart(file: string, length: number) {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await handle.close()
  }
}

if (import.meta.main) await runMain('restore', 'FILE [--replace]', main)
