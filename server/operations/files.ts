import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'

import { sync } from '../services/files.ts'

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

export function exists(path: string) {
  return access(path).then(
    () => true,
    () => false,
  )
}
