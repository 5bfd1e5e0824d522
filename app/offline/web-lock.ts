import { abortAfter } from '../lib/abort-after.ts'

export interface WebLock {
  /** False if another page or the service worker has the lock. */
  isGranted: Promise<boolean>
  release: () => void
}

interface LockOptions {
  /** Milliseconds to wait for the lock; undefined to wait until it is granted. */
  wait?: number | undefined
  /** Takes the lock from another page, which then runs its `onLost`. */
  steal?: boolean
  onLost?: () => void
}

/** Web Lock. Plain HTTP has none: there the lock is always granted. */
export function takeLock(name: string, { wait, steal = false, onLost }: LockOptions): WebLock {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const isGranted = new Promise<boolean>((resolve) => {
    if (!navigator.locks) return resolve(true)
    let isHeld = false
    const hold = () => {
      isHeld = true
      resolve(true)
      return released
    }
    const options = steal ? { steal } : wait === undefined ? {} : { signal: abortAfter(wait) }
    navigator.locks.request(name, options, hold).catch(() => (isHeld ? onLost?.() : resolve(false)))
    return undefined
  })
  return { isGranted, release }
}

/** Wait in milliseconds: a page that is being closed may still hold the lock. */
const wait = 500

/** Lock of a draft: only one tab at a time has it in its form. */
export function lockDraft(id: string, options: Omit<LockOptions, 'wait'>) {
  return takeLock(`draft ${id}`, { wait, ...options })
}
