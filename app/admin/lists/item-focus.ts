import { type FocusEvent, useLayoutEffect, useRef } from 'react'

import { isInTextField } from '../text-field-focus.ts'

/**
 * Keeps the keyboard focus when its control disappears from an item of a list, such as Accept after
 * accepting, or with the item. The item gets it, or the one that has its place now, or else the part of the
 * screen. A field in which somebody typed is an exception, as the next letters would act as shortcuts. Spread
 * `part` on that part, and `item(id)` on each item.
 */
export function useItemFocus<Part extends HTMLElement>() {
  const part = useRef<Part>(null)
  const last = useRef<{ id: string; place: number }>(null)

  // A layout effect runs before those of a surrounding panel, which has its own place for the focus.
  useLayoutEffect(() => {
    if (!last.current || !part.current || document.activeElement !== document.body) return
    const { id, place } = last.current
    const items = itemsIn(part.current)
    const item = items.find(({ dataset }) => dataset['item'] === id)
    ;(item ?? items[Math.min(place, items.length - 1)] ?? part.current).focus()
  })

  return {
    part: {
      ref: part,
      tabIndex: -1,
      onFocus: ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
        const item = target.closest<HTMLElement>('[data-item]')
        const id = item?.dataset['item']
        last.current =
          item && id && !isInTextField()
            ? { id, place: itemsIn(currentTarget).indexOf(item) }
            : null
      },
      onBlur: ({ target }: FocusEvent) => {
        if (target.isConnected) last.current = null
      },
    },
    item: (id: string) => ({ 'data-item': id, tabIndex: -1 }),
  }
}

function itemsIn(part: HTMLElement) {
  return [...part.querySelectorAll<HTMLElement>('[data-item]')]
}
