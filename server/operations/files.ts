import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'

import { sync } from '../services/files.ts'
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

/** Throws a sentence where this user may not know. */
export async function exists(path: string) {
  try {
    await stat(path)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return false
    throw unreadable(path, error)
  }
}

/** What hinders from reading a file, which may well be there; in a sentence where it is its mode. */
export function unreadable(path: string, error: unknown) {
  const { code } = error as NodeJS.ErrnoException
  if (code !== 'EACCES') return error
  return new OperationError(`This user may not read ${path}, or not the folder that it is in.`)
}
