import { useEffect, useState } from 'react'
import { useBlocker } from 'react-router'

interface Edits {
  /** True if there are unsaved edits. */
  isEdited: () => boolean
  /** Discards the edits. */
  forget: () => void
}

/**
 * Unsaved-changes guard: closing the form, navigating or leaving the page asks for confirmation.
 */
export function useUnsaved({ isEdited, forget }: Edits, close: () => void) {
  const [closing, setClosing] = useState(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isEdited() && currentLocation.pathname !== nextLocation.pathname,
  )

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isEdited()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isEdited])

  return {
    asking: closing || blocker.state === 'blocked',
    /** Closes, after confirmation if there are edits. */
    ask: () => (isEdited() ? setClosing(true) : close()),
    leave: () => {
      forget()
      if (blocker.state === 'blocked') blocker.proceed()
      else close()
    },
    stay: () => {
      setClosing(false)
      if (blocker.state === 'blocked') blocker.reset()
    },
  }
}
