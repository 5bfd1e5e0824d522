import type { Page } from '@playwright/test'

import { choose, pickDate, type } from '../support/hands.ts'
import { newAccount } from './accounts.ts'
import { expectAccessible } from './axe.ts'
import { press } from './back-office-screens.ts'
import { createIntake, createPlacements, intakeTime } from './intake-records.ts'
import { expectLayoutHolds } from './layout.ts'
import { createApplications, rowOf } from './records.ts'
import { api, enterBackOffice, expect, onlyInAll, test } from './support.ts'

test.use({ serverTime: intakeTime })

const control = (page: Page, name: string) => page.locator(`[name="${name}"]`)

test('an intake is added, found, changed and deleted', async ({ page, request }) => {
  const call = await api(request)
  const [department] = await call('GET', '/users/departments')
  await enterBackOffice(page, '/admin/intakes')
  await press(page, 'Add Intake')
  await press(page, 'Create')
  await expect(control(page, 'name')).toBeFocused()
  for (const name of ['name', 'opensAt', 'closesAt', 'startsOn', 'endsOn']) {
    await expect(control(page, name)).toHaveAccessibleDescription(/Required$/)
  }
  await type(control(page, 'name'), 'Monsoon intake')
  await pickDate(control(page, 'opensAt'), '2025-06-01T08:00')
  await pickDate(control(page, 'closesAt'), '2025-06-30T17:30')
  await pickDate(control(page, 'startsOn'), '2025-08-04')
  await pickDate(control(page, 'endsOn'), '2025-07-01')
  await type(page.getByRole('spinbutton', { name: department.name }), '12')
  await press(page, 'Create')
  await expect(control(page, 'endsOn')).toHaveAccessibleDescription(/must not be before/)
  await expect(control(page, 'endsOn')).toBeFocused()
  await expect(control(page, 'opensAt')).toHaveValue('2025-06-01T08:00')

  await pickDate(control(page, 'endsOn'), '2025-10-31')
  await press(page, 'Create')
  await expect(page.getByText('Intake created successfully')).toBeVisible()
  const row = rowOf(page, 'Monsoon intake')
  await expect(row).toContainText('0 of 12')
  await expect(row).toContainText('30 Jun 2025, 17:30')

  await choose(page.getByLabel('State'), 'Planned')
  await expect(row).toHaveCount(0)
  await choose(page.getByLabel('State'), 'Ended')
  await expect(row).toHaveCount(1)
  await press(page, 'Edit: Monsoon intake')
  await expect(control(page, 'closesAt')).toHaveValue('2025-06-30T17:30')
  await type(page.getByRole('spinbutton', { name: department.name }), '8')
  await press(page, 'Update')
  await expect(row).toContainText('0 of 8')

  await press(page, 'Delete: Monsoon intake')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Intake deleted successfully')).toBeVisible()
})

test('an intake in use is not deleted, and keeps the places that are taken', async ({
  page,
  request,
}) => {
  const intake = await createIntake(request, 'Used intake')
  await createPlacements(request, intake, 2, 'used')
  await enterBackOffice(page, '/admin/intakes?q=used')
  await press(page, 'Delete: Used intake')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('This intake is used by 2 applications')).toBeVisible()

  await press(page, 'Edit: Used intake')
  const places = page.getByRole('spinbutton', { name: intake.department.name })
  await expect(places).toHaveAccessibleDescription('2 taken')
  await type(places, '1')
  await press(page, 'Update')
  await expect(page.getByRole('group', { name: 'Places' })).toHaveAccessibleDescription(
    /2 places are taken/,
  )
  await expect(places).toHaveValue('1')
})

test('the last intake is copied with dates a year later, and what was typed stays', async ({
  page,
  request,
}) => {
  await createIntake(request, 'Latest 2031', {
    name_sw: 'Ya mwisho 2031',
    opensAt: '2031-11-01T05:00:00Z',
    closesAt: '2031-12-16T21:00:00Z',
    startsOn: '2032-01-05',
    endsOn: '2032-04-05',
    answerDays: 9,
  })
  await enterBackOffice(page, '/admin/intakes?q=latest')
  await expect(rowOf(page, 'Latest 2031')).toContainText('16 Dec 2031, midnight')
  await press(page, 'Add Intake')
  await type(control(page, 'name'), 'Typed before')
  await press(page, 'Copy the last intake')
  const copied = {
    name: 'Typed before',
    name_sw: 'Ya mwisho 2032',
    opensAt: '2032-11-01T08:00',
    closesAt: '2032-12-17T00:00',
    startsOn: '2033-01-05',
    endsOn: '2033-04-05',
    answerDays: '9',
  }
  for (const [name, value] of Object.entries(copied)) {
    await expect(control(page, name)).toHaveValue(value)
  }
  await press(page, 'Create')
  await expect(page.getByText('Intake created successfully')).toBeVisible()
  const call = await api(request)
  const [made] = await call('GET', '/admin/intakes?q=typed+before')
  expect(made.places).toMatchObject([{ places: 30 }])
})

test(
  'two people who change an intake do not overwrite each other',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    const { _id, department } = await createIntake(request, 'Shared intake')
    const call = await api(request)
    await enterBackOffice(page, '/admin/intakes?q=shared')
    await press(page, 'Edit: Shared intake')
    await type(control(page, 'answerDays'), '10')
    const places = [{ department: department._id, places: 31 }]
    const stored = await call('GET', `/admin/intakes/${_id}`)
    await call('PUT', `/admin/intakes/${_id}`, { ...stored, places })
    await press(page, 'Update')
    await expect(page.getByRole('alertdialog')).toContainText(`${department.name}: 31`)
    await press(page, 'Keep mine')
    await expect(page.getByText('Intake updated successfully')).toBeVisible()
    const { answerDays, places: kept } = await call('GET', `/admin/intakes/${_id}`)
    expect([answerDays, kept[0].places]).toEqual([10, 31])
  },
)

test('an editor sees neither intakes nor placements', async ({ page, request }) => {
  const { email, password } = await newAccount(request, 'intake-editor', 'editor')
  await enterBackOffice(page, '/admin/intakes', { email, password })
  await expect(page).toHaveURL('/admin/website')
  for (const name of ['Intakes', 'Placements']) {
    await expect(page.getByRole('link', { name })).toHaveCount(0)
  }
})

test('the dashboard links an intake under way to its report', async ({ page, request }) => {
  const intake = await createIntake(request, 'Dashboard intake')
  await createPlacements(request, intake, 1, 'dashboard-intake')
  await enterBackOffice(page, '/admin')
  const card = page.getByRole('listitem').filter({ hasText: 'Dashboard intake' })
  await expect(card).toContainText('1 of 30 places taken')
  await card.getByRole('link', { name: 'Report' }).click()
  await expect(page).toHaveURL(`/admin/intakes/${intake._id}/report`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard intake')
})

test('the history names an intake and why it was overbooked', async ({ page, request }) => {
  const intake = await createIntake(request, 'Full intake', { places: [] })
  const call = await api(request)
  const [one] = await createApplications(request, 1, 'overbooked', { intake: intake._id })
  const reason = 'The head of the department agreed'
  const body = { is_accepted: true, overbook: true, reason }
  await call('PUT', `/admin/attachments/${one?._id}/accept`, body)
  await enterBackOffice(page, `/admin/history?record=${one?._id}`)
  await expect(rowOf(page, 'Accepted')).toContainText(`Reason: ${reason}`)
  await page.goto(`/admin/history?record=${intake._id}`)
  await rowOf(page, 'Created').getByRole('link', { name: 'Full intake' }).click()
  await expect(page).toHaveURL(`/admin/intakes/${intake._id}/report`)
})

test(
  'the screens of intakes are accessible, and nothing is cut',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    test.setTimeout(180_000)
    const intake = await createIntake(request, 'Wide intake', { name_sw: 'Kipindi kipana' })
    await createPlacements(request, intake, 3, 'wide-intake')
    const openFirst = (name: RegExp) => () => press(page, name)
    const shown: [string, (() => Promise<void>)?][] = [
      ['/admin/intakes?q=wide'],
      ['/admin/intakes?q=wide', openFirst(/^Edit/)],
      ['/admin/placements?q=wide-intake'],
      ['/admin/placements?q=wide-intake', openFirst(/^Edit/)],
      [`/admin/intakes/${intake._id}/report`],
    ]
    await enterBackOffice(page, '/admin/intakes')
    for (const [path, open] of shown) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await open?.()
      await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0)
      await expectAccessible(page)
      await expectLayoutHolds(page)
    }
  },
)
