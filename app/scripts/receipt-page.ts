// Progressive enhancement of the receipt: a copy button, and the site's host on paper.

import { setDraftStatus } from '../lib/draft-status.ts'
import { trackPending } from '../lib/track.ts'

trackPending()

// A redirect leads here after a submission without scripts.
const [arrival] = performance.getEntriesByType('navigation')
if (arrival instanceof PerformanceNavigationTiming && arrival.redirectCount > 0) {
  setDraftStatus('received')
}

for (const button of document.querySelectorAll<HTMLElement>('[data-copy]')) {
  // `invisible` keeps its space: no layout shift.
  button.classList.toggle('invisible', !('clipboard' in navigator))
  button.addEventListener('click', () => void copy(button.dataset))
}

for (const host of document.querySelectorAll('[data-host]')) host.textContent = location.host

async function copy({ copy: text = '', copied = '' }: DOMStringMap) {
  await navigator.clipboard.writeText(text)
  for (const words of document.querySelectorAll('[data-copy] > span')) words.textContent = copied
}
