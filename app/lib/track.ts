import { inSession } from './session-storage.ts'

declare global {
  interface Window {
    dataLayer?: unknown[]
    gtag?: (command: 'event', name: string) => void
  }
}

export const applied = 'industrial_attachment_apply'

const key = 'event'

/** Tells the analytics tag that the page carries, if any; sends nothing by itself. */
export function track(event: string) {
  window.dataLayer ??= []
  window.dataLayer.push({ event })
  window.gtag?.('event', event)
}

/** Lets the next page tell it, where this browser keeps anything: this one is being left. */
export function trackNext(event: string) {
  inSession((storage) => storage.setItem(key, event))
}

/** Tells what the page before has left to this one. */
export function trackLeft() {
  const event = inSession((storage) => storage.getItem(key))
  inSession((storage) => storage.removeItem(key))
  if (event) track(event)
}
