// Progressive enhancement of every page. Menus, links and pictures also work without it.

import { loadPictures } from './lazy-pictures.ts'
import { trySessionStorage } from '../lib/session-storage.ts'

// Runs in a task of its own, so that the browser can handle input first.
setTimeout(loadPictures)

void afterFirstPaint()

/**
 * After the first paint, loads the page's own script and renders the sections that
 * app/styles/page-components.css skips at first. Each section has a task of its own.
 */
async function afterFirstPaint() {
  const painted = new Promise<unknown>((done) => {
    new PerformanceObserver(done).observe({ type: 'paint', buffered: true })
  })
  // Some browsers report no paint, for privacy. Then the script waits one second.
  const waited = new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done, 1000))
  })
  await Promise.race([painted, waited])
  const script = document.querySelector<HTMLElement>('[data-script]')?.dataset['script']
  if (script) void import(/* @vite-ignore */ script)
  for (const part of document.querySelectorAll<HTMLElement>('main > :nth-child(n+3), footer')) {
    part.style.contentVisibility = 'visible'
    part.getBoundingClientRect()
    await new Promise((done) => setTimeout(done))
  }
}

/** Small-screen menu. Browsers of 2023 lack popovers: base.css hides it until it is opened. */
const small = document.querySelector<HTMLElement>('[popover]')
const knowsPopovers = 'popover' in HTMLElement.prototype

const menus = 'details[data-menu]'
const openMenus = () => document.querySelectorAll<HTMLDetailsElement>(`${menus}[open]`)

/** Milliseconds until hover opens a menu, to switch menus without this wait, and to close one. */
const opensAfter = 200
const skipDelay = 300
const closesAfter = 150

let timer = 0
let closedAt = -Infinity
/** Menu that was opened by hover. The next click on it must not close it. */
let hovered: HTMLDetailsElement | undefined

for (const menu of document.querySelectorAll<HTMLDetailsElement>(menus)) {
  menu.addEventListener('pointerenter', (event) => {
    if (event.pointerType !== 'mouse') return
    clearTimeout(timer)
    if (menu.open) return
    const swift = openMenus().length > 0 || performance.now() - closedAt < skipDelay
    timer = window.setTimeout(
      () => {
        close()
        menu.open = true
        hovered = menu
      },
      swift ? 0 : opensAfter,
    )
  })
  menu.addEventListener('pointerleave', (event) => {
    if (event.pointerType !== 'mouse') return
    clearTimeout(timer)
    timer = window.setTimeout(close, closesAfter)
  })
}

addEventListener('click', (event) => {
  const { target } = event
  if (!(target instanceof Element)) return
  // Cancels pending hover timers. Enter on a menu also counts as a click.
  clearTimeout(timer)
  const menu = target.closest<HTMLDetailsElement>(menus)
  if (!menu) close()
  else if (menu === hovered && target.closest('summary')) event.preventDefault()
  hovered = undefined
  if (target.closest('[popover] a')) small?.hidePopover?.()
  if (!knowsPopovers && target.closest('[popovertarget], [popover] a')) {
    small?.toggleAttribute('data-opened')
  }
})

addEventListener('focusin', (event) => {
  if (event.target instanceof Element && !event.target.closest(menus)) close()
})

addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return
  const menu = document.activeElement?.closest<HTMLDetailsElement>(`${menus}[open]`)
  close()
  menu?.querySelector('summary')?.focus()
})

function close() {
  for (const menu of openMenus()) {
    menu.open = false
    closedAt = performance.now()
  }
  hovered = undefined
}

if (document.querySelector('[data-unknown-path]')) {
  // eslint-disable-next-line no-console -- tells developers which link is broken
  console.warn('Nobody knows the path', location.pathname)
}

// No cache has the answer to a POST with personal data: Back would show an error of the browser. A history
// entry without the posted values opens the empty form. Set on leaving, so that a reload repeats the POST.
if (document.querySelector('[data-posted]')) {
  addEventListener('pagehide', () => history.replaceState(null, ''))
}

const year = document.querySelector('[data-year]')
const thisYear = String(new Date().getFullYear())
if (year && year.textContent !== thisYear) year.textContent = thisYear

// Shows the flash message that the previous page stored (app/lib/redirect-with-flash.ts).
const notice = trySessionStorage((storage) => storage.getItem('notice'))
if (notice) {
  sessionStorage.removeItem('notice')
  const message = document.createElement('p')
  message.className = 'notice'
  message.setAttribute('role', 'alert')
  message.textContent = notice
  document.body.append(message)
  setTimeout(() => message.remove(), 5000)
}
