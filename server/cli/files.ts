import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'

import { sqliteFile, type DataLocation } from '../database/open.ts'
import { sync } from '../services/durable-files.ts'
import { OperationError } from './operation-error.ts'

/** Writes beside a file what `sha256sum --check` reads. */
export async function writeChecksum(file: string, sum: string) {
  await writeFile(checksumFile(file), `${sum}  ${basename(file)}\n`, { mode: 0o600 })
  await sync(checksumFile(file))
}

export const checksumFile = (file: string) => `${file}.sha256`

export async function checksumOf(file: string) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Rejects where this user may not know. */
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

/** Throws a sentence where the folder of the data has no SQLite file: opening it would make one. */
export async function needDatabase({ databaseUrl, dataDir }: DataLocation) {
  if (databaseUrl || (await exists(sqliteFile(dataDir)))) return
  throw new OperationError(`There is no database in ${dataDir}: DATA_DIR says where it is.`)
}
