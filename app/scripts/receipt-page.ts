// Progressive enhancement of the confirmation page: a copy button and absolute URLs in print.

import { setDraftStatus } from '../lib/draft-status.ts'
import { trackPending } from '../lib/track.ts'

trackPending()

// A redirect means that the form was sent without scripts: marks this tab's draft as received.
const [arrival] = performance.getEntriesByType('navigation')
if (arrival instanceof PerformanceNavigationTiming && arrival.redirectCount > 0) {
  setDraftStatus('received')
}

for (const button of document.querySelectorAll<HTMLElement>('[data-copy]')) {
  // The class `invisible` keeps the button's space, which avoids a layout shift.
  button.classList.toggle('invisible', !('clipboard' in navigator))
  button.addEventListener('click', () => void copy(button.dataset).catch(selectReference))
}

for (const host of document.querySelectorAll('[data-host]')) host.textContent = location.host

/** Selects the reference ID if the browser refuses to copy, as the browsers inside apps may do. */
function selectReference() {
  const reference = document.querySelector('main dd')
  if (reference) getSelection()?.selectAllChildren(reference)
}

async function copy({ copy: text = '', copied = '' }: DOMStringMap) {
  await navigator.clipboard.writeText(text)
  for (const words of document.querySelectorAll('[data-copy] > span')) words.textContent = copied
}
