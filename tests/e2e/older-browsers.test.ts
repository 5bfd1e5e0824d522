import type { Page } from '@playwright/test'

import { removeNewerFeatures } from '../support/remove-newer-features.ts'
import { choose } from '../support/hands.ts'
import { aPerson, control, fillIn, send, study } from './application-form.ts'
import { goOffline } from './drafts.ts'
import { expect, onlyInAll, test } from './support.ts'

// A browser of spring 2022, simulated by Chromium without the newer APIs.

const path = '/industrial-attachment/apply'

test.beforeEach(({ context }) => removeNewerFeatures(context))

test('pages and the service worker run without the newer APIs', async ({ page, context }) => {
  const starting = context.waitForEvent('serviceworker')
  await page.goto(path)
  await control(page, 'first_name').focus()
  expect(await page.evaluate(namesOfNewerFeatures)).toEqual([])
  const worker = await starting
  expect(await worker.evaluate(namesOfNewerFeatures)).toEqual([])
})

/** Those of some newer APIs that the browser has. They are also in Chrome's service workers. */
function namesOfNewerFeatures() {
  const features: [object, string][] = [
    [globalThis, 'Iterator'],
    [globalThis, 'scheduler'],
    [Array.prototype, 'toSorted'],
    [Promise, 'withResolvers'],
    [Response, 'json'],
    [Uint8Array.prototype, 'findLast'],
    [URLSearchParams.prototype, 'size'],
  ]
  return features.filter(([of, name]) => name in of).map(([, name]) => name)
}

test(
  'a browser of 2022 loads only the courses of the chosen institution',
  { tag: onlyInAll() },
  async ({ page }) => {
    await page.goto(path)
    await control(page, 'first_name').focus()
    await expect(page.locator('a[href="#kept-notice"]')).toBeVisible()
    const loading = page.waitForRequest(/\/api\/users\/courses/)
    await choose(control(page, 'institution'), study.institution)
    const asked = new URL((await loading).url()).searchParams.get('institution')
    expect(asked).toBe(await control(page, 'institution').inputValue())
  },
)

test('an applicant applies with a browser of 2022', { tag: onlyInAll() }, async ({ page }) => {
  await page.goto(path)
  await control(page, 'first_name').focus()
  await fillIn(page, aPerson('old-phone'))
  await send(page)
  await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
})

test(
  'a browser of 2022 queues an application until there is network',
  { tag: onlyInAll() },
  async ({ page, context }) => {
    await page.goto(path)
    await control(page, 'first_name').focus()
    await expect(page.locator('a[href="#kept-notice"]')).toBeVisible()
    await fillIn(page, aPerson('old-phone-waits'))
    await goOffline(page)
    await send(page)
    await expect(page.getByRole('heading', { name: 'Waiting for network' })).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('heading', { name: 'Received' })).toBeVisible()
  },
)

test(
  'Back from the confirmation leads to an empty form in a browser of 2022',
  { tag: onlyInAll() },
  async ({ page }) => {
    await page.goto(path)
    await control(page, 'first_name').focus()
    await fillIn(page, aPerson('old-phone-back'))
    await send(page)
    await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Received' })).toBeVisible()
    await expect(control(page, 'first_name')).toHaveValue('')
    await expect(page.locator('a[href="#kept-notice"]')).toHaveText(
      'Kept on this device as you type',
    )
  },
)

test('a browser of 2022 exposes the roles and names of tabs and pictures', async ({ page }) => {
  await page.goto('/programs')
  await expect(page.getByRole('tab', { name: 'Technology', selected: true })).toBeVisible()
  await expect(page.getByRole('tabpanel', { name: 'Technology' })).toBeVisible()
  await page.goto('/team')
  const last = page.locator('.picture').last()
  await expect(last).toHaveRole('img')
  await expect(last).toHaveAccessibleName(/\w/)
})

test(
  'the small menu opens and closes without popover support',
  { tag: onlyInAll() },
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await withoutPopovers(page)
    await page.goto('/about')
    const menu = page.locator('#menu')
    await expect(menu).toBeHidden()
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(menu).toBeVisible()
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(menu).toBeHidden()

    await page.getByRole('button', { name: 'Menu' }).click()
    await menu.getByRole('link', { name: 'Impact' }).click()
    await expect(page).toHaveURL('/impact')
    await expect(menu).toBeHidden()
  },
)

/** Disables the popover attribute and enables the fallback styles. */
async function withoutPopovers(page: Page) {
  await page.addInitScript(() => {
    addEventListener(
      'click',
      (event) => {
        if (event.target instanceof Element && event.target.closest('[popovertarget]'))
          event.preventDefault()
      },
      { capture: true },
    )
  })
  await page.route(/\/(about|impact)$/, async (route) => {
    const response = await route.fetch()
    const html = (await response.text())
      .replace('not selector(:popover-open)', 'not selector(:unheard-of)')
      .replace(
        '<style',
        '<style>@layer unheard{[popover]:not(:popover-open){display:block}}</style><style',
      )
    const { 'content-security-policy': _, ...headers } = response.headers()
    await route.fulfill({ status: response.status(), headers, body: html })
  })
}
