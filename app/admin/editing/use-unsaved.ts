import { type RefObject, useEffect, useState } from 'react'
import { NavigationType, useBlocker } from 'react-router'

/** Unsaved-changes guard: asks for confirmation before the form is closed or the page is left. */
export function useUnsaved(editedRef: RefObject<boolean>, close = () => {}) {
  const [closing, setClosing] = useState(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      editedRef.current &&
      (historyAction === NavigationType.Pop ||
        recordIn(currentLocation) !== recordIn(nextLocation)),
  )

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (editedRef.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [editedRef])

  return {
    asking: closing || blocker.state === 'blocked',
    /** Closes the form. If there are unsaved edits, asks for confirmation first. */
    ask: () => (editedRef.current ? setClosing(true) : close()),
    leave: () => {
      editedRef.current = false
      if (blocker.state === 'blocked') blocker.proceed()
      else close()
    },
    stay: () => {
      setClosing(false)
      if (blocker.state === 'blocked') blocker.reset()
    },
  }
}

export type Unsaved = ReturnType<typeof useUnsaved>

/** The screen, and the record that is open on it. */
function recordIn({ pathname, search }: { pathname: string; search: string }) {
  return `${pathname}?${new URLSearchParams(search).get('open') ?? ''}`
}
