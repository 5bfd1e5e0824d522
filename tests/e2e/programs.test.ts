import type { Page } from '@playwright/test'

import { expect, test } from './support.ts'

const labels = ['Technology', 'Creative & Arts', 'Entrepreneurship', 'Youth Development']

test('there are four tabs with three programs each, and the first is open, underlined in forced colours', async ({
  page,
}) => {
  await page.goto('/programs')
  await expect(page.getByRole('tab')).toHaveText(labels)
  await expect(tab(page, 'Technology')).toHaveAttribute('aria-selected', 'true')
  await page.emulateMedia({ forcedColors: 'active' })
  await expect(tab(page, 'Technology')).toHaveCSS('text-decoration-line', 'underline')
  await expect(tab(page, 'Entrepreneurship')).toHaveCSS('text-decoration-line', 'none')
  await page.emulateMedia({ forcedColors: null })

  for (const name of labels) {
    await tab(page, name).click()
    const panel = page.getByRole('tabpanel', { name })
    await expect(panel.getByRole('listitem')).toHaveCount(3)
    await expect(panel.getByText('Duration')).toHaveCount(3)
    await expect(panel.getByText('Frequency')).toHaveCount(3)
    await expect(page.getByRole('tabpanel')).toHaveCount(1)
    await expect(page.locator('[aria-selected=true]')).toHaveText(name)
  }
})

test('arrow keys move between tabs', async ({ page }) => {
  await page.goto('/programs')
  await tab(page, 'Technology').focus()
  for (const [key, name] of [
    ['ArrowRight', 'Creative & Arts'],
    ['End', 'Youth Development'],
    ['ArrowRight', 'Technology'],
    ['ArrowLeft', 'Youth Development'],
    ['Home', 'Technology'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(tab(page, name)).toBeFocused()
    await expect(page.getByRole('tabpanel', { name })).toBeVisible()
  }
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tabpanel', { name: 'Technology' })).toBeFocused()
})

test('a link opens one tab', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Creative Arts' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Creative & Arts' })).toBeInViewport()
  await tab(page, 'Entrepreneurship').click()
  await page.reload()
  await expect(page.getByRole('tabpanel', { name: 'Entrepreneurship' })).toBeVisible()
})

test('every duration and frequency is listed', async ({ page }) => {
  await page.goto('/programs')
  const offered = await page
    .locator('[data-panel] dl')
    .evaluateAll((lists) =>
      lists.map((list) => [...list.querySelectorAll('dd')].map((dd) => dd.textContent).join(' ')),
    )
  expect([...new Set(offered)].sort()).toEqual([
    '2 weeks Quarterly',
    '3 months Intake',
    '4 weeks Bi-monthly',
    '6 months Quarterly intake',
    '7 weeks Ongoing',
    '8 weeks Bi-annually',
    '8 weeks Quarterly',
  ])
  await expect(page.getByRole('heading', { name: 'Program Approach' })).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('all four panels are visible one below the other', async ({ page }) => {
    await page.goto('/programs')
    for (const name of labels) {
      await expect(page.getByRole('heading', { level: 3, name, exact: true })).toBeVisible()
    }
    await page.getByRole('link', { name: 'Youth Development' }).click()
    await expect(page.getByRole('heading', { name: 'Mentorship Circles' })).toBeInViewport()
  })
})

function tab(page: Page, name: string) {
  return page.getByRole('tab', { name })
}
