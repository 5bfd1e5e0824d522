import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

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
