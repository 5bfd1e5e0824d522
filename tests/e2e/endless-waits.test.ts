import type { Page } from '@playwright/test'

import { aPerson, fillIn, send } from './application-form.ts'
import { expect, onlyInAll, test } from './support.ts'

// No wait for another page or for the browser's storage is endless.

const form = '/industrial-attachment/apply'
const submitted = (page: Page) => page.getByRole('heading', { name: 'Application Submitted!' })

test(
  'a page that keeps the lock of the send queue does not stop an application',
  { tag: onlyInAll() },
  async ({ page, context }) => {
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
  },
)

test(
  'an application is sent if IndexedDB never answers',
  { tag: onlyInAll() },
  async ({ page }) => {
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
      IDBFactory.prototype.databases = () => new Promise(() => {})
    })
    await page.clock.install()
    await page.goto(form)
    await fillIn(page, aPerson('no-answer'))
    await page.clock.runFor(20_000)
    await send(page)
    for (let seconds = 0; seconds < 20; seconds += 5) await page.clock.runFor(5000)
    await expect(submitted(page)).toBeVisible()
  },
)
