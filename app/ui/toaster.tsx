import { Toaster as Sonner, useSonner } from 'sonner'
import 'sonner/dist/styles.css'
import '../styles/toaster.css'
import { type MouseEvent, useLayoutEffect } from 'react'

/**
 * Toasts at the bottom right, each shown for 5 seconds. By sonner's defaults, at most three are
 * visible, and Alt+T focuses them. Show one with sonner's `toast.success(…)` or `toast.error(…)`. They
 * cover no element with the attribute `data-no-toasts`, such as the footer of a dialog, and if there is room, no
 * dialog and no menu.
 */
export function Toaster() {
  useToastPlace(useSonner().toasts.length > 0)
  return (
    <div role="none" className="contents" onClick={giveFocusBack}>
      <Sonner position="bottom-right" duration={5000} visibleToasts={3} closeButton />
    </div>
  )
}

/**
 * Takes the focus from a pressed button, which disappears with its toast: on blur, sonner gives the focus back.
 * Without it, sonner does so only when the last toast is gone, wherever the focus is by then.
 */
function giveFocusBack({ target }: MouseEvent<HTMLElement>) {
  if (target instanceof Element) target.closest('button')?.blur()
}

/** Distance (px) between the toasts and what is below them. The edges of older toasts need the rest. */
const gap = 12
const edgesOfOlderToasts = 28

/**
 * Lifts the toasts above dialogs and bars of buttons. Dialogs open and pages scroll while toasts are shown, so
 * each frame measures until the last toast is gone.
 */
function useToastPlace(isShown: boolean) {
  useLayoutEffect(() => {
    if (!isShown) return undefined
    let frame = 0
    function follow() {
      setToastPlace(placeOfToasts())
      frame = requestAnimationFrame(follow)
    }
    follow()
    return () => {
      cancelAnimationFrame(frame)
      setToastPlace(lowestPlace)
    }
  }, [isShown])
}

const lowestPlace = { bottom: 0, covered: 0 }

function setToastPlace({ bottom, covered }: typeof lowestPlace) {
  const { style } = document.documentElement
  style.setProperty('--toasts-bottom', `${bottom}px`)
  style.setProperty('--toasts-covered', `${covered}px`)
}

/**
 * The lowest `bottom` at which the toasts cover neither the open dialog or menu nor a bar. A dialog that leaves no room is
 * covered above its bar: `covered` is the height by which its text scrolls further.
 */
function placeOfToasts() {
  const toaster = document.querySelector('[data-sonner-toaster]')
  const front = toaster?.querySelector<HTMLElement>('[data-sonner-toast][data-front=true]')
  if (!toaster || !front) return lowestPlace
  const height = front.offsetHeight + edgesOfOlderToasts
  const { left, right } = toaster.getBoundingClientRect()
  const boxesOf = (elements: Iterable<Element>) =>
    [...elements]
      .map((element) => element.getBoundingClientRect())
      .filter((box) => box.width > 0 && box.left < right && box.right > left)
  // Nothing behind a dialog can be pressed.
  const dialog = [...document.querySelectorAll('[data-dialog]')].at(-1)
  const bars = boxesOf((dialog ?? document).querySelectorAll('[data-no-toasts]'))
  const open = boxesOf(dialog ? [dialog] : document.querySelectorAll('[role=menu]'))
  const free = lowestBottom(height, [...open, ...bars])
  if (free !== undefined) return { bottom: free, covered: 0 }
  return { bottom: lowestBottom(height, bars) ?? 0, covered: height }
}

/** The lowest `bottom` at which the toasts are on the screen and cover no box. By the style sheet it has a minimum. */
function lowestBottom(height: number, boxes: DOMRect[]) {
  const fits = (bottom: number) => {
    const end = window.innerHeight - Math.max(bottom, 2 * gap)
    return end >= height && boxes.every((box) => box.top >= end || box.bottom <= end - height)
  }
  const aboveBoxes = boxes.map(({ top }) => window.innerHeight - top + gap)
  return [0, ...aboveBoxes.toSorted((a, b) => a - b)].find(fits)
}
