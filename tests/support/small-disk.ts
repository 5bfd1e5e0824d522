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
    /** Takes all the space that is left. */
    fill() {
      const { bavail, bsize } = statfsSync(folder)
      const file = openSync(ballast, 'a')
      for (let blocks = 0; blocks < bavail; blocks++) writeSync(file, Buffer.alloc(bsize))
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
