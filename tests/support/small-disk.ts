import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type SmallDisk = NonNullable<ReturnType<typeof mountSmallDisk>>

/**
 * Mounts a disk of a few megabytes, owned by a user, in a folder of its own. Answers undefined where
 * that is not permitted: it takes root.
 */
export function mountSmallDisk(megabytes: number, { uid = 0, gid = 0 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'))
  const options = `size=${megabytes}m,mode=700,uid=${uid},gid=${gid}`
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
  const ballast = join(folder, 'ballast')
  return {
    folder,
    /** Takes all the space that is left, also what others need while it does. */
    fill() {
      const block = Buffer.alloc(statfsSync(folder).bsize)
      const file = openSync(ballast, 'a')
      while (takes(file, block));
      closeSync(file)
    },
    /** Gives it back. */
    relieve() {
      rmSync(ballast)
    },
    unmount() {
      execFileSync('umount', ['--lazy', folder])
      rmSync(folder, { recursive: true })
    },
  }
}

function takes(file: number, block: Buffer) {
  try {
    return writeSync(file, block) > 0
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false
    throw error
  }
}
