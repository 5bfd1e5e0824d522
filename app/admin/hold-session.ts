import { useEffect, useSyncExternalStore } from 'react'

let open = 0
const listeners = new Set<() => void>()

/** While a dialog that calls it is open, the end of the session does not take the screen away. */
export function useKeepOpen() {
  useEffect(() => {
    change(1)
    return () => change(-1)
  }, [])
}

/** Whether such a dialog is open. */
export function useIsKeptOpen() {
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
