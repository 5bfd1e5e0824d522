import { abortAfter } from '../lib/abort-after.ts'

/** Wait in milliseconds: a page that is being closed may still hold the lock. */
const timeout = 500

export interface DraftLock {
  /** False if the form of another tab holds the draft. */
  isGranted: Promise<boolean>
  release: () => void
}

/**
 * Web Lock: only one tab at a time has a draft in its form. `steal` takes the lock from another
 * tab, which then runs `onLost`. Plain HTTP has no Web Locks: there every tab gets the draft.
 */
export function lockDraft(id: string, onLost: () => void, { steal = false } = {}): DraftLock {
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
    const options = steal ? { steal } : { signal: abortAfter(timeout) }
    navigator.locks
      .request(`draft ${id}`, options, hold)
      .catch(() => (isHeld ? onLost() : resolve(false)))
    return undefined
  })
  return { isGranted, release }
}
