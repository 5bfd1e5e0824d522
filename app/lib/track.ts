declare global {
  interface Window {
    dataLayer?: unknown[]
    gtag?: (command: 'event', name: string) => void
  }
}

/** Tells the analytics tag that the page carries, if any; sends nothing by itself. */
export function track(event: string) {
  window.dataLayer ??= []
  window.dataLayer.push({ event })
  window.gtag?.('event', event)
}
