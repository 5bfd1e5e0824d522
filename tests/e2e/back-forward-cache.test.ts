import type { Page } from '@playwright/test'

import { backForwardCache } from '../support/browser-events.ts'
import { type } from '../support/hands.ts'
import { control, fillIn, aPerson, send } from './application-form.ts'
import { expect, test, onlyInAll } from './support.ts'

const form = '/industrial-attachment/apply'

test(
  'a page in the back-forward cache holds no lock that another page needs',
  { tag: onlyInAll() },
  async ({ page, context }) => {
    await begin(page, 'Left')
    await backForwardCache(page, 'pagehide')

    const other = await context.newPage()
    await other.goto(form)
    await expect(control(other, 'first_name')).toHaveValue('Left')
    await fillIn(other, aPerson('left-and-sent'))
    await send(other)
    await expect(other.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()

    await backForwardCache(page, 'pageshow')
    await expect(control(page, 'first_name')).toHaveValue('')
    await expect(page.getByRole('heading', { name: 'Received' })).toBeVisible()
  },
)

test('Back shows what another page has made of the draft meanwhile', async ({ page, context }) => {
  await begin(page, 'Older')
  await backForwardCache(page, 'pagehide')

  const other = await context.newPage()
  await other.goto(form)
  await expect(control(other, 'first_name')).toHaveValue('Older')
  await type(control(other, 'first_name'), 'Newer')
  await allSaved(other)
  await backForwardCache(other, 'pagehide')

  await backForwardCache(page, 'pageshow')
  await expect(control(page, 'first_name')).toHaveValue('Newer')
  await type(control(page, 'last_name'), 'Omar')
  await allSaved(page)
  await page.reload()
  await expect(control(page, 'first_name')).toHaveValue('Newer')
  await expect(control(page, 'last_name')).toHaveValue('Omar')
})

/** Begins an application; what was typed is saved. */
async function begin(page: Page, firstName: string) {
  await page.goto(form)
  await type(control(page, 'first_name'), firstName)
  await expect(page.getByText('Saved on this device')).toBeVisible()
  await allSaved(page)
}

async function allSaved(page: Page) {
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('answers'))).toBeNull()
}
