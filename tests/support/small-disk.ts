import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type SmallDisk = NonNullable<ReturnType<typeof mountSmallDisk>>

/** Mounts a disk of a few megabytes, owned by a user. Returns undefined without root's rights. */
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
    /** Fills the disk, including space that becomes free while it is being filled. */
    fill() {
      const block = Buffer.alloc(statfsSync(folder).bsize)
      const file = openSync(ballast, 'a')
      while (canWrite(file, block));
      closeSync(file)
    },
    /** Removes the files that fill the disk. */
    relieve() {
      rmSync(ballast)
    },
    unmount() {
      execFileSync('umount', ['--lazy', folder])
      rmSync(folder, { recursive: true })
    },
  }
}

function canWrite(file: number, block: Buffer) {
  try {
    return writeSync(file, block) > 0
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false
    throw error
  }
}
