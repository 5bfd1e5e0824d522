import { useEffect, useSyncExternalStore } from 'react'

let open = 0
const listeners = new Set<() => void>()

/** Keeps the screen mounted after the session ends, for as long as the caller is mounted. */
export function useHoldSession() {
  useEffect(() => {
    change(1)
    return () => change(-1)
  }, [])
}

/** True while a mounted component holds the session. */
export function useIsSessionHeld() {
  return useSyncExternalStore(
    subscribe,
    () => open > 0,
    () => false,
  )
}

function change(by: 1 | -1) {
  open += by
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
