import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'

import { sqliteFile, type DataLocation } from '../database/open.ts'
import { fsync } from '../services/durable-files.ts'
import { OperationError } from './command.ts'
import { showProgress } from './progress.ts'

/** Writes a checksum file for `sha256sum --check`. */
export async function writeChecksum(file: string, sum: string) {
  await writeFile(checksumFile(file), `${sum}  ${basename(file)}\n`, { mode: 0o600 })
  await fsync(checksumFile(file))
}

export const checksumFile = (file: string) => `${file}.sha256`

export async function checksumOf(file: string) {
  const hash = createHash('sha256')
  const size = await sizeOf(file)
  const bytes = createReadStream(file)
  const read = pipeline(bytes, hash)
  await showProgress('Computing the checksum', read, () => bytes.bytesRead, size)
  return hash.digest('hex')
}

export async function sizeOf(file: string) {
  return (await stat(file)).size
}

/** Whether a file or folder exists. Throws if this user has no permission to look. */
export async function exists(path: string) {
  try {
    await stat(path)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return false
    throw error
  }
}

/** Throws if the SQLite file is missing, because opening it would create an empty database. */
export async function requireDatabase({ databaseUrl, dataDir }: DataLocation) {
  if (databaseUrl || (await exists(sqliteFile(dataDir)))) return
  throw new OperationError(`There is no database in ${dataDir}: DATA_DIR says where it is.`)
}

/** The current time for a file name. Files sorted by such names are sorted by time. */
export function fileTimestamp() {
  return new Date().toISOString().replaceAll(/[:.]/g, '-')
}
