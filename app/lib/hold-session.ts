import { useEffect, useSyncExternalStore } from 'react'

let open = 0
const listeners = new Set<() => void>()

/** While the calling component is mounted and holds it, the screen stays mounted even if the session ends. */
export function useHoldSession(isHeld = true) {
  useEffect(() => {
    if (!isHeld) return undefined
    change(1)
    return () => change(-1)
  }, [isHeld])
}

/** True while something holds the screen. */
export function useIsSessionHeld() {
  return useSyncExternalStore(subscribe, isSessionHeld, () => false)
}

export function isSessionHeld() {
  return open > 0
}

function change(by: 1 | -1) {
  open += by
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
