declare global {
  interface Window {
    dataLayer?: unknown[]
    gtag?: (command: 'event', name: string) => void
  }
}

const key = 'event'

/** Tells the analytics tag that the page carries, if any; sends nothing by itself. */
function track(event: string) {
  window.dataLayer ??= []
  window.dataLayer.push({ event })
  window.gtag?.('event', event)
}

/** Lets the next page tell it: this one is being left. */
export function trackNext(event: string) {
  sessionStorage.setItem(key, event)
}

/** Tells what the page before has left to this one. */
export function trackLeft() {
  const event = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  if (event) track(event)
}
