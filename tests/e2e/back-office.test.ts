import type { Page, Route } from '@playwright/test'

import { type } from '../support/hands.ts'
import { newAccount } from './accounts.ts'
import { chooseMore, createApplications, list } from './records.ts'
import {
  administrator,
  enterBackOffice,
  expect,
  hold,
  openBackOffice,
  onlyInAll,
  runUntilTried,
  test,
  translate,
} from './support.ts'

test('a visitor is sent to the sign-in and then back to the screen', async ({ page }) => {
  await openBackOffice(page, `${list}?status=accepted`)

  await expect(page).toHaveURL(`${list}?status=accepted`)
  await expect(page.getByLabel('Status')).toHaveValue('accepted')
})

for (const [what, prevent] of Object.entries({ blocked: blockStorage, full: fillStorage })) {
  test(
    `with storage ${what}, the session lasts as long as the page`,
    { tag: onlyInAll(what === 'full') },
    async ({ page }) => {
      await page.addInitScript(prevent)
      await openBackOffice(page, list)
      await page.getByRole('link', { name: 'Departments', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Departments')
      await page.getByRole('button', { name: 'Logout' }).click()
      await expect(page).toHaveURL('/login')
      await page.goto(list)
      await expect(page).toHaveURL('/login')
    },
  )
}

test('a wrong password causes an error toast and an alert above the fields', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
  await expect(page.getByText('Need help?')).toBeVisible()
  await expect(
    page.getByText('Contact your system administrator for access credentials'),
  ).toBeVisible()
  await type(page.getByLabel('Email'), administrator.email)
  await type(page.getByLabel('Password', { exact: true }), 'not this one')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
  const answer = await hold(page, '**/api/auth/login')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled()
  answer.letGo()

  const sentence = 'Invalid email or password'
  await expect(page.getByRole('alert')).toHaveText(sentence)
  await expect(page.locator('[data-sonner-toast]')).toContainText(sentence)
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()

  await page.keyboard.type(administrator.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin')
})

test(
  'text typed on a machine-translated page survives hydration',
  { tag: onlyInAll() },
  async ({ page }) => {
    const scripts = await hold(page, /\/assets\/entry\.client-[\w-]{8}\.js$/)
    await page.goto('/login', { waitUntil: 'commit' })
    await type(page.getByLabel('Email'), administrator.email)
    await translate(page)
    scripts.letGo()
    // Hydration enables the button.
    await expect(page.getByRole('button', { name: 'Show password' })).toBeEnabled()
    await expect(page.getByLabel('Email')).toHaveValue(administrator.email)
  },
)

test('a sign-in without network shows an error', { tag: onlyInAll() }, async ({ page }) => {
  await page.route('**/api/auth/login', (route) => route.abort())
  await page.goto('/login')
  await type(page.getByLabel('Email'), administrator.email)
  await type(page.getByLabel('Password', { exact: true }), administrator.password)
  await page.getByRole('button', { name: 'Sign in' }).click()

  await expect(page.getByRole('alert')).toHaveText('Network error. Please try again.')
})

test('toasts are at the bottom right, three at most, for five seconds', async ({ page }) => {
  await page.route('**/api/auth/login', (route) => route.abort())
  await page.goto('/login')
  await type(page.getByLabel('Email'), administrator.email)
  await type(page.getByLabel('Password', { exact: true }), administrator.password)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const all = page.locator('[data-sonner-toast]')
  for (const count of [1, 2, 3, 4]) {
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
    await page.clock.runFor(10)
    await expect(all).toHaveCount(count)
  }
  const toaster = page.locator('[data-sonner-toaster]')
  await expect(toaster).toHaveAttribute('data-x-position', 'right')
  await expect(toaster).toHaveAttribute('data-y-position', 'bottom')
  await expect(toaster.locator('[data-visible=true]')).toHaveCount(3)

  await page.clock.runFor(4900)
  await expect(toaster.locator('[data-visible=true]')).toHaveCount(3)
  await page.clock.runFor(400)
  await expect(all).toHaveCount(0)
})

test('users who are not administrators are refused', async ({ page, request }) => {
  const account = await newAccount(request, 'plain', 'user')
  await page.goto('/login')
  await type(page.getByLabel('Email'), account.email)
  await type(page.getByLabel('Password', { exact: true }), account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/admin')

  await expect(page.getByText('Access denied. Admin privileges required.')).toBeVisible()
  await expect(page).toHaveURL('/')
})

test(
  'a session that the server has ended ends in the browser too',
  { tag: onlyInAll() },
  async ({ page }) => {
    await enterBackOffice(page, list)
    await page.evaluate(() => localStorage.setItem('token', 'x'.repeat(43)))
    await page.reload()

    await expect(page.getByText('Session expired. Please login again.')).toBeVisible()
    await expect(page).toHaveURL('/login')
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  },
)

test(
  'a failed session check is retried three times, and the session goes on',
  { tag: onlyInAll() },
  async ({ page }) => {
    await enterBackOffice(page, list)
    await page.clock.install()
    const failures = [outOfOrder, outOfReach, outOfOrder]
    await page.route('**/api/auth/me', (route) => failures.shift()?.(route) ?? route.continue())
    await page.reload()

    await expect(async () => {
      await page.clock.runFor(4000)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 100 })
    }).toPass()
    expect(failures).toEqual([])
    await expect(page).toHaveURL(list)
  },
)

test(
  'a session check that fails by network to the end shows an error',
  { tag: onlyInAll() },
  async ({ page }) => {
    await enterBackOffice(page, list)
    await page.clock.install()
    const tries = await failing(page, outOfReach)
    await page.reload()

    await runUntilTried(page, tries, 4)
    await expect(page.getByText('Authentication error. Please login again.')).toBeVisible()
    expect(tries()).toBe(4)
    await expect(page).toHaveURL('/login')
  },
)

test(
  'a failed session check during work signs nobody out',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    await createApplications(request, 1, 'unbothered')
    await enterBackOffice(page, `${list}?q=unbothered.0@`)
    await page.clock.install()
    const row = page.getByRole('row').filter({ hasText: 'unbothered.0@' })
    const accepting = row.getByRole('button', { name: /^Accept Application/ })
    const revoking = row.getByRole('button', { name: /^Revoke Acceptance/ })

    for (const fail of [outOfOrder, outOfReach]) {
      const tries = await failing(page, fail)
      await accepting.click()
      await expect(row).toContainText('Accepted')
      await runUntilTried(page, tries, 4)
      await page.unroute('**/api/auth/me')
      await revoking.click()
      await expect(row).toContainText('Pending')
    }
    await page.route('**/api/auth/me', (route) =>
      route.fulfill({ status: 401, json: { message: 'expired' } }),
    )
    await accepting.click()
    await expect(page.getByText('Session expired. Please login again.')).toBeVisible()
    await expect(page).toHaveURL('/login')
  },
)

test('a 401 during work leads to the sign-in', async ({ page }) => {
  await enterBackOffice(page, list)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await page.route('**/api/admin/attachments?**', (route) =>
    route.fulfill({ status: 401, json: { message: 'expired' } }),
  )
  await page.getByLabel('Status').press('ArrowDown')

  await expect(page).toHaveURL('/login')
})

test('logging out ends the session, and the next one starts at the dashboard', async ({
  page,
  request,
}) => {
  await enterBackOffice(page, `${list}?q=anybody`)
  const token = await page.evaluate(() => localStorage.getItem('token'))
  await page.getByRole('button', { name: 'Logout' }).click()

  await expect(page.getByText('Logged out successfully')).toBeVisible()
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  const headers = { Authorization: `Bearer ${token}` }
  await expect.poll(async () => (await request.get('/api/auth/me', { headers })).status()).toBe(401)

  await type(page.getByLabel('Email'), administrator.email)
  await type(page.getByLabel('Password', { exact: true }), administrator.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/admin')
})

test('the list supports search, filter, order, pages, archive and delete', async ({
  page,
  request,
}) => {
  await createApplications(request, 30, 'listed')
  await enterBackOffice(page, list)
  const rows = page.getByRole('row').filter({ hasText: 'listed.' })

  await type(page.getByPlaceholder(/^Search by name/), 'listed.')
  await expect(page).toHaveURL(/q=listed/)
  await expect(page.getByText('1 to 25 of 30')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(rows).toHaveCount(5)
  await page.goBack()
  await expect(rows).toHaveCount(25)

  await page.getByRole('button', { name: 'Email' }).click()
  await expect(rows.first()).toContainText('listed.0@')
  await page.getByRole('button', { name: 'Email' }).click()
  await expect(rows.first()).toContainText('listed.9@')
  await page.reload()
  await expect(rows.first()).toContainText('listed.9@')

  await rows
    .first()
    .getByRole('button', { name: /^Archive/ })
    .click()
  await expect(page.getByText('Application archived')).toBeVisible()
  await expect(page.getByText('1 to 25 of 29')).toBeVisible()
  await page.getByRole('button', { name: 'Show Archived' }).click()
  await expect(page.getByRole('heading', { name: /^Archived Applications/ })).toBeVisible()
  await expect(page.getByPlaceholder(/^Search by name/)).toHaveValue('')
  await type(page.getByPlaceholder(/^Search by name/), 'listed.')
  await expect(rows).toHaveCount(1)
  await rows.getByRole('button', { name: /^Unarchive/ }).click()
  await expect(page.getByText('No archived applications found.')).toBeVisible()
  await page.getByRole('button', { name: 'Show Active' }).click()
  await expect(page.getByRole('heading', { name: /^Industrial Attachment/ })).toBeVisible()

  await type(page.getByPlaceholder(/^Search by name/), 'listed.17@')
  await expect(rows).toHaveCount(1)
  await chooseMore(rows, 'Delete')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(
    'Are you sure you want to delete this application? This action cannot be undone.',
  )
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(rows).toHaveCount(1)
  await chooseMore(rows, 'Delete')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Application deleted successfully')).toBeVisible()
  await expect(page.getByText('No industrial attachment applications found.')).toBeVisible()
})

test('accepting updates the figures at once and can be revoked', async ({ page, request }) => {
  await createApplications(request, 1, 'decided')
  await enterBackOffice(page, `${list}?q=decided.0`)
  const row = page.getByRole('row').filter({ hasText: 'decided.0@' })

  await row.getByRole('button', { name: /^Accept Application/ }).click()
  await expect(row).toContainText('Accepted')
  await row.getByRole('button', { name: /^Revoke Acceptance/ }).click()
  await expect(row).toContainText('Pending')
})

function blockStorage() {
  for (const name of ['localStorage', 'sessionStorage']) {
    Object.defineProperty(window, name, {
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    })
  }
}

function fillStorage() {
  Storage.prototype.setItem = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
}

const outOfOrder = (route: Route) => route.fulfill({ status: 503, body: '' })
const outOfReach = (route: Route) => route.abort()

/** Fails every session check and counts them. */
async function failing(page: Page, fail: (route: Route) => Promise<void>) {
  let tries = 0
  await page.route('**/api/auth/me', (route) => {
    tries++
    return fail(route)
  })
  return () => tries
}
