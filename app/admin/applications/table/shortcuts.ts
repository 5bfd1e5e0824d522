import type { KeyboardEvent } from 'react'

import type { Decision } from '../../../../contract/application/decision.ts'

/** A keyboard shortcut. The table handles all actions, the panel only those on one application. */
export type Shortcut = { label: string } & (
  | { action: 'move'; by: 1 | -1 }
  | { action: 'decide'; decision: Decision }
  | { action: 'decline' | 'wait' | 'export' | 'documents' | 'select' | 'undo' | 'clear' }
)

/** All single-key shortcuts of the applications screen, with the labels of hints and buttons. */
export const shortcuts = {
  ArrowDown: { label: 'Next', action: 'move', by: 1 },
  ArrowUp: { label: 'Previous', action: 'move', by: -1 },
  j: { label: 'Next', action: 'move', by: 1 },
  k: { label: 'Previous', action: 'move', by: -1 },
  a: { label: 'Accept', action: 'decide', decision: { is_accepted: true } },
  r: { label: 'Revoke', action: 'decide', decision: { is_accepted: false } },
  e: { label: 'Archive', action: 'decide', decision: { is_archived: true } },
  u: { label: 'Unarchive', action: 'decide', decision: { is_archived: false } },
  c: { label: 'Decline', action: 'decline' },
  w: { label: 'Waiting list', action: 'wait' },
  d: { label: 'Export', action: 'export' },
  f: { label: 'Documents (ZIP)', action: 'documents' },
  x: { label: 'Select', action: 'select' },
  z: { label: 'Undo', action: 'undo' },
  Escape: { label: 'Clear', action: 'clear' },
} as const satisfies Record<string, Shortcut>

export type ShortcutKey = keyof typeof shortcuts

/** The text on a key, such as 'A', '↓' or 'Esc'. */
export function keyCap(key: ShortcutKey) {
  const named: Record<string, string> = { ArrowDown: '↓', ArrowUp: '↑', Escape: 'Esc' }
  return named[key] ?? key.toUpperCase()
}

/**
 * The shortcut of a key press; undefined if another control has handled the key, such as Escape in
 * a tooltip or an arrow that opens a menu. A key that is held down only moves.
 */
export function shortcutOf(event: KeyboardEvent): Shortcut | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return undefined
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  const shortcut = (shortcuts as Record<string, Shortcut>)[key]
  return event.repeat && shortcut?.action !== 'move' ? undefined : shortcut
}
