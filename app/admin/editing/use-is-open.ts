import { useEffect, useRef } from 'react'

/**
 * A ref that is true until the calling dialog is closed. A reply that comes later must not close another
 * dialog, which may be open in its place. `useAction` has it for `onDone` and `onFailed`.
 */
export function useIsOpen() {
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return isOpen
}
