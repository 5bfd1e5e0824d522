import { statfs } from 'node:fs/promises'

/** Bytes of the disk of this folder that the user of the server can write. */
export async function freeBytesOf(folder: string) {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
