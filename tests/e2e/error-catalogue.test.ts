import type { Page } from '@playwright/test'

import { choose, type } from '../support/hands.ts'
import { control } from './application-form.ts'
import { openScreen } from './back-office-screens.ts'
import { chooseMore, createApplications, list, rowOf } from './records.ts'
import {
  api,
  enterBackOffice,
  expect,
  openBackOffice,
  onlyInAll,
  runUntilTried,
  test,
} from './support.ts'

// Every error message of the back office. Failures are responses without a message, so the texts
// are the browser's own. Success messages and confirmations are tested with their records
// (entities, application-dialog, decide).

/** Fails at once, because a 400 is not retried. */
const silent = { status: 400, body: '' }

const loads = [
  { path: list, call: '**/api/admin/attachments?**', panel: 'Failed to fetch applications' },
  { path: '/admin/institutions', call: '**/api/admin/institutions?**', of: 'institutions' },
  { path: '/admin/departments', call: '**/api/admin/departments?**', of: 'departments' },
  { path: '/admin/courses', call: '**/api/admin/courses?**', of: 'data' },
  { path: '/admin/users', call: '**/api/admin/users?**', of: 'users' },
  {
    path: '/admin',
    call: '**/api/admin/analytics',
    panel: 'Failed to fetch analytics data',
    toast: 'Failed to load analytics',
  },
]

test('what a screen could not load is said in a panel and a toast', async ({ page }) => {
  await enterBackOffice(page, '/admin/account')
  for (const { path, call, of, ...said } of loads) {
    const panel = said.panel ?? `Failed to fetch ${of}`
    const toast = said.toast ?? (of ? `Failed to load ${of}` : panel)
    await page.route(call, (route) => route.fulfill(silent))
    await openScreen(page, path)
    await expect(page.getByRole('alert').filter({ hasText: panel })).toBeVisible()
    await expect(notification(page, toast)).toBeVisible()
  }
})

test('a load that fails with a message shows that message', async ({ page }) => {
  await page.route('**/api/admin/attachments?**', (route) =>
    route.fulfill({ status: 400, json: { message: 'Not today' } }),
  )
  await enterBackOffice(page, list)
  await expect(page.getByRole('alert').filter({ hasText: 'Not today' })).toBeVisible()
  await expect(notification(page, 'Not today')).toBeVisible()
})

const figures = [
  { path: list, call: '**/api/admin/attachments/counts', of: 'Total Active' },
  { path: '/admin/institutions', call: '**/institutions?limit=1', of: 'Total Institutions' },
  { path: '/admin/courses', call: '**/api/users/institutions', of: 'Total Courses' },
  { path: '/admin/users', call: '**/users?limit=1', of: 'Total Users' },
]

for (const { path, call, of } of figures) {
  test(
    `figures that fail to load show an error and can be retried: ${of}`,
    { tag: onlyInAll(of !== 'Total Users') },
    async ({ page }) => {
      await page.route(call, (route) => route.fulfill(silent))
      await enterBackOffice(page, path)
      const failure = page
        .getByRole('alert')
        .filter({ hasText: 'The figures could not be loaded.' })
      await expect(failure).toBeVisible()
      await page.unroute(call)
      await failure.getByRole('button', { name: 'Try again' }).click()
      await expect(failure).toHaveCount(0)
      await expect(page.locator('dt', { hasText: of }).locator('xpath=../dd[1]')).toHaveText(
        /^[\d,]+$/,
      )
    },
  )
}

const retried: { call: string; failure: string; open: (page: Page) => Promise<unknown> }[] = [
  {
    call: '**/api/admin/retention',
    failure: 'Failed to fetch the settings',
    open: (page) => enterBackOffice(page, '/admin/retention'),
  },
  {
    call: '**/api/admin/message-templates*',
    failure: 'Failed to fetch the texts',
    open: (page) => enterBackOffice(page, '/admin/messages'),
  },
  {
    call: '**/same-person',
    failure: 'Failed to fetch applications',
    open: async (page) => {
      await createApplications(page.request, 1, 'same-person')
      await enterBackOffice(page, `${list}?q=same-person.0@`)
      await page.locator('[data-opens]').click()
      await chooseMore(page.getByRole('dialog'), 'Personal data')
    },
  },
]

for (const { call, failure, open } of retried) {
  test(
    `${failure}: a button loads it again`,
    { tag: onlyInAll(failure !== 'Failed to fetch applications') },
    async ({ page }) => {
      await page.route(call, (route) => route.fulfill(silent))
      await open(page)
      const alert = page.getByRole('alert').filter({ hasText: failure })
      await expect(alert).toBeVisible()
      await page.unroute(call)
      await alert.getByRole('button', { name: 'Try again' }).click()
      await expect(alert).toHaveCount(0)
    },
  )
}

test('a load that fails by network is attempted four times before the error', async ({ page }) => {
  let tries = 0
  await enterBackOffice(page, '/admin/departments')
  await page.clock.install()
  await page.route('**/api/admin/departments?**', (route) => {
    // On a slow machine the list also searches for what is typed so far.
    if (route.request().url().includes('q=again')) tries++
    return route.abort()
  })
  await type(page.getByPlaceholder('Search departments...'), 'again')
  await runUntilTried(page, () => tries, 4)
  await expect(notification(page, 'Failed to load departments')).toBeVisible()
  expect(tries).toBe(4)
})

const entities = [
  { one: 'institution', path: '/admin/institutions', fields: { name: 'Nameless' }, county: 'Lamu' },
  { one: 'department', path: '/admin/departments', fields: { name: 'Nameless', code: 'N' } },
  { one: 'course', path: '/admin/courses', fields: { name: 'Nameless' }, certification: 'Others' },
  { one: 'user', path: '/admin/users', fields: { name: 'Nameless', email: 'n@example.org' } },
]

for (const { one, path, fields, county, certification } of entities) {
  test(
    `Failed to save ${one}, Failed to delete ${one}, Failed to export data`,
    { tag: onlyInAll(one !== 'course') },
    async ({ page }) => {
      const plural = path.slice('/admin/'.length)
      await enterBackOffice(page, path)
      await page.route(`**/api/admin/${plural}/*`, (route) => route.fulfill(silent))
      await page
        .getByRole('button', { name: /^Delete/ })
        .first()
        .click()
      const question = page.getByRole('alertdialog')
      await expect(question).toContainText(`Are you sure you want to delete this ${one}?`)
      await question.getByRole('button', { name: 'Delete' }).click()
      await expect(notification(page, `Failed to delete ${one}`)).toBeVisible()

      await page.route(`**/api/admin/export/${plural}*`, (route) => route.abort())
      await page.getByRole('button', { name: 'Export CSV' }).click()
      await expect(notification(page, 'Failed to export data')).toBeVisible()

      await page.route(`**/api/admin/${plural}`, (route) => route.abort())
      await page.getByRole('button', { name: /^Add / }).click()
      for (const [name, text] of Object.entries(fields)) await type(control(page, name), text)
      if (county) await choose(control(page, 'county'), county)
      if (certification) {
        await choose(control(page, 'institution'), 1)
        await choose(control(page, 'certification'), certification)
      }
      await page.getByRole('button', { name: 'Create' }).click()
      await expect(notification(page, `Failed to save ${one}`)).toBeVisible()
      await expect(control(page, 'name')).toHaveValue('Nameless')
    },
  )
}

test('failed actions on an application show an error, and deleting asks for confirmation', async ({
  page,
  request,
}) => {
  const [person] = await createApplications(request, 1, 'failing')
  await enterBackOffice(page, `${list}?q=${person?.email}`)
  await page.route(`**/api/admin/attachments/${person?._id}**`, (route) => route.fulfill(silent))
  await page.route('**/api/admin/attachments/decisions', (route) => route.abort())
  await page.route('**/api/admin/export/attachments*', (route) => route.abort())
  const row = rowOf(page, person?.email ?? '')

  await row.getByRole('button', { name: /^Accept Application/ }).click()
  await expect(notification(page, 'Failed to update acceptance status')).toBeVisible()
  await row.getByRole('button', { name: /^Archive/ }).click()
  await expect(notification(page, 'Failed to update archive status')).toBeVisible()
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect(notification(page, 'Failed to export data')).toBeVisible()

  await chooseMore(row, 'Delete')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(
    'Are you sure you want to delete this application? This action cannot be undone.',
  )
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(notification(page, 'Failed to delete application')).toBeVisible()

  await row.getByRole('button', { name: /^Edit/ }).click()
  await type(control(page, 'first_name'), 'Somebody')
  await page.getByRole('button', { name: 'Update Application' }).click()
  await expect(notification(page, 'Failed to save application')).toBeVisible()
  await expect(control(page, 'first_name')).toHaveValue('Somebody')
})

test('deleting an application shows success, and a refusal shows the message of the server', async ({
  page,
  request,
}) => {
  const [person] = await createApplications(request, 1, 'deleted')
  await enterBackOffice(page, `${list}?q=${person?.email}`)
  const call = await api(request)
  await call('DELETE', `/admin/attachments/${person?._id}`)
  await deleteShown(page)
  await expect(notification(page, /not/i)).toBeVisible()

  const [other] = await createApplications(request, 1, 'deleted-well')
  await page.goto(`${list}?q=${other?.email}`)
  await deleteShown(page)
  await expect(notification(page, 'Application deleted successfully')).toBeVisible()
})

test(
  'a failed count of a retention period can be retried',
  { tag: onlyInAll() },
  async ({ page }) => {
    const preview = '**/api/admin/retention/preview*'
    await enterBackOffice(page, '/admin/retention')
    await page.route(preview, (route) => route.fulfill(silent))
    const pending = page.getByLabel('Pending applications: months')
    await type(pending, '120')
    const failure = page.getByRole('alert').filter({ hasText: 'could not be counted' })
    await expect(failure).toBeVisible()
    await expect(pending).toHaveAccessibleDescription('')
    await page.unroute(preview)
    await failure.getByRole('button', { name: 'Try again' }).click()
    await expect(pending).toHaveAccessibleDescription(/^Would remove \d+ application/)
    await expect(failure).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled()
  },
)

for (const what of ['institutions', 'departments', 'courses']) {
  test(
    `Failed to load form data, or what the server says, and Failed to fetch ${what}`,
    { tag: onlyInAll(what !== 'courses') },
    async ({ page, request }) => {
      const choices = `**/api/users/${what}*`
      const panel = page.getByRole('alert').filter({ hasText: `Failed to fetch ${what}` })
      await createApplications(request, 1, what)
      await page.route(choices, (route) => route.fulfill(silent))
      await enterBackOffice(page, `${list}?q=${what}.0@`)
      await page.getByRole('button', { name: /^Edit/ }).click()
      await expect(notification(page, 'Failed to load form data')).toBeVisible()
      await expect(panel).toBeVisible()
      await page.route(choices, (route) =>
        route.fulfill({ status: 400, json: { message: 'Not today' } }),
      )
      await panel.getByRole('button', { name: 'Try again' }).click()
      await expect(notification(page, 'Not today')).toBeVisible()
    },
  )
}

test(
  'Login failed is shown if the server sends no message',
  { tag: onlyInAll() },
  async ({ page }) => {
    await page.route('**/api/auth/login', (route) => route.fulfill({ status: 500, body: '' }))
    await page.goto('/login')
    await type(page.getByLabel('Email'), 'somebody@example.org')
    await type(page.getByLabel('Password', { exact: true }), 'a password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(notification(page, 'Login failed')).toBeVisible()
  },
)

test('sign-in, expired session and logout each show their toast', async ({ page }) => {
  await openBackOffice(page, '/admin')
  await page.route('**/api/admin/users?**', (route) =>
    route.fulfill({ status: 401, json: { message: 'Sign in' } }),
  )
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()

  await openBackOffice(page, '/admin/departments')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(notification(page, 'Logged out successfully')).toBeVisible()
})

function notification(page: Page, text: string | RegExp) {
  return page.locator('[data-sonner-toast]').filter({ hasText: text })
}

async function deleteShown(page: Page) {
  await chooseMore(page.getByRole('main'), 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
}
