import type { Point } from './browser-page.ts'

/** The centre of an element, and its left edge. */
export interface Located extends Point {
  left: number
}

/** A CSS selector, or the elements of a selector whose name begins with a text. */
export type Target = string | { css: string; name: string }

/** A button, link or menu item by its visible text or label. */
export function named(name: string, within = ''): Target {
  const kinds = ['button', 'a', '[role=menuitem]', '[role=tab]', 'summary']
  return { css: kinds.map((kind) => `${within} ${kind}`).join(', '), name }
}

/**
 * Runs in the page: scrolls to the first visible element and returns its centre. Returns a text if
 * there is no such element, or another one covers it.
 */
export function locate(css: string, name: string): Located | string {
  const nameOf = (element: HTMLElement) =>
    (element.getAttribute('aria-label') ?? element.innerText).replaceAll(/\s+/g, ' ').trim()
  const all = [...document.querySelectorAll<HTMLElement>(css)]
  const visible = all.filter((element) => element.checkVisibility())
  const found =
    visible.find((element) => nameOf(element) === name) ??
    visible.find((element) => nameOf(element).startsWith(name))
  if (!found) return 'missing'
  const isInView = ({ top, bottom }: DOMRect) => top >= 60 && bottom <= innerHeight - 60
  if (!isInView(found.getBoundingClientRect())) {
    found.scrollIntoView({ block: 'center', behavior: 'instant' })
  }
  // A link that is broken into lines has a rectangle for each.
  const { left, top, width, height } = found.getClientRects()[0] ?? found.getBoundingClientRect()
  const point = { left, x: left + width / 2, y: top + height / 2 }
  const hit = document.elementFromPoint(point.x, point.y)
  const label = found.closest('label')
  const isHit = hit && (found.contains(hit) || label?.contains(hit))
  return isHit ? point : `covered by ${hit?.outerHTML.slice(0, 80)}`
}
