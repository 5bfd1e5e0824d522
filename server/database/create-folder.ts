import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a missing folder and its parents; only this user may use them. Node's own recursive `mkdir`
 * repeats without end in a file system such as /proc, which calls new folders missing.
 */
export function createFolder(path: string) {
  if (existsSync(path)) return
  createFolder(dirname(path))
  try {
    mkdirSync(path, 0o700)
  } catch (error) {
    // Another process may have created it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
