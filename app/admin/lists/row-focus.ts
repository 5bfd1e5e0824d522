import { type FocusEvent, useEffect, useRef } from 'react'

/** Puts the focus on what a row is opened with, else on its first control. */
export function focusRow(row: Element | null | undefined) {
  const control =
    row?.querySelector<HTMLElement>('[data-opens]') ?? row?.querySelector<HTMLElement>('a, button')
  control?.focus()
}

/**
 * Keeps the focus in a table whose focused row goes away, because it was archived or deleted: it
 * passes to the row that takes its place, or to that which says that none is left. Spread what it
 * answers on the table's body.
 */
export function useRowFocus() {
  const body = useRef<HTMLTableSectionElement>(null)
  const place = useRef(-1)

  useEffect(() => {
    if (place.current < 0 || document.activeElement !== document.body) return
    const left = body.current?.rows
    const row = left?.[Math.min(place.current, left.length - 1)]
    focusRow(row)
    if (document.activeElement === document.body) row?.focus()
  })

  return {
    ref: body,
    onFocus: ({ target }: FocusEvent) => {
      place.current = target.closest('tr')?.sectionRowIndex ?? -1
    },
    onBlur: ({ target }: FocusEvent) => {
      if (target.isConnected) place.current = -1
    },
  }
}
