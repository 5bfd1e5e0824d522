import { useState } from 'react'

import { useHoldSession } from '../../lib/hold-session.ts'

/**
 * Texts and choices in the panel that are not saved, by the name of their field. They outlive the panel, so that an
 * error, the next application or a closed panel loses none. They are gone when the page is closed.
 */
const drafts = new Map<string, string>()

/** The text of a field that is not saved, and its setter. While there is one, the screen outlives the session. */
export function useDraft(field: string) {
  const [text, setText] = useState(() => draftOf(field))
  useHoldSession(text !== '')
  const set = (next: string) => {
    setText(next)
    keepDraft(field, next)
  }
  return [text, set] as const
}

export function draftOf(field: string) {
  return drafts.get(field) ?? ''
}

/** An empty text removes the draft. */
export function keepDraft(field: string, text: string) {
  if (text) drafts.set(field, text)
  else drafts.delete(field)
}
