import { useEffect, useState } from 'react'
import { useBlocker } from 'react-router'

interface Edits {
  /** Whether something would be lost. */
  isEdited: () => boolean
  /** Lets it be lost. */
  forget: () => void
}

/**
 * Keeps edits from being lost: who closes the form, goes to another screen or leaves the page with
 * something unsaved is asked first.
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
    /** Closes, or asks whether to. */
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
