/**
 * Remembers the element that has the focus. The returned function gives it back. If the element is gone meanwhile, such
 * as a button of a row, what has its place now gets the focus.
 */
export function rememberFocus() {
  const element = document.activeElement
  const places = placesOf(element)
  return () => {
    if (tryFocus(element) || document.activeElement !== document.body) return
    for (const { parent, place } of places) {
      const nearest =
        parent.isConnected && parent.children[Math.min(place, parent.childElementCount - 1)]
      if (nearest && [nearest, ...nearest.querySelectorAll(focusable)].some(tryFocus)) return
    }
  }
}

const focusable = 'a[href], button, [tabindex]'

/** The places of an element and its ancestors, within the screen or within a dialog on it. */
function placesOf(element: Element | null) {
  const places: { parent: Element; place: number }[] = []
  let child = element
  while (child?.parentElement?.closest('main, [role=dialog]')) {
    const parent: Element = child.parentElement
    places.push({ parent, place: [...parent.children].indexOf(child) })
    child = parent
  }
  return places
}

/** False if the element is gone or cannot have the focus, such as a disabled button. */
function tryFocus(element: Element | null) {
  if (element instanceof HTMLElement) element.focus()
  return element !== document.body && document.activeElement === element
}
