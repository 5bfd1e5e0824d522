import { abortAfter } from '../lib/abort-after.ts'

/** Milliseconds to wait for a page that is being left. */
const timeout = 500

export interface DraftLock {
  /** False if another tab has the draft in its form. */
  isGranted: Promise<boolean>
  release: () => void
}

/**
 * Web Lock: one tab at a time has a draft in its form. `steal` takes it from the tab that has it, where
 * `onLost` runs. Plain HTTP has no Web Locks: there every tab gets the draft.
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
