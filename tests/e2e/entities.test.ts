import type { Page } from '@playwright/test'

import { comeBackUntil } from '../support/browser-events.ts'
import { choose, type } from '../support/hands.ts'
import { rowOf } from './records.ts'
import { api, enterBackOffice, expect, hold, onlyInAll, pressEscape, test } from './support.ts'

interface Screen {
  path: string
  title: string
  one: string
  search: string
  file: string
  columns: string[]
  /** Values to fill in, by field name. */
  record: Record<string, string>
  /** Options to select, by field name. */
  choices: Record<string, string>
  /** The message when a search finds nothing. */
  empty: string
}

const day = 24 * 60 * 60 * 1000

const screens: Screen[] = [
  {
    path: '/admin/departments',
    title: 'Departments',
    one: 'Department',
    search: 'Search departments...',
    file: 'departments.csv',
    columns: ['Department Name', 'Code', 'Head of Department', 'Created', 'Actions'],
    record: { name: 'Dhow Building', code: 'DHOW' },
    choices: {},
    empty: 'No departments found matching your search.',
  },
  {
    path: '/admin/institutions',
    title: 'Learning Institutions',
    one: 'Institution',
    search: 'Search institutions...',
    file: 'institutions.csv',
    columns: ['Institution Name', 'County', 'Created', 'Actions'],
    record: { name: 'Lamu School of Sailing' },
    choices: { county: 'Lamu' },
    empty: 'No institutions found',
  },
  {
    path: '/admin/courses',
    title: 'Courses',
    one: 'Course',
    search: 'Search courses...',
    file: 'courses.csv',
    columns: ['Course Name', 'Institution', 'Certification', 'Created', 'Actions'],
    record: { name: 'Reading the Monsoon' },
    choices: { institution: 'Pwani University - Kilifi', certification: 'Others' },
    empty: 'No courses found',
  },
  {
    path: '/admin/users',
    title: 'Users',
    one: 'User',
    search: 'Search users...',
    file: 'users.csv',
    columns: ['Name', 'Email', 'Created', 'Last Updated', 'Actions'],
    record: { name: 'Bahati Juma', email: 'bahati@example.org' },
    choices: { role: 'Administrator' },
    empty: 'No users found',
  },
]

for (const screen of screens) {
  const { path, title, one, search, file, columns, record, choices, empty } = screen
  const name = record['name'] ?? ''

  test(
    `${title}: added, found, changed, exported, deleted`,
    { tag: one === 'Course' ? ['@both-engines'] : onlyInAll() },
    async ({ page }) => {
      await enterBackOffice(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(page.getByRole('columnheader')).toHaveText(columns)

      await page.getByRole('button', { name: `Add ${one}` }).click()
      await expect(page.getByRole('dialog')).toHaveAccessibleName(`Add ${one}`)
      for (const key of Object.keys({ ...record, ...choices })) {
        await expect(field(page, key)).toHaveAttribute('required')
      }
      await page.getByRole('button', { name: 'Create' }).click()
      await expect(field(page, 'name')).toBeFocused()
      for (const [key, text] of Object.entries(record)) {
        await type(page.locator(`[name="${key}"]`), text)
      }
      for (const [key, label] of Object.entries(choices)) {
        await choose(page.locator(`[name="${key}"]`), label)
      }
      await page.getByRole('button', { name: 'Create' }).click()
      await expect(page.getByText(`${one} created successfully`)).toBeVisible()
      if (one === 'User') await pressEscape(page.getByRole('dialog', { name: /^Password link/ }))
      await expect(page.getByRole('dialog')).toHaveCount(0)

      await type(page.getByPlaceholder(search), name.toUpperCase())
      await expect(page.getByText('1 to 1 of 1')).toBeVisible()
      await expect(page).toHaveURL(/\?q=/)
      const row = rowOf(page, name)
      await expect(row.getByRole('time').first()).toHaveAttribute(
        'title',
        /\d{4}.*\d\d:\d\d:\d\d EAT$/,
      )

      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export CSV' }).click()
      expect((await download).suggestedFilename()).toBe(file)
      await expect(page.getByText('Export completed successfully')).toBeVisible()

      await row.getByRole('button', { name: `Edit: ${name}` }).click()
      for (const [key, text] of Object.entries(record)) {
        await expect(page.locator(`[name="${key}"]`)).toHaveValue(text)
      }
      for (const [key, label] of Object.entries(choices)) {
        await expect(page.locator(`[name="${key}"] option:checked`)).toHaveText(label)
      }
      await type(field(page, 'name'), `${name} II`)
      await page.getByRole('button', { name: 'Update' }).click()
      await expect(page.getByText(`${one} updated successfully`)).toBeVisible()
      await expect(rowOf(page, `${name} II`)).toHaveCount(1)

      await page.getByRole('button', { name: `Delete: ${name} II` }).click()
      const question = page.getByRole('alertdialog')
      await expect(question).toContainText(
        `Are you sure you want to delete this ${one.toLowerCase()}?`,
      )
      await question.getByRole('button', { name: 'Cancel' }).click()
      await expect(rowOf(page, name)).toHaveCount(1)
      await page.getByRole('button', { name: `Delete: ${name} II` }).click()
      await question.getByRole('button', { name: 'Delete' }).click()
      await expect(page.getByText(`${one} deleted successfully`)).toBeVisible()
      await expect(page.getByText(empty, { exact: true })).toBeVisible()

      await page.getByRole('button', { name: 'Clear search' }).click()
      await expect(page.getByPlaceholder(search)).toHaveValue('')
      await expect(page).toHaveURL(path)
    },
  )
}

test('a department without a head, and an empty list', async ({ page, request }) => {
  const call = await api(request)
  await call('POST', '/admin/departments', { name: 'Headless Department', code: 'HEADLESS' })
  await enterBackOffice(page, '/admin/departments?q=headless')
  await expect(rowOf(page, 'HEADLESS')).toContainText('Not assigned')
  await page.route('**/api/admin/departments?**', (route) =>
    route.fulfill({ json: [], headers: { 'X-Total-Count': '0' } }),
  )
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page.getByText('No departments found.', { exact: true })).toBeVisible()
})

test('sort and page of a list are in the URL', async ({ page }) => {
  await enterBackOffice(page, '/admin/institutions')
  await page.getByRole('button', { name: 'Institution Name' }).click()
  await page.getByRole('button', { name: 'Institution Name' }).click()
  await expect(page).toHaveURL(/sort=-name/)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(/page=2/)
  await page.reload()
  await expect(page.getByText(/^26 to \d+ of/)).toBeVisible()
  await page.goBack()
  await expect(page.getByText(/^1 to 25 of/)).toBeVisible()
})

test('Next continues from a page that is still loading', { tag: onlyInAll() }, async ({ page }) => {
  await enterBackOffice(page, '/admin/courses')
  const held = await hold(page, /admin\/courses\?.*page=2/)
  const next = page.getByRole('button', { name: 'Next' })
  await next.click()
  await expect(page).toHaveURL(/page=2/)
  await next.click()
  await expect(page.getByText(/^51 to 75 of/)).toBeVisible()
  held.letGo()
  await page.goBack()
  await expect(page.getByText(/^26 to 50 of/)).toBeVisible()
  await page.goBack()
  await expect(page.getByText(/^1 to 25 of/)).toBeVisible()
})

test('a page beyond the end shows the last page', async ({ page }) => {
  await enterBackOffice(page, '/admin/departments?page=9')
  await expect(page.getByText(/^1 to \d+ of/)).toBeVisible()
})

test('courses are filtered by institution and certification', async ({ page }) => {
  await enterBackOffice(page, '/admin/courses')
  await choose(page.getByLabel('Institution', { exact: true }), 'Pwani University - Kilifi')
  await choose(page.getByLabel('Certification'), 'Degree')
  await expect(page).toHaveURL(/institution=.*certification=Degree/)
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') })
  for (const hasNotText of ['Pwani University', 'Degree'])
    await expect(rows.filter({ hasNotText })).toHaveCount(0)
  await expect(rows.first()).toBeVisible()
  await page.reload()
  await expect(
    page.getByLabel('Institution', { exact: true }).locator('option:checked'),
  ).toHaveText('Pwani University - Kilifi')
})

test(
  'the chosen institution stays when reloading the list fails',
  { tag: onlyInAll() },
  async ({ page }) => {
    await enterBackOffice(page, '/admin/courses')
    await page.getByRole('button', { name: 'Add Course' }).click()
    await choose(field(page, 'institution'), 'Pwani University - Kilifi')
    await page.route('**/api/users/institutions', (route) =>
      route.fulfill({ status: 400, body: '' }),
    )
    const failure = page.getByText('Failed to load data')
    await comeBackUntil(page, (soon) => expect(failure).toBeVisible(soon))
    await expect(field(page, 'institution').locator('option:checked')).toHaveText(
      'Pwani University - Kilifi',
    )
    await expect(field(page, 'institution')).toHaveAccessibleDescription('')
  },
)

test('the cards show the totals', async ({ page, request }) => {
  const call = await api(request)
  const made: { createdAt: string }[] = await call('GET', '/admin/users?sort=createdAt')
  const users = String(made.length)
  await page.clock.setFixedTime(made[0]!.createdAt)
  await enterBackOffice(page, '/admin/users')
  for (const label of ['Total Users', 'Active Users', 'New This Month']) {
    await expect(card(page, label)).toHaveText(users)
  }
  await page.clock.setFixedTime(Date.parse(made.at(-1)!.createdAt) + 32 * day)
  await page.reload()
  await expect(card(page, 'New This Month')).toHaveText('0')
  await expect(card(page, 'Total Users')).toHaveText(users)
  await page.goto('/admin/courses')
  await expect(card(page, 'Certification Levels')).toHaveText('4')
  await expect(card(page, 'Total Courses')).toHaveText(/^\d{3}/)
})

test('a record in use is not deleted, and the error says why', async ({ page }) => {
  await enterBackOffice(page, '/admin/institutions?q=Pwani')
  await page.getByRole('button', { name: 'Delete: Pwani University' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(/courses/).last()).toBeVisible()
  await expect(rowOf(page, 'Pwani University')).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Delete: Pwani University' })).toBeFocused()

  // The history has nothing about a record that came with the product, and names it all the same.
  await page.getByRole('link', { name: 'History: Pwani University' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('History of Pwani University')
})

test('after a deletion the next row gets the focus', async ({ page, request }) => {
  const call = await api(request)
  for (const name of ['Focus College A', 'Focus College B', 'Focus College C']) {
    await call('POST', '/admin/institutions', { name, county: 'Lamu' })
  }
  await enterBackOffice(page, '/admin/institutions?q=Focus&sort=name')
  await page.getByRole('button', { name: 'Delete: Focus College B' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(page.getByText('1 to 2 of 2')).toBeVisible()
  await expect(rowOf(page, 'Focus College C').locator(':focus')).toHaveCount(1)
  await page.getByRole('button', { name: 'Delete: Focus College C' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(page.getByText('1 to 1 of 1')).toBeVisible()
  await expect(rowOf(page, 'Focus College A').locator(':focus')).toHaveCount(1)
  await page.getByRole('button', { name: 'Delete: Focus College A' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(rowOf(page, 'No institutions found')).toBeFocused()

  // Somebody renames a record while its deletion is asked about: its row goes, the question stays.
  const renamed = await call('POST', '/admin/institutions', {
    name: 'Focus College D',
    county: 'Lamu',
  })
  const itsDelete = page.getByRole('button', { name: 'Delete: Focus College D' })
  await comeBackUntil(page, (soon) => expect(itsDelete).toBeVisible(soon))
  await itsDelete.click()
  const { _id, updatedAt } = renamed
  const away = { name: 'Renamed College', county: 'Lamu', updatedAt }
  await call('PUT', `/admin/institutions/${_id}`, away)
  const none = page.getByText('No institutions found')
  await comeBackUntil(page, (soon) => expect(none).toBeVisible(soon))
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter')
  const left = () => call('GET', '/admin/institutions?q=Renamed College')
  await expect.poll(left).toEqual([])
})

test('a taken name is an error at the field, and the input stays', async ({ page }) => {
  await enterBackOffice(page, '/admin/institutions')
  await page.getByRole('button', { name: 'Add Institution' }).click()
  await type(field(page, 'name'), 'pwani university')
  await choose(field(page, 'county'), 'Kilifi')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(field(page, 'name')).toHaveAccessibleDescription(/./)
  await expect(field(page, 'name')).toBeFocused()
  await expect(field(page, 'county')).toHaveValue('Kilifi')
})

test('a record links to its history, and the history back', async ({ page }) => {
  await enterBackOffice(page, '/admin/departments')
  const edit = page.getByRole('button', { name: /^Edit/ }).first()
  const name = (await edit.getAttribute('aria-label'))!.replace('Edit: ', '')
  await edit.click()
  await type(field(page, 'headOfDepartment'), `Mwalimu ${Date.now()}`)
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Department updated successfully')).toBeVisible()
  await page
    .getByRole('link', { name: /^History:/ })
    .first()
    .click()
  await expect(rowOf(page, 'Changed').first()).toContainText('headOfDepartment')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`History of ${name}`)
  await page.getByRole('link', { name: 'Back to Departments' }).click()
  await expect(page).toHaveURL('/admin/departments')
})

function field(page: Page, name: string) {
  return page.locator(`[name="${name}"]`)
}

/** The number on a card. */
function card(page: Page, label: string) {
  return page.locator('dt', { hasText: label }).locator('xpath=following-sibling::dd')
}
