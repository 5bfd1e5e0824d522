import { Tooltip as Radix } from 'radix-ui'
import type { FocusEvent, ReactNode } from 'react'

/** Wraps the whole page once. A second tooltip opens without delay after the first. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    // Both delays are in milliseconds.
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  )
}

interface TooltipProps {
  text: string
  /** True if screen readers should read the text in addition to the element's name. */
  adds?: boolean
  /** The element that the tooltip describes. It must accept a ref and props. */
  children: ReactNode
}

/**
 * Tooltip for hover and keyboard focus, but not for taps. Clicks pass through it to the element
 * below. Shortened text in a table uses the `title` attribute instead. A tooltip in every cell
 * would double the rendering time of a list.
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
          // Only an element that refers to the tooltip's id makes screen readers read it.
          aria-hidden
          {...(adds ? {} : { id: '' })}
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Opens no tooltip if a dialog or window returns the focus, or after a tap. */
function onlyOnArrival(event: FocusEvent) {
  if (!event.relatedTarget || !event.target.matches(':focus-visible')) event.preventDefault()
}
