import { trySessionStorage } from './session-storage.ts'

declare global {
  interface Window {
    dataLayer?: unknown[]
    gtag?: (command: 'event', name: string) => void
  }
}

export const submittedEvent = 'industrial_attachment_apply'

const key = 'event'

/** Passes an event to the page's analytics script, if there is one. It sends nothing itself. */
export function track(event: string) {
  window.dataLayer ??= []
  window.dataLayer.push({ event })
  window.gtag?.('event', event)
}

/** Stores an event for the next page to track, because the browser is leaving this page. */
export function trackOnNextPage(event: string) {
  trySessionStorage((storage) => storage.setItem(key, event))
}

/** Tracks the event that the previous page has stored. */
export function trackPending() {
  const event = trySessionStorage((storage) => storage.getItem(key))
  trySessionStorage((storage) => storage.removeItem(key))
  if (event) track(event)
}
