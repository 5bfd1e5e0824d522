import { useSyncExternalStore } from 'react'

/** False on the server and while the page is hydrated, true from then on. */
export function useHydrated() {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
