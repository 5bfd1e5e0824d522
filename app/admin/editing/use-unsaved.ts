import { type RefObject, useEffect, useState } from 'react'
import { useBlocker } from 'react-router'

/** The usual question before unsaved edits are lost. */
export const discardChanges = {
  title: 'Discard your changes?',
  question: 'What you have changed in this form is not saved.',
  confirm: 'Discard changes',
}

/** Unsaved-changes guard: asks for confirmation before the form is closed or the page is left. */
export function useUnsaved(editedRef: RefObject<boolean>, close = () => {}) {
  const [closing, setClosing] = useState(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      editedRef.current && recordIn(currentLocation) !== recordIn(nextLocation),
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

/** The screen, and the record that is open on it. */
function recordIn({ pathname, search }: { pathname: string; search: string }) {
  return `${pathname}?${new URLSearchParams(search).get('open') ?? ''}`
}
