import { trySessionStorage } from './session-storage.ts'

declare global {
  interface Window {
    dataLayer?: unknown[]
    gtag?: (command: 'event', name: string) => void
  }
}

export const submittedEvent = 'industrial_attachment_apply'

const key = 'event'

/** Passes an event to the analytics tag of the page, if there is one; sends nothing itself. */
export function track(event: string) {
  window.dataLayer ??= []
  window.dataLayer.push({ event })
  window.gtag?.('event', event)
}

/** Leaves the event to the next page, because this one is being left. */
export function trackOnNextPage(event: string) {
  trySessionStorage((storage) => storage.setItem(key, event))
}

/** Tracks the event that the previous page has left. */
export function trackPending() {
  const event = trySessionStorage((storage) => storage.getItem(key))
  trySessionStorage((storage) => storage.removeItem(key))
  if (event) track(event)
}
