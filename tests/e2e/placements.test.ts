import { choose, pickDate, type } from '../support/hands.ts'
import { press } from './back-office-screens.ts'
import { createIntake, createPlacements, intakeTime } from './intake-records.ts'
import { rowOf } from './records.ts'
import { api, enterBackOffice, expect, test } from './support.ts'

test.use({ serverTime: intakeTime })

test('a placement gets a supervisor and is broken off', async ({ page, request }) => {
  const intake = await createIntake(request, 'Placement intake')
  const [one] = await createPlacements(request, intake, 1, 'placed')
  await enterBackOffice(page, `/admin/placements?intake=${intake._id}`)
  const row = rowOf(page, `${one?.first_name} ${one?.last_name}`)
  await expect(row).toContainText('Here today')
  await row.getByRole('button', { name: /^Edit/ }).click()
  const dialog = page.getByRole('dialog')
  await type(dialog.getByLabel('Name of the supervisor'), 'Mwalimu Juma')
  await type(dialog.getByLabel('Phone of the supervisor'), '+254 (0) 722 000 111')
  await press(page, 'Update')
  const call = row.getByRole('link', { name: '+254 (0) 722 000 111' })
  await expect(call).toHaveAttribute('href', 'tel:+254722000111')

  await row.getByRole('button', { name: /^Edit/ }).click()
  await choose(dialog.getByLabel('Supervisor', { exact: false }).first(), 'Administrator')
  await expect(dialog.getByLabel('Name of the supervisor')).toBeHidden()
  await press(page, 'Update')
  await expect(row).toContainText('Administrator')

  await row.getByRole('button', { name: /^Edit/ }).click()
  await type(dialog.getByLabel('Reason'), 'Found a job')
  await press(page, 'Update')
  await expect(dialog.getByLabel('Last day there')).toHaveAccessibleDescription(
    /Choose the last day/,
  )
  await expect(dialog.getByLabel('Reason')).toHaveValue('Found a job')
  await pickDate(dialog.getByLabel('Last day there'), '2026-02-27')
  await press(page, 'Update')
  await expect(row).toContainText('Ended early')
  await expect(row).toContainText('27 Feb 2026')

  await choose(page.getByLabel('State'), 'Here today')
  await expect(row).toHaveCount(0)
})

test('the cards lead to lists, and the list is exported', async ({ page, request }) => {
  const intake = await createIntake(request, 'Card intake')
  await createPlacements(request, intake, 2, 'carded')
  await enterBackOffice(page, '/admin/placements')
  const call = await api(request)
  const running: unknown[] = await call('GET', '/admin/placements?state=running')
  const card = page.locator('dt', { hasText: 'Here today' }).locator('xpath=following-sibling::dd')
  await expect(card).toHaveText(String(running.length))
  await card.getByRole('link').click()
  await expect(page).toHaveURL('/admin/placements?state=running')
  await expect(page.getByText(`of ${running.length}`).last()).toBeVisible()
  const download = page.waitForEvent('download')
  await press(page, 'Export CSV')
  expect((await download).suggestedFilename()).toBe('placements.csv')
})

test('a calendar link is shown once, replaced and revoked', async ({ page, request }) => {
  await enterBackOffice(page, '/admin/placements')
  await press(page, 'Create link')
  const link = page.getByLabel('Your calendar link')
  await expect(link).toHaveValue(/\/calendar\/.+\.ics$/)
  const first = await link.inputValue()
  expect((await request.get(new URL(first).pathname)).status()).toBe(200)
  await press(page, 'Replace link')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Replace' }).click()
  await expect(link).not.toHaveValue(first)
  expect((await request.get(new URL(first).pathname)).status()).toBe(404)
  await page.reload()
  await expect(page.getByText('You have a link')).toBeVisible()
  await expect(link).toHaveCount(0)
  await press(page, 'Revoke link')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByRole('button', { name: 'Create link' })).toBeVisible()
})
