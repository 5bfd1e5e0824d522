import type { Page } from '@playwright/test'

import { type } from '../support/hands.ts'
import { control } from './application-form.ts'
import { chooseMore, createApplications, list } from './records.ts'
import { administrator, enterBackOffice, expect, pressEscape, test } from './support.ts'

test('Esc and a click outside ask before discarding edits', async ({ page }) => {
  await openEdited(page)
  const question = page.getByRole('alertdialog')
  await pressEscape(page.getByRole('dialog'))
  await expect(question).toHaveAccessibleName('Discard your changes?')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(question).toHaveCount(0)
  await expect(name(page)).toHaveValue('Half typed')

  await page.mouse.click(5, 400)
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('Cancel asks before discarding edits, in a plain dialog and in that of an application', async ({
  page,
  request,
}) => {
  await createApplications(request, 1, 'left')
  await openEdited(page)
  const question = page.getByRole('alertdialog')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.goto(`${list}?q=left.0@`)
  await page.getByRole('button', { name: 'Add New' }).click()
  await type(control(page, 'first_name'), 'Half typed')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(control(page, 'first_name')).toHaveValue('Half typed')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Discard changes' }).click()

  // Back from an open application closes the dialog about it, too.
  await page.locator('[data-opens]').click()
  await chooseMore(page.getByRole('dialog'), 'Edit')
  await type(control(page, 'first_name'), 'Half typed')
  await page.goBack()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator('[data-opens]')).toBeFocused()

  // So does Back to another list, as the dialog has the choice of this one.
  await page.getByRole('button', { name: 'Email' }).click()
  await expect(page).toHaveURL(/sort=email/)
  await page.locator('[data-opens]').press('c')
  await expect(page.getByRole('dialog', { name: /^Decline/ })).toBeVisible()
  await page.goBack()
  await expect(page).not.toHaveURL(/sort=/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator('[data-opens]')).toBeFocused()
  await page.goForward()
  await page.locator('[data-opens]').press('c')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Come in May.')
  await page.goBack()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page).toHaveURL(/sort=email/)
})

test('a dialog without edits closes at once', async ({ page }) => {
  await enterBackOffice(page, '/admin/institutions')
  await page.getByRole('button', { name: 'Add Institution' }).click()
  await pressEscape(page.getByRole('dialog'))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add Institution' })).toBeFocused()
})

test('leaving the page, or going back, asks first', async ({ page }) => {
  await enterBackOffice(page, '/admin')
  await page.getByRole('link', { name: 'Institutions', exact: true }).first().click()
  await edit(page)
  await page.goBack()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(name(page)).toHaveValue('Half typed')

  const asked = page.waitForEvent('dialog')
  const reload = page.reload().catch(() => {})
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.accept()
  await reload
})

test('an expired session keeps the dialog, and its edits are saved after signing in again', async ({
  page,
  request,
}) => {
  const [person] = await createApplications(request, 1, 'expired')
  await enterBackOffice(page, `${list}?q=${person?.email}`)
  await page.getByRole('button', { name: /^Edit/ }).click()
  await type(control(page, 'first_name'), 'Survivor')
  await page.evaluate(() => localStorage.setItem('token', 'x'.repeat(43)))
  await page.getByRole('button', { name: 'Update Application' }).click()

  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(again).toBeVisible()
  await pressEscape(again)
  await expect(again).toHaveCount(0)
  await page.getByRole('button', { name: 'Update Application' }).click()
  await expect(again).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await type(again.getByLabel('Password', { exact: true }), administrator.password)
  await again.getByRole('button', { name: 'Sign in' }).click()
  await expect(again).toHaveCount(0)
  await expect(control(page, 'first_name')).toHaveValue('Survivor')
  await page.getByRole('button', { name: 'Update Application' }).click()
  await expect(page.getByText('Application updated successfully')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Survivor' })).toHaveCount(1)
})

async function openEdited(page: Page) {
  await enterBackOffice(page, '/admin/institutions')
  await edit(page)
}

async function edit(page: Page) {
  await page.getByRole('button', { name: 'Add Institution' }).click()
  await type(name(page), 'Half typed')
}

function name(page: Page) {
  return control(page, 'name')
}
