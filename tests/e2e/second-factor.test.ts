import type { Page } from '@playwright/test'

import { codeOf } from '../support/authenticator.ts'
import { choose, type } from '../support/hands.ts'
import { newAccount } from './accounts.ts'
import { control } from './application-form.ts'
import { expectAccessible } from './axe.ts'
import { api, enterBackOffice, expect, onlyInAll, test } from './support.ts'

test('an administrator turns on a second factor, signs in with it, and turns it off', async ({
  page,
  request,
}) => {
  const account = await newAccount(request, 'factor')
  await enterBackOffice(page, '/admin/account', account)
  const { secret, codes } = await turnOn(page, account.password)
  expect(codes).toHaveLength(10)
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('Recovery codes left: 10')).toBeVisible()

  await page.getByRole('button', { name: 'Logout' }).first().click()
  await signIn(page, account)
  await expect(page.getByLabel('Code')).toBeFocused()
  await expectAccessible(page)
  await type(page.getByLabel('Code'), '000000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('This code is not right')
  await expect(page.getByLabel('Code')).toBeFocused()
  await type(page.getByLabel('Code'), await codeOf(secret))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Login successful!')).toBeVisible()

  await page.goto('/admin/account')
  await type(page.getByLabel('Your password', { exact: true }), account.password)
  await type(page.getByLabel('Code'), codes[0] ?? '')
  await page.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText('Two-step sign-in is off')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible()
})

test('a user without the phone signs in with a recovery code, or gets help from another administrator', async ({
  page,
  request,
}) => {
  const account = await newAccount(request, 'lost-phone')
  await enterBackOffice(page, '/admin/account', account)
  const { codes } = await turnOn(page, account.password, false)
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await signIn(page, account)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await type(page.getByLabel('Recovery code'), codes[3] ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Login successful!')).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page.getByLabel('Email')).toBeVisible()

  await page.evaluate(() => sessionStorage.clear())
  await page.close()
  const helper = await page.context().newPage()
  await enterBackOffice(helper, '/admin/users?q=lost-phone')
  await helper.getByRole('button', { name: `More: ${account.name}` }).click()
  await helper.getByRole('menuitem', { name: 'Sign-in and sessions' }).click()
  const dialog = helper.getByRole('dialog')
  await expectAccessible(helper)
  // The dialog outlives its row, which a colleague's change takes out of the list.
  const call = await api(request)
  const email = 'found-phone@example.org'
  await call('PUT', `/admin/users/${account._id}`, { name: 'Renamed', email, role: 'admin' })
  const turnOff = dialog.getByRole('button', { name: 'Turn off two-step sign-in' })
  await turnOff.click()
  await expect(dialog.getByText('Off: the password alone signs in.')).toBeVisible()
  await expect(turnOff).toBeFocused()
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(helper.getByText(/sessions? ended/)).toBeVisible()
})

test(
  'an expired session is renewed with a code, and the typed text stays',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    const account = await newAccount(request, 'factor-again')
    await enterBackOffice(page, '/admin/account', account)
    const { secret } = await turnOn(page, account.password, false)
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await page.getByRole('link', { name: 'Institutions', exact: true }).first().click()
    await page.getByRole('button', { name: 'Add Institution' }).click()
    await type(control(page, 'name'), 'Half typed')
    await choose(control(page, 'county'), 'Lamu')
    await page.evaluate(() => localStorage.setItem('token', 'x'.repeat(43)))
    await page.getByRole('button', { name: 'Create' }).click()

    const again = page.getByRole('dialog', { name: 'Sign in again' })
    await type(again.getByLabel('Password', { exact: true }), account.password)
    await again.getByRole('button', { name: 'Sign in' }).click()
    await type(again.getByLabel('Code'), await codeOf(secret))
    await again.getByRole('button', { name: 'Sign in' }).click()
    await expect(again).toHaveCount(0)
    await expect(control(page, 'name')).toHaveValue('Half typed')
  },
)

/**
 * Turns the second factor on with the previous code, so that the current code stays unused. `isFirst`: also
 * checks a wrong password and the accessibility of both steps.
 */
async function turnOn(page: Page, password: string, isFirst = true) {
  if (isFirst) {
    await type(page.getByLabel('Your password', { exact: true }), 'not this one')
    await page.getByRole('button', { name: 'Set up' }).click()
    await expect(page.getByLabel('Your password', { exact: true })).toHaveAccessibleDescription(/./)
  }
  await type(page.getByLabel('Your password', { exact: true }), password)
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  if (isFirst) await expectAccessible(page)
  const key = await page
    .getByRole('definition')
    .filter({ hasText: /^[A-Z2-7 ]{39}$/ })
    .textContent()
  const secret = (key ?? '').replaceAll(' ', '')
  await type(page.getByLabel('Code'), await codeOf(secret, -1))
  await page.getByRole('button', { name: 'Turn on' }).click()
  const list = page.getByRole('list', { name: 'Recovery codes' })
  await expect(list).toBeVisible()
  if (isFirst) await expectAccessible(page)
  return { secret, codes: await list.getByRole('listitem').allTextContents() }
}

async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  await type(page.getByLabel('Email'), email)
  await type(page.getByLabel('Password', { exact: true }), password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
