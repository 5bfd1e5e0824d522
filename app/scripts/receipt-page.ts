// What the receipt gains from a script: a button that copies, and on paper the site's own address.

import { noteAnswers } from '../lib/draft-status.ts'
import { trackLeft } from '../lib/track.ts'

trackLeft()

// What was sent plainly is received when the server leads here.
const [arrival] = performance.getEntriesByType('navigation')
if (arrival instanceof PerformanceNavigationTiming && arrival.redirectCount > 0) {
  noteAnswers('received')
}

for (const button of document.querySelectorAll<HTMLElement>('[data-copy]')) {
  // Its room is kept from the beginning, so that nothing moves.
  button.classList.toggle('invisible', !('clipboard' in navigator))
  button.addEventListener('click', () => void copy(button.dataset))
}

for (const host of document.querySelectorAll('[data-host]')) host.textContent = location.host

async function copy({ copy: text = '', copied = '' }: DOMStringMap) {
  await navigator.clipboard.writeText(text)
  for (const words of document.querySelectorAll('[data-copy] > span')) words.textContent = copied
}
