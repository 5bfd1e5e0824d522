import type { Page } from '@playwright/test'

import { expect, hold, test } from './support.ts'

const path = '/team'
const image = '**/images/team/*.webp'

test('pictures load in their reserved space when a tenth is near the screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/images/')) asked.push(request.url())
  })
  await page.goto(path)
  const last = pictures(page).last()
  await expect(last).toHaveAttribute('data-state', 'waiting')
  await expect(last).toHaveRole('img')
  await expect(last).toHaveAccessibleName(/\w/)
  await expect(last.locator('img')).toHaveCount(0)
  const name = await last.getAttribute('aria-label')
  const place = await last.boundingBox()
  const before = asked.length

  // The image is just too far below the screen to load: over 50 px plus a tenth of its height.
  const { y = 0, height = 0 } = place ?? {}
  await scrollDown(page, y - 640 - 50 + height / 10 - 8)
  await observed(page)
  await expect(last).toHaveAttribute('data-state', 'waiting')
  await scrollDown(page, y - 640 - 50 + height / 10 + 8)
  await expect(last).toHaveAttribute('data-state', 'loaded')
  expect(asked.length).toBeGreaterThan(before)

  await expect(page.getByRole('img', { name: name ?? '', exact: true })).toBeVisible()
  const loaded = await last.boundingBox()
  expect({ width: loaded?.width, height: loaded?.height }).toEqual({
    width: place?.width,
    height: place?.height,
  })
})

test('a placeholder is shown while a picture loads', async ({ page }) => {
  const held = await hold(page, image)
  await page.goto(path)
  const first = pictures(page).first()
  await first.scrollIntoViewIfNeeded()
  await expect(first).toHaveAttribute('data-state', 'loading')
  await expect(first.locator('img')).toBeHidden()
  await expect(first.locator('svg')).toBeVisible()
  held.letGo()
  await expect(first).toHaveAttribute('data-state', 'loaded')
  await expect(first.locator('img')).toBeVisible()
})

test('a picture that fails to load shows an error', async ({ page }) => {
  await page.route(image, (route) => route.abort())
  await page.goto(path)
  const first = pictures(page).first()
  await first.scrollIntoViewIfNeeded()

  await expect(first).toHaveAttribute('data-state', 'failed')
  await expect(first.getByText('Failed to load image')).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('pictures are visible', async ({ page }) => {
    await page.goto(path)
    const first = pictures(page).first().locator('img')
    await expect(first).toBeVisible()
    await expect(first).toHaveAttribute('alt', /\w/)
    await expect(first).toHaveJSProperty('complete', true)
  })
})

function pictures(page: Page) {
  return page.locator('.picture')
}

/** Waits for a new observer, whose callback runs after the page's own. */
async function observed(page: Page) {
  await page.evaluate(
    () => new Promise((resolve) => new IntersectionObserver(resolve).observe(document.body)),
  )
}

function scrollDown(page: Page, y: number) {
  return page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), y)
}
