import { expect, type Locator, type Page } from '@playwright/test'

import { budgets } from '../../bench/budgets.ts'
import { publicPaths } from '../../content/paths.ts'

/** Every public page, including unlisted ones. */
export const shownPaths = [
  ...new Set([...publicPaths, ...budgets.keys()]),
  '/career/nobody',
  '/login',
  '/nowhere',
]

const widths = [320, 360, 768, 1024, 1280]

/** `npm test` repeats less at other widths than `npm run test:all`. */
const isOnce = process.env['TEST_SCOPE'] === 'once'

/** `npm test` lays out each screen at the narrowest and the widest, `npm run test:all` at each width. */
const layoutWidths = isOnce ? [320, 1280] : widths

/** Where a phone and a desktop show the same controls, as in dialogs, `npm test` checks the phone. */
export const repeatedWidths = isOnce ? [360] : [360, 1280]

/** Sets the text size of a page; WCAG 1.4.4 requires up to `200%`. */
export async function setTextSize(page: Page, size: string) {
  await page.evaluate((fontSize) => (document.documentElement.style.fontSize = fontSize), size)
}

/** Checks at several widths, with normal and double text size, that all text is visible. */
export async function expectLayoutHolds(page: Page) {
  await layOutEverything(page)
  for (const size of ['100%', '200%']) {
    await setTextSize(page, size)
    for (const width of layoutWidths) {
      await page.setViewportSize({ width, height: 800 })
      // Open menus follow a resize with a delay.
      const message = `${width} px, text of ${size}`
      await expect.poll(() => findLayoutFaults(page), { message }).toEqual([])
    }
  }
}

/** Turns off `content-visibility: auto`, which leaves the layout below the fold undone. */
async function layOutEverything(page: Page) {
  await page.evaluate(() => {
    const parts = document.querySelectorAll<HTMLElement>('main > *, footer')
    for (const part of parts) part.style.contentVisibility = 'visible'
  })
}

/**
 * Texts cut off by an element or the page's edge, and the pixels of sideways scrolling. Ellipsis
 * (`line-clamp`), screen-reader text and scrollable elements are allowed.
 */
function findLayoutFaults(page: Page) {
  return page.evaluate(() => {
    const root = document.documentElement
    const faults: string[] = []
    if (root.scrollWidth > root.clientWidth) {
      faults.push(`scrolls by ${root.scrollWidth - root.clientWidth} px`)
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const element = texts.currentNode.parentElement
      const text = texts.currentNode.textContent?.trim()
      if (!text || !element?.checkVisibility({ visibilityProperty: true })) continue
      if (element.closest('svg')) continue
      const range = document.createRange()
      range.selectNodeContents(texts.currentNode)
      const lines = range.getBoundingClientRect()
      if (isCut(lines, element)) faults.push(`cut: ${text.slice(0, 60)}`)
    }
    return faults

    function isCut(lines: DOMRect, element: Element) {
      for (
        let box: Element | null = element;
        box && box !== document.body;
        box = box.parentElement
      ) {
        const { overflowX, overflowY, webkitLineClamp, position } = getComputedStyle(box)
        const edge = box.getBoundingClientRect()
        if (edge.width <= 1 || webkitLineClamp !== 'none') return false
        if (['auto', 'scroll'].includes(overflowX)) return false
        const cutsSides = ['hidden', 'clip'].includes(overflowX)
        if (cutsSides && (lines.right > edge.right + 1 || lines.left < edge.left - 1)) return true
        const cutsEnds = ['hidden', 'clip'].includes(overflowY)
        if (cutsEnds && (lines.bottom > edge.bottom + 2 || lines.top < edge.top - 2)) return true
        if (position === 'fixed') break
      }
      return lines.right > root.clientWidth + 1 || lines.left < -1
    }
  })
}

/**
 * Scrolls through the page with keys, down and up again. Keys scroll smoothly: `scrollTo` meanwhile would not
 * end that. A page whose parts are laid out on the way becomes longer.
 */
export async function scrollThrough(page: Page) {
  for (const key of ['End', 'Home'] as const) {
    const isThere = async () => {
      await page.keyboard.press(key)
      return page.evaluate((to) => {
        const { scrollHeight } = document.documentElement
        return to === 'Home' ? scrollY === 0 : scrollY + innerHeight >= scrollHeight - 1
      }, key)
    }
    await expect.poll(isThere, { message: key, intervals: [150] }).toBe(true)
  }
}

/** Expects controls on the first screen of a phone and of a desktop. */
export async function expectOnFirstScreen(page: Page, ...controls: Locator[]) {
  const before = page.viewportSize()
  for (const size of [
    { width: 360, height: 780 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size)
    await page.evaluate(() => scrollTo(0, 0))
    for (const control of controls) await expect(control).toBeInViewport({ ratio: 1 })
  }
  if (before) await page.setViewportSize(before)
}
