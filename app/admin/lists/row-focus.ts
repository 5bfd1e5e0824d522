import { type FocusEvent, useEffect, useRef } from 'react'

/** Focuses the button that opens the row, or the row's first control. */
export function focusRow(row: Element | null | undefined) {
  const control =
    row?.querySelector<HTMLElement>('[data-opens]') ?? row?.querySelector<HTMLElement>('a, button')
  control?.focus()
}

/**
 * Keeps the keyboard focus in the table when the focused row disappears, also behind a modal dialog that the
 * row has opened. The next row gets it, or the placeholder of an empty list. Spread the returned props on the
 * table body.
 */
export function useRowFocus() {
  const body = useRef<HTMLTableSectionElement>(null)
  const place = useRef(-1)

  useEffect(() => {
    if (place.current < 0 || document.activeElement !== document.body) return
    const left = body.current?.rows
    const row = left?.[Math.min(place.current, left.length - 1)]
    if (row?.hasAttribute('tabindex')) row.focus()
    else focusRow(row)
  })

  return {
    ref: body,
    onFocus: ({ target }: FocusEvent) => {
      place.current = target.closest('tr')?.sectionRowIndex ?? -1
    },
    onBlur: ({ target, relatedTarget }: FocusEvent) => {
      if (target.isConnected && !isInModalDialog(relatedTarget)) place.current = -1
    },
  }
}

/** The detail panel, which prints alone, is not modal: it chooses a row itself when it closes. */
function isInModalDialog(target: EventTarget | null) {
  return (
    target instanceof Element &&
    target.closest('[role=alertdialog], [role=dialog]:not([data-printed-alone])') !== null
  )
}
