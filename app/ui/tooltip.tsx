import { Tooltip as Radix } from 'radix-ui'
import type { FocusEvent, ReactNode } from 'react'

/** Wraps all tooltips once. A second tooltip opens without delay after the first. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    // Milliseconds.
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  )
}

interface TooltipProps {
  text: string
  /** True if the text adds to the accessible name; screen readers then read it too. */
  adds?: boolean
  /** The described element. It must take a ref and props. */
  children: ReactNode
}

/**
 * Tooltip for hover and keyboard focus; a tap opens none. Pointer events pass through it.
 *
 * Shortened text, such as a date, uses the browser's `title` instead. Tooltips in every cell would
 * double the rendering time of a list.
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

/** Ignores focus that returns from a dialog or window, and focus from a tap. */
function onlyOnArrival(event: FocusEvent) {
  if (!event.relatedTarget || !event.target.matches(':focus-visible')) event.preventDefault()
}
