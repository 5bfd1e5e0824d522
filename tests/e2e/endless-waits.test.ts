import type { Page } from '@playwright/test'

import { type } from '../support/hands.ts'
import { aPerson, control, fillIn, send, submitButton } from './application-form.ts'
import { expect, test } from './support.ts'

// No wait for another page or for the browser's storage is endless.

const form = '/industrial-attachment/apply'
const submitted = (page: Page) => page.getByRole('heading', { name: 'Application Submitted!' })

test('a page that keeps the lock of the send queue does not stop an application', async ({
  page,
  context,
}) => {
  const frozen = await context.newPage()
  await frozen.goto(form)
  await frozen.evaluate(
    () =>
      new Promise<void>((granted) => {
        void navigator.locks.request('applications', () => {
          granted()
          return new Promise(() => {})
        })
      }),
  )
  await page.clock.install()
  await page.goto(form)
  await fillIn(page, aPerson('locked-out'))
  await send(page)
  await expect(page.getByText('Submitting Application...')).toBeVisible()
  await page.clock.runFor(16_000)
  await expect(submitted(page)).toBeVisible()
})

test('an application is sent if IndexedDB never answers', async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
    IDBFactory.prototype.databases = () => new Promise(() => {})
  })
  await page.clock.install()
  await page.goto(form)
  await fillIn(page, aPerson('no-answer'))
  await page.clock.runFor(20_000)
  await submitButton(page).click()
  await send(page)
  for (let seconds = 0; seconds < 20; seconds += 5) await page.clock.runFor(5000)
  await expect(submitted(page)).toBeVisible()
})

test.describe('with the back-forward cache', () => {
  test.use({
    launchOptions: async ({ launchOptions }, use) =>
      use({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
  })

  test('a form that was left and is opened again by Back keeps its draft and sends it', async ({
    page,
  }) => {
    const person = aPerson('comes-back')
    await page.goto(form)
    await type(control(page, 'first_name'), 'Kept')
    await expect(page.getByText('Saved on this phone')).toBeVisible()
    await page.getByRole('link', { name: 'Already applied?' }).click()
    await expect(page).toHaveURL(/status$/)
    await page.goBack()
    await expect(control(page, 'first_name')).toHaveValue('Kept')
    await fillIn(page, person)
    await send(page)
    await expect(submitted(page)).toBeVisible()
  })

  test('Back shows what another page has made of the draft meanwhile', async ({
    page,
    context,
  }) => {
    await page.goto(form)
    await type(control(page, 'first_name'), 'Older')
    await expect(page.getByText('Saved on this phone')).toBeVisible()
    await page.getByRole('link', { name: 'Already applied?' }).click()
    const other = await context.newPage()
    await other.goto(form)
    await expect(control(other, 'first_name')).toHaveValue('Older')
    await type(control(other, 'first_name'), 'Newer')
    await expect(other.getByText('Saved on this phone')).toBeVisible()
    await other.close()
    await page.goBack()
    await expect(control(page, 'first_name')).toHaveValue('Newer')
  })
})
