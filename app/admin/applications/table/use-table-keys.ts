import type { KeyboardEvent } from 'react'
import type * as z from 'zod/mini'

import type { letterQuery } from '../../../../contract/intake/letter.ts'
import type { Decision } from '../../../../contract/application/decision.ts'
import type { Declining } from '../dialogs/decline-dialog.tsx'
import { areMany, type MessageNumbers, messagesAbout } from '../decisions/message-numbers.ts'
import { refuseTakeOff, waitingDecision } from '../decisions/quiet.ts'
import { type Shortcut, shortcutOf } from './shortcuts.ts'
import type { UseDecisions } from '../decisions/use-decisions.ts'
import type { RowSelection } from './use-selection.ts'

export type TableKeys = ReturnType<typeof useTableKeys>

/** Files about some applications. */
export interface Downloads {
  csv: (ids: string[]) => void
  documents: (ids: string[]) => void
  letters: (ids: string[], letter: Letter) => void
}

interface KeysOptions {
  selection: RowSelection
  decisions: UseDecisions
  onDecline: (declining: Declining) => void
  downloads: Downloads
  /** Asks before a decision that sends many messages. */
  onManyMessages: (many: ManyMessages) => void
  hasIntakes: boolean
  /** Whether SMS can be sent. */
  hasSms: boolean
}

/** A decision on a selection that would send many messages, and what carries it out. */
export interface ManyMessages {
  title: string
  messages: MessageNumbers
  onConfirm: () => void
}

/** Kind and language of a letter. */
type Letter = Required<z.input<typeof letterQuery>>

/**
 * Keyboard shortcuts of the applications table. They act on the selected rows. Without a selection
 * they act on the focused row.
 */
export function useTableKeys(options: KeysOptions) {
  const { selection, decisions, onDecline, downloads, hasIntakes } = options

  /** Decides on these applications. A selection leaves the bar, whose buttons disappear. */
  function decide(ids: string[], decision: Decision, label = '') {
    const chosen = selection.ids.size > 0
    if (chosen) leaveBar()
    const applications = selection.applications(ids)
    const deciding = { decision: { ids, read: selection.readOf(ids), ...decision }, applications }
    const messages = messagesAbout(applications, decision, options.hasSms)
    if (!areMany(messages)) return decisions.decide.mutate(deciding)
    const title = `${label}: ${ids.length} applications`
    const onConfirm = () => decisions.decide.mutate({ ...deciding, hasLongUndo: true })
    return options.onManyMessages({ title, messages, onConfirm })
  }

  /** Runs the action of a shortcut; false if nothing was done. `row`: id of the focused row. */
  function press(shortcut: Shortcut, row?: string) {
    const chosen = selection.ids.size > 0
    const ids = chosen ? [...selection.ids.keys()] : row ? [row] : []
    const applications = selection.applications(ids)
    const { action } = shortcut
    if (action === 'undo') decisions.undoLast()
    else if (ids.length === 0) return false
    else if (action === 'decide') decide(ids, decisions.meant(shortcut.decision), shortcut.label)
    else if (action === 'wait' && hasIntakes) {
      const decision = waitingDecision(applications)
      if (refuseTakeOff(decisions.isQuiet, decision)) return true
      decide(ids, decisions.meant(decision), shortcut.label)
    } else if (action === 'decline') {
      if (chosen) leaveBar()
      onDecline({ ids, read: selection.readOf(ids), applications })
    } else if (action === 'export') downloads.csv(ids)
    else if (action === 'documents') downloads.documents(ids)
    else if (action === 'select' && row) selection.toggle(row, false)
    else if (action === 'clear' && chosen) {
      leaveBar()
      selection.clear()
    } else return false
    return true
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const shortcut = isSelect(event.target) ? undefined : shortcutOf(event)
    if (!shortcut) return
    const opener = openerIn(event.target)
    const isDone =
      shortcut.action === 'move'
        ? moveFrom(opener, shortcut.by, event.currentTarget)
        : press(shortcut, opener?.dataset['opens'])
    if (isDone) event.preventDefault()
  }

  /** Actions on the selection that have no key. */
  const chosenIds = () => [...selection.ids.keys()]
  return {
    press,
    onKeyDown,
    hasIntakes,
    removePlans: () => decide(chosenIds(), { planned: null }),
    printLetters: (letter: Letter) => downloads.letters(chosenIds(), letter),
  }
}

/** Moves the focus to the select-all checkbox, because the bulk buttons disappear. */
function leaveBar() {
  document.activeElement?.closest('fieldset')?.querySelector('input')?.focus()
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
function moveFrom(opener: HTMLElement | null | undefined, by: 1 | -1, list: HTMLElement) {
  if (!opener) return false
  const openers = [...list.querySelectorAll<HTMLElement>('[data-opens]')]
  const next = openers[openers.indexOf(opener) + by]
  next?.focus()
  return next !== undefined
}
