import type { Page } from '@playwright/test'

import { choose, pickDate, tick, type } from '../support/hands.ts'
import { aPerson, control, study } from './application-form.ts'
import { createApplications, list, rowOf } from './records.ts'
import { enterBackOffice, expect, hold, onlyInAll, test } from './support.ts'

const tabs = ['Personal Info', 'Academic Info', 'Documents & Links', 'Statements', 'Settings']

test('staff add an application on five tabs', async ({ page }) => {
  const person = aPerson('added')
  await openNew(page)
  await expect(page.getByRole('tab')).toHaveText(tabs)
  const height = 0.6 * (page.viewportSize()?.height ?? 0)
  await expect.poll(async () => (await sizes(page)).height).toBeCloseTo(height, 0)
  expect((await sizes(page)).width).toBeLessThanOrEqual(56 * 16)

  for (const name of ['first_name', 'last_name', 'email', 'phone_number'] as const) {
    await type(control(page, name), person[name])
  }
  await type(control(page, 'residential_location'), person.residential_location)
  await goTo(page, 2)
  await expect(control(page, 'course')).toBeDisabled()
  await choose(control(page, 'institution'), study.institution)
  await expect(control(page, 'course')).toBeEnabled()
  await choose(control(page, 'course'), 1)
  await choose(control(page, 'department'), study.department)
  await goTo(page, 4)
  await type(control(page, 'about_yourself'), person.about_yourself)
  await type(control(page, 'community_engagement_statement'), 'I teach swimming.')
  await type(control(page, 'understanding_of_swahilipot'), 'A roof for ideas.')
  await goTo(page, 5)
  await tick(control(page, 'agree_terms'))
  await tick(control(page, 'is_accepted'))

  const held = await hold(page, '**/api/admin/attachments')
  await page.getByRole('button', { name: 'Create Application' }).click()
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled()
  held.letGo()
  await expect(page.getByText('Application created successfully')).toBeVisible()
  await type(page.getByPlaceholder(/^Search by name/), person.email)
  await expect(rowOf(page, person.email)).toContainText('Accepted')
})

test('a new application begins with the defaults', async ({ page }) => {
  await page.clock.setFixedTime('2031-12-31T22:00:00Z') // 2032 has begun in Nairobi
  await openNew(page)
  await expect(control(page, 'gender')).toHaveValue('Male')
  await expect(control(page, 'year_of_study')).toHaveValue('Year 2')
  await expect(control(page, 'date_of_birth')).toHaveValue('2012-01-01')
  await expect(control(page, 'expected_graduation_date')).toHaveValue('2034-01-01')
  await expect(control(page, 'available_start_date')).toHaveValue('2032-01-01')
  await expect(control(page, 'can_attend_onsite')).toBeChecked()
  for (const name of ['agree_terms', 'agree_communications', 'is_accepted', 'is_archived']) {
    await expect(control(page, name)).not.toBeChecked()
  }
  const types = { email: 'email', phone_number: 'tel', resume_url: 'url', date_of_birth: 'date' }
  for (const [name, expected] of Object.entries(types)) {
    await expect(control(page, name)).toHaveAttribute('type', expected)
  }
})

test('courses are loaded when the institution is chosen, and again when it changes', async ({
  page,
}) => {
  const loads: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/users/courses')) loads.push(request.url())
  })
  await openNew(page)
  await goTo(page, 2)
  expect(loads).toEqual([])
  for (const label of [study.institution, 'Pwani University', study.institution]) {
    await choose(control(page, 'institution'), label)
    await expect(control(page, 'course')).toBeEnabled()
  }
  expect(loads).toHaveLength(3)
})

test(
  'courses that could not be loaded can be loaded again',
  { tag: onlyInAll() },
  async ({ page }) => {
    await page.route('**/api/users/courses*', (route) =>
      route.fulfill({ status: 400, json: { message: 'No', error: 'No' } }),
    )
    await openNew(page)
    await goTo(page, 2)
    await choose(control(page, 'institution'), study.institution)
    await expect(page.getByRole('alert')).toHaveText(
      'Failed to load courses for selected institution.',
    )
    await expect(control(page, 'course')).toBeDisabled()
    await page.unroute('**/api/users/courses*')
    await page.getByRole('button', { name: 'Load the courses again' }).click()
    await expect(control(page, 'course')).toBeEnabled()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(control(page, 'institution')).toBeFocused()
  },
)

test('what is missing is said in one sentence and at the fields, on the first wrong tab', async ({
  page,
}) => {
  await openNew(page)
  await goTo(page, 5)
  // No box to tick is called optional.
  await expect(page.getByLabel('Available start date (optional)')).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(5)
  await expect(page.locator('label:has-text("(optional)"):visible')).toHaveCount(1)
  await page.getByRole('button', { name: 'Create Application' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'Please fill in all required fields: first_name, last_name, phone_number, email, residential_location, about_yourself, community_engagement_statement, understanding_of_swahilipot, institution, course, department',
  )
  await expect(control(page, 'first_name')).toBeFocused()
  await expect(control(page, 'first_name')).toHaveAccessibleDescription('Required')
  const errors = [/^Personal Info.*5 errors$/, /3 errors$/, tabs[2]!, /3 errors$/, /1 error$/]
  for (const [index, name] of errors.entries()) {
    await expect(page.getByRole('tab').nth(index)).toHaveAccessibleName(name)
  }
})

test('the terms must be agreed to, and the tab that holds them opens', async ({
  page,
  request,
}) => {
  const [person] = await createApplications(request, 1, 'terms')
  await enterBackOffice(page, `${list}?q=${person?.email}`)
  await page.getByRole('button', { name: /^Edit/ }).click()
  await goTo(page, 5)
  await tick(control(page, 'agree_terms'), false)
  await goTo(page, 1)
  await page.getByRole('button', { name: 'Update Application' }).click()
  await expect(page.getByRole('alert')).toHaveText('You must agree to the terms')
  await expect(control(page, 'agree_terms')).toBeFocused()
})

test('editing shows what is stored; another institution clears the course', async ({
  page,
  request,
}) => {
  const [person] = await createApplications(request, 1, 'edited')
  await enterBackOffice(page, `${list}?q=${person?.email}`)
  await page.getByRole('button', { name: /^Edit/ }).click()
  await expect(control(page, 'first_name')).toHaveValue(person?.first_name ?? '')
  await expect(control(page, 'date_of_birth')).toHaveValue(/^\d{4}-\d\d-\d\d$/)
  await goTo(page, 2)
  await expect(control(page, 'course')).not.toHaveValue('')
  await choose(control(page, 'institution'), 'Pwani University')
  await expect(control(page, 'course')).toHaveValue('')
  await page.getByRole('button', { name: 'Update Application' }).click()
  await expect(page.getByRole('alert')).toHaveText('Please fill in all required fields: course')
  await expect(control(page, 'course')).toHaveAccessibleDescription(/Required/)
  await choose(control(page, 'institution'), study.institution)
  await expect(control(page, 'course')).not.toHaveAccessibleDescription(/Required/)
  await choose(control(page, 'course'), 1)
  // A day of which only the month is left is not stored as no day.
  await goTo(page, 5)
  const start = control(page, 'available_start_date')
  const before = await start.inputValue()
  await start.click({ position: { x: 50, y: 16 } })
  await page.keyboard.press('Backspace')
  await goTo(page, 1)
  await page.getByRole('button', { name: 'Update Application' }).click()
  await expect(start).toHaveAccessibleDescription(/every part of the date/)
  await expect(start).toBeFocused()
  await pickDate(start, before)
  await page.getByRole('button', { name: 'Update Application' }).click()
  await expect(page.getByText('Application updated successfully')).toBeVisible()
  await expect(rowOf(page, person?.email ?? '')).toContainText(study.institution)
})

async function openNew(page: Page) {
  await enterBackOffice(page, list)
  await page.getByRole('button', { name: 'Add New' }).click()
  await expect(page.getByRole('dialog')).toHaveAccessibleName(
    'Add New Industrial Attachment Application',
  )
  await expect(page.getByRole('tab').first()).toBeVisible()
}

async function goTo(page: Page, number: number) {
  await page.getByRole('button', { name: `${number}: ${tabs[number - 1]}` }).click()
  await expect(page.getByRole('tabpanel')).toHaveAccessibleName(tabs[number - 1] ?? '')
}

/** The width of the dialog, and the height of its scrolling content. */
function sizes(page: Page) {
  return page.evaluate(() => ({
    width: document.querySelector('[role=dialog]')?.clientWidth ?? 0,
    height: document.querySelector('[role=tabpanel]')?.parentElement?.clientHeight ?? 0,
  }))
}
