import type { KeyboardEvent } from 'react'

import type { Decision } from '../../../contract/decision.ts'
import type { Declining } from './decline-dialog.tsx'
import type { UseDecisions } from './use-decisions.ts'
import type { RowSelection } from './use-selection.ts'

/** Decision of each single-key shortcut. */
const decided = {
  a: { is_accepted: true },
  r: { is_accepted: false },
  e: { is_archived: true },
  u: { is_archived: false },
} satisfies Record<string, Decision>

const steps: Record<string, 1 | -1> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 }

export type TableKey = keyof typeof decided | 'c' | 'd' | 'x' | 'z' | 'Escape'
export type TableKeys = ReturnType<typeof useTableKeys>

interface KeysOptions {
  selection: RowSelection
  decisions: UseDecisions
  onDecline: (declining: Declining) => void
  onExport: (ids: string[]) => void
}

/**
 * Keyboard shortcuts of the applications table. They act on the selected rows. Without a selection
 * they act on the focused row.
 */
export function useTableKeys({ selection, decisions, onDecline, onExport }: KeysOptions) {
  /** Runs the action of a key; false if it has none. `row` is the id of the focused row. */
  function press(key: string, row?: string) {
    const chosen = selection.ids.size > 0
    const ids = chosen ? [...selection.ids.keys()] : row ? [row] : []
    const read = selection.readOf(ids)
    if (key === 'z') decisions.undoLast()
    else if (ids.length === 0) return false
    else if (isDecision(key)) {
      if (chosen) leaveBar()
      decisions.decide.mutate({ decision: { ids, read, ...decided[key] } })
    } else if (key === 'c') {
      if (chosen) leaveBar()
      onDecline({ ids, read })
    } else if (key === 'd') onExport(ids)
    else if (key === 'x' && row) selection.toggle(row, false)
    else if (key === 'Escape' && chosen) {
      leaveBar()
      selection.clear()
    } else return false
    return true
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey || isSelect(event.target)) return
    // Skips a key that another control has handled, such as Escape in a tooltip.
    if (event.defaultPrevented) return
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    const opener = openerIn(event.target)
    const moved = moveFrom(opener, steps[key], event.currentTarget)
    if (moved || (!event.repeat && press(key, opener?.dataset['opens']))) {
      event.preventDefault()
    }
  }

  return { press, onKeyDown }
}

/** Moves the focus to the select-all checkbox, because the bulk buttons disappear. */
function leaveBar() {
  document.activeElement?.closest('fieldset')?.querySelector('input')?.focus()
}

function isDecision(key: string): key is keyof typeof decided {
  return key in decided
}

/** A select element uses letter keys to find an option. */
function isSelect(target: EventTarget) {
  return target instanceof HTMLSelectElement
}

/** The button that opens the row in which the event happened. */
function openerIn(target: EventTarget) {
  const row = target instanceof Element ? target.closest('tbody tr') : null
  return row?.querySelector<HTMLElement>('[data-opens]')
}

/** Moves the focus to the applicant's name in the next or previous row. */
function moveFrom(
  opener: HTMLElement | null | undefined,
  by: 1 | -1 | undefined,
  list: HTMLElement,
) {
  if (!opener || !by) return false
  const openers = [...list.querySelectorAll<HTMLElement>('[data-opens]')]
  const next = openers[openers.indexOf(opener) + by]
  next?.focus()
  return next !== undefined
}
