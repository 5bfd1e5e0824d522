import { Toaster as Sonner, useSonner } from 'sonner'
import 'sonner/dist/styles.css'
import '../styles/toaster.css'
import { useLayoutEffect } from 'react'

/**
 * Toasts at the bottom right, each shown for 5 seconds. By sonner's defaults, at most three are
 * visible, and Alt+T focuses them. Show one with sonner's `toast.success(…)` or `toast.error(…)`. They
 * cover no element with the attribute `data-no-toasts`, such as the footer of a dialog.
 */
export function Toaster() {
  useToastOffset(useSonner().toasts.length > 0)
  return <Sonner position="bottom-right" duration={5000} visibleToasts={3} closeButton />
}

/** Distance (px) between the toasts and the bar below them. The edges of older toasts need the rest. */
const gap = 12
const edgesOfOlderToasts = 28

/**
 * Lifts the toasts above bars of buttons, which have the attribute `data-no-toasts`. Dialogs open and
 * pages scroll while toasts are shown, so each frame measures the bars until the last toast is gone.
 */
function useToastOffset(isShown: boolean) {
  useLayoutEffect(() => {
    if (!isShown) return undefined
    let frame = 0
    function follow() {
      document.documentElement.style.setProperty('--toasts-bottom', `${bottomOfToasts()}px`)
      frame = requestAnimationFrame(follow)
    }
    follow()
    return () => cancelAnimationFrame(frame)
  }, [isShown])
}

/** The lowest `bottom` at which the toasts cover no bar. By the style sheet it has a minimum. */
function bottomOfToasts() {
  const toaster = document.querySelector('[data-sonner-toaster]')
  const front = toaster?.querySelector<HTMLElement>('[data-sonner-toast][data-front=true]')
  if (!toaster || !front) return 0
  const height = front.offsetHeight + edgesOfOlderToasts
  const { left, right } = toaster.getBoundingClientRect()
  const bars = [...document.querySelectorAll('[data-no-toasts]')]
    .map((bar) => bar.getBoundingClientRect())
    .filter((bar) => bar.width > 0 && bar.left < right && bar.right > left)
  const covers = (bottom: number) => {
    const end = window.innerHeight - Math.max(bottom, 2 * gap)
    return bars.some((bar) => bar.top < end && bar.bottom > end - height)
  }
  const aboveBars = bars.map(({ top }) => window.innerHeight - top + gap)
  return [0, ...aboveBars.toSorted((a, b) => a - b)].find((bottom) => !covers(bottom)) ?? 0
}
