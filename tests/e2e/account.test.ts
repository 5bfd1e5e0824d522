import { comeBack, comeBackUntil } from '../support/browser-events.ts'
import { type } from '../support/hands.ts'
import { newAccount } from './accounts.ts'
import { control } from './application-form.ts'
import {
  api,
  enterBackOffice,
  expect,
  hold,
  pressEscape,
  signIn,
  test,
  onlyInAll,
} from './support.ts'

test('a new user gets a one-time link at once, and sets a password with it, once', async ({
  page,
  request,
}) => {
  await enterBackOffice(page, '/admin/users?q=Linked')
  await page.getByRole('button', { name: 'Add User' }).click()
  await type(control(page, 'name'), 'Linked Lulu')
  await type(control(page, 'email'), 'lulu@example.org')
  await page.getByRole('button', { name: 'Create' }).click()
  const dialog = page.getByRole('dialog', { name: 'Password link for Linked Lulu' })
  await expect(dialog).toContainText('Linked Lulu sets a password to sign in with.')
  await expect(dialog).toContainText('The link has not been e-mailed. Copy it')

  // Renamed meanwhile, the user leaves the list. The link, which is shown once, stays.
  await pressEscape(dialog)
  await page.getByRole('button', { name: 'More: Linked Lulu' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Password link' }).press('Enter')
  await expect(dialog).toBeVisible()
  const call = await api(request)
  const [{ _id, email, role, updatedAt }] = await call('GET', '/admin/users?q=lulu')
  await call('PUT', `/admin/users/${_id}`, { name: 'Lulu of Lamu', email, role, updatedAt })
  const none = page.getByText('No users found')
  await comeBackUntil(page, (soon) => expect(none).toBeVisible(soon))
  const link = await dialog.getByLabel('One-time link').inputValue()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  await pressEscape(dialog)
  await expect(page.getByRole('row', { name: 'No users found' })).toBeFocused()

  await page.goto(link)
  await type(page.getByLabel('New password', { exact: true }), 'short')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(
    /Use at least 12 characters/,
  )
  await expect(page.getByLabel('New password', { exact: true })).toBeFocused()
  await type(page.getByLabel('New password', { exact: true }), 'dhows in the evening')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('heading')).toHaveText('Your password is set')
  await signIn(request, { email: 'lulu@example.org', password: 'dhows in the evening' })

  await page.goto('/set-password')
  await expect(page.getByRole('heading')).toHaveText('This link is not complete')
  await page.goto(link)
  await page.reload()
  await type(page.getByLabel('New password', { exact: true }), 'dhows in the morning')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('heading')).toHaveText('This link has been used or has expired')
  await page.getByRole('link', { name: 'Go to the sign-in' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
})

test('a password change keeps this browser signed in', async ({ page, request }) => {
  const account = await newAccount(request, 'changing')
  await enterBackOffice(page, '/admin/account', account)
  await type(page.getByLabel('Current password', { exact: true }), 'not this one')
  await type(page.getByLabel('New password', { exact: true }), 'another long password 2')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByLabel('Current password', { exact: true })).toHaveAccessibleDescription(
    /./,
  )
  await expect(page.getByLabel('Current password', { exact: true })).toBeFocused()

  await type(page.getByLabel('Current password', { exact: true }), account.password)
  await page.evaluate(() => localStorage.setItem('token', 'x'.repeat(43)))
  await page.getByRole('button', { name: 'Change password' }).click()
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await type(again.getByLabel('Password', { exact: true }), account.password)
  await page.keyboard.press('Enter')
  await expect(again).toHaveCount(0)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText(/^Password changed/)).toBeVisible()
  await page.goto('/admin/departments')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Departments')
  await signIn(request, { email: account.email, password: 'another long password 2' })
})

test(
  'a late 401 of the previous session does not end the new one',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    const account = await newAccount(request, 'late-answer')
    await enterBackOffice(page, '/admin/account', account)
    const held = await hold(page, '**/api/auth/second-factor')
    await comeBack(page)
    await held.begun
    await type(page.getByLabel('Current password', { exact: true }), account.password)
    await type(page.getByLabel('New password', { exact: true }), 'another long password 3')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText(/^Password changed/)).toBeVisible()
    const refused = page.waitForResponse('**/api/auth/second-factor')
    held.letGo()
    expect((await refused).status()).toBe(401)
    await expect(page.getByText('Failed to fetch two-step sign-in')).toBeVisible()
    await page.goto('/admin/departments')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Departments')
  },
)

test('other sessions are listed and can be ended', async ({ page, request }) => {
  const account = await newAccount(request, 'sessions')
  const others = [await signIn(request, account), await signIn(request, account)]
  await enterBackOffice(page, '/admin/account', account)
  const sessions = page.getByRole('listitem').filter({ hasText: 'Signed in' })
  await expect(sessions).toHaveCount(3)
  await expect(sessions.filter({ hasText: 'This one' })).toHaveCount(1)
  await sessions
    .getByRole('button', { name: /^Sign out/ })
    .first()
    .click()
  await expect(sessions).toHaveCount(2)
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(sessions).toHaveCount(1)
  for (const { token } of others) {
    const headers = { Authorization: `Bearer ${token}` }
    expect((await request.get('/api/auth/me', { headers })).status()).toBe(401)
  }
})
