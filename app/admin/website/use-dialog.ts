import { useEffect, useRef, useState } from 'react'

/**
 * The open dialog of a screen; null if none is open. Dialogs may lead to each other. When the last one
 * closes, the focus returns to the button that opened the first one.
 */
export function useDialog<Dialog>() {
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const opener = useRef<Element>(null)

  useEffect(() => {
    if (dialog === null && opener.current instanceof HTMLElement) opener.current.focus()
  }, [dialog])

  return {
    dialog,
    open: (next: Dialog | null) => {
      if (dialog === null) opener.current = document.activeElement
      setDialog(next)
    },
  }
}
