import { useEffect, useState } from 'react'
import { useBlocker } from 'react-router'

interface Edits {
  /** True if the form has unsaved edits. */
  isEdited: () => boolean
  forget: () => void
}

/** Unsaved-changes guard: asks for confirmation before the form is closed or the page is left. */
export function useUnsaved({ isEdited, forget }: Edits, close: () => void) {
  const [closing, setClosing] = useState(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isEdited() && recordIn(currentLocation) !== recordIn(nextLocation),
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
    /** Closes the form. If there are unsaved edits, asks for confirmation first. */
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

/** The screen, and the record that is open on it. */
function recordIn({ pathname, search }: { pathname: string; search: string }) {
  return `${pathname}?${new URLSearchParams(search).get('open') ?? ''}`
}
