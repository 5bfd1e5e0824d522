import { open, readFile } from 'node:fs/promises'

import type { DataLocation } from '../database/open.ts'
import { moment } from './backup.ts'
import { checksumFile, checksumOf, exists } from './files.ts'
import { keeperOf } from './open-backup-driver.ts'
import { OperationError } from './operation-error.ts'

/**
 * Brings a backup back after it was checked. Answers where the data is that was there before, or
 * undefined where there was none. Throws, and leaves everything as it was, where the file cannot be
 * read; and a sentence where it is damaged or of another engine, a server is running, or there is
 * data and `mayReplace` is not set.
 */
export async function restore(location: DataLocation, file: string, mayReplace: boolean) {
  const keeper = keeperOf(location)
  if (!(await exists(file))) throw new OperationError(`There is no file ${file}.`)
  if ((await beginningOf(file, keeper.magic.length)) !== keeper.magic) {
    throw new OperationError(
      `${file} is no backup of ${location.databaseUrl ? 'PostgreSQL' : 'SQLite'}. Which of the two is meant is decided by DATABASE_URL.`,
    )
  }
  await verifyChecksum(file)
  try {
    await keeper.check(file)
  } catch (error) {
    throw new OperationError(`${file} is damaged: ${(error as Error).message}`)
  }
  return keeper.bringBack(file, `before-restore-${moment()}`, mayReplace)
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

async function beginningOf(file: string, length: number) {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await handle.close()
  }
}
