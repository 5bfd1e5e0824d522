import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Atomic, durable rename: after a power failure the target is absent or complete. */
export async function renameDurably(from: string, to: string) {
  await fsync(from)
  await rename(from, to)
  await fsync(dirname(to))
}

/** Flushes a file or a folder to the disk. */
export async function fsync(path: string) {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
