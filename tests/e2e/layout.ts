import { expect, type Page } from '@playwright/test'

import { publicPaths } from '../../content/paths.ts'

/** Every public page, with the ones that no list of pages names. */
export const shownPaths = [
  ...publicPaths,
  '/career/nobody',
  '/industrial-attachment/success?reference=SPH-2026-ABCDEFGH',
  '/sw/industrial-attachment/success?reference=SPH-2026-ABCDEFGH',
  '/industrial-attachment/status',
  '/sw/industrial-attachment/status',
  '/login',
  '/nowhere',
]

export const widths = [320, 360, 768, 1024, 1280]

/** Sets the size of a page's text; `200%` is what WCAG 1.4.4 asks a page to bear. */
export async function setTextSize(page: Page, size: string) {
  await page.evaluate((size) => (document.documentElement.style.fontSize = size), size)
}

/** Expects, at every width and with text of the normal and the double size, that all text is in view. */
export async function expectLayoutHolds(page: Page) {
  await layOutEverything(page)
  for (const size of ['100%', '200%']) {
    await setTextSize(page, size)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      expect(await findLayoutFaults(page), `${width} px, text of ${size}`).toEqual([])
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
 * The texts that are cut off by an element or by the edge of the page, and by how many pixels the page
 * scrolls sideways. Text with an ellipsis (`line-clamp`), text for screen readers alone, and text in an
 * element that scrolls by itself are not faults.
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
