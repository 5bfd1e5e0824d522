import { type ReactNode, useEffect, useRef, useState } from 'react'

interface Props {
  summary: string
  /** Whether the field has an answer or an error, or has to get an answer. */
  isNeeded: boolean
  children: ReactNode
}

/** A field behind a summary. It opens by itself when it is needed. Works without scripts. */
export function Folded({ summary, isNeeded, children }: Props) {
  const element = useRef<HTMLDetailsElement>(null)
  const [isOpen, setIsOpen] = useState(isNeeded)
  // After a reload, the browser may have put an answer into the field.
  useEffect(() => {
    if (element.current?.querySelector('input')?.value) setIsOpen(true)
  }, [])
  return (
    <details
      ref={element}
      className="mt-1"
      open={isOpen || isNeeded}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="link min-h-11 content-center">{summary}</summary>
      {children}
    </details>
  )
}
