import { readFileSync } from 'node:fs'

import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

export async function expectAccessible(page: Page) {
  const hasAxe = await page.evaluate(() => 'axe' in globalThis)
  if (!hasAxe) await page.evaluate(axe)
  await page.evaluate(allAppeared)
  // AxeBuilder would send its 1.4 MB of axe twice for each check, also to a page that has it.
  const { violations } = await new AxeBuilder({ page, axeSource: 'true' })
    .options({ runOnly: tags, resultTypes: ['violations'] })
    // Without this, each check opens one more page, for frames of other origins.
    .setLegacyMode()
    // Toasts appear and disappear, and the contrast of a fading element says nothing.
    .exclude('[data-sonner-toaster]')
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
}

/** Waits until animations have ended: the contrast of an appearing dialog says nothing. */
async function allAppeared() {
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  await Promise.allSettled(ending.map(({ finished }) => finished))
}

export async function expectNoSidewaysScroll(page: Page) {
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(beyond).toBe(0)
}
