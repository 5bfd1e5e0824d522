import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

import { submitButton } from './application-form.ts'
import { expect, openBackOffice, test } from './support.ts'

const publicPaths = [
  '/',
  '/industrial-attachment',
  '/industrial-attachment/apply',
  '/industrial-attachment/success?reference=SPH-2026-ABCDEFGH',
  '/login',
  '/nowhere',
]

for (const width of [320, 360, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })

    for (const path of publicPaths) {
      test(`${path} is accessible and does not scroll sideways`, async ({ page }) => {
        await page.goto(path)
        await expectAccessible(page)
        await expectNoSidewaysScroll(page)
      })
    }

    test('the form with its mistakes shown is accessible', async ({ page }) => {
      await page.goto('/industrial-attachment/apply')
      await expect(page.locator('[name=course]')).toBeDisabled()
      await submitButton(page).click()
      await expect(page.getByRole('alert')).toBeFocused()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    })

    for (const path of ['/admin', '/admin/industrial-attachments']) {
      test(`${path} is accessible and does not scroll sideways`, async ({ page }) => {
        await openBackOffice(page, path)
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        await expectAccessible(page)
        await expectNoSidewaysScroll(page)
      })
    }
  })
}

async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    // Notifications come and go, and colours in the middle of a fade are nobody's choice.
    .exclude('[data-sonner-toaster]')
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
}

async function expectNoSidewaysScroll(page: Page) {
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(beyond).toBe(0)
}
