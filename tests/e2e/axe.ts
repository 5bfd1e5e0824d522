import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

export async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: tags, resultTypes: ['violations'] })
    // Without this, each check opens one more page, for frames of other origins.
    .setLegacyMode()
    // Toasts appear and disappear, and the contrast of a fading element says nothing.
    .exclude('[data-sonner-toaster]')
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
}

export async function expectNoSidewaysScroll(page: Page) {
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(beyond).toBe(0)
}
