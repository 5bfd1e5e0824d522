import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, open, rename, writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** Makes sure that a file or folder is on the disk, not only on its way there. */
export async function sync(path: string) {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Gives a file its final name, for good. */
export async function moveInto(from: string, to: string) {
  await sync(from)
  await rename(from, to)
  await sync(dirname(to))
}

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
