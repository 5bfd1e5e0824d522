import { Tooltip as Radix } from 'radix-ui'
import type { FocusEvent, ReactNode } from 'react'

/** Around all tooltips, once: the next one opens at once where another has just been open. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    // Milliseconds (specification, section 9).
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  )
}

interface TooltipProps {
  text: string
  /** It says what the accessible name does not: it is read out after it. */
  adds?: boolean
  /** The element that it is about, which takes a ref and the props of an element. */
  children: ReactNode
}

/**
 * Words about a control, for who rests the pointer on it or comes to it by keyboard; a tap only
 * taps. The pointer passes through them, so that they are in nobody's way.
 *
 * Text that says less than there is to know, such as a day, has the browser's own `title`: no
 * keyboard comes to it, and tooltips in every cell would double what drawing a list takes.
 */
export function Tooltip({ text, adds = false, children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild onFocus={onlyOnArrival}>
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-[min(20rem,calc(100vw-1rem))] rounded-sm bg-ink px-2.5 py-1.5 text-xs wrap-anywhere text-white shadow-floating data-[state=delayed-open]:animate-appear"
          // Read out by what refers to it only; where it has no id, nothing does.
          aria-hidden
          {...(adds ? {} : { id: '' })}
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Not for a focus that comes back, from a dialog or another window, nor for a tap's. */
function onlyOnArrival(event: FocusEvent) {
  if (!event.relatedTarget || !event.target.matches(':focus-visible')) event.preventDefault()
}
