import type { Page } from '@playwright/test'

import { choose, paste, type } from '../support/hands.ts'
import { aPerson, control } from './application-form.ts'
import { expectNoSidewaysScroll } from './axe.ts'
import { chooseMore, createApplications, list, rowOf } from './records.ts'
import {
  administrator,
  api,
  enterBackOffice,
  expect,
  pressEscape,
  onlyInAll,
  test,
} from './support.ts'

const screens = [
  '/admin/website?view=jobs',
  '/admin/departments',
  '/admin/institutions',
  '/admin/courses',
  '/admin/users',
  '/admin/history',
  '/admin/account',
  `${list}?view=archived`,
]

test(
  'an expired session on any screen leads to the sign-in and back',
  { tag: onlyInAll() },
  async ({ page }) => {
    await enterBackOffice(page, '/admin')
    for (const path of screens) {
      await test.step(path, async () => {
        // Leaves the app, so that no request of the last screen is pending.
        await page.goto('/robots.txt')
        await page.evaluate(() => localStorage.setItem('token', 'x'.repeat(43)))
        await page.goto(path)
        await expect(page.getByText('Session expired. Please login again.')).toBeVisible()
        await type(page.getByLabel('Email'), administrator.email)
        await type(page.getByLabel('Password', { exact: true }), administrator.password)
        await page.getByRole('button', { name: 'Sign in' }).click()
        await expect(page).toHaveURL(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      })
    }
  },
)

test('a connection lost while saving loses nothing, and a retry stores once', async ({
  page,
  request,
}) => {
  const [person] = await createApplications(request, 1, 'cut')
  await enterBackOffice(page, `${list}?q=cut.0@`)
  await page.getByRole('button', { name: /^Edit/ }).click()
  await type(control(page, 'first_name'), 'Nobody Lost')
  await page.context().setOffline(true)
  const save = page.getByRole('button', { name: 'Update Application' })
  await save.click()
  await expect(page.getByText('Failed to save application')).toBeVisible()
  await expect(control(page, 'first_name')).toHaveValue('Nobody Lost')
  await page.context().setOffline(false)
  await save.dblclick()
  await expect(page.getByText('Application updated successfully')).toHaveCount(1)
  await expect(rowOf(page, 'Nobody Lost')).toHaveCount(1)
  const call = await api(request)
  const changes = await call('GET', `/admin/history?record=${person?._id}&action=change`)
  expect(changes).toHaveLength(1)
})

test(
  'a form opened before a deployment still validates and saves',
  { tag: onlyInAll() },
  async ({ page }) => {
    await enterBackOffice(page, '/admin/institutions')
    // After a deployment, the scripts and styles of the previous version no longer exist.
    await page.route('**/assets/**', (route) => route.fulfill({ status: 404 }))
    await page.getByRole('button', { name: 'Add Institution' }).click()
    await paste(control(page, 'name'), 'x'.repeat(201))
    await choose(control(page, 'county'), 'Lamu')
    await page.getByRole('button', { name: 'Create' }).click()
    await expect(control(page, 'name')).toHaveAccessibleDescription('Use at most 200 characters')
    await type(control(page, 'name'), 'Long Day College')
    await page.getByRole('button', { name: 'Create' }).click()
    await expect(page.getByText('Institution created successfully')).toBeVisible()
  },
)

test('a double click on Create creates one record', async ({ page }) => {
  await enterBackOffice(page, '/admin/institutions')
  await page.getByRole('button', { name: 'Add Institution' }).click()
  await type(control(page, 'name'), 'Twice Clicked College')
  await choose(control(page, 'county'), 'Lamu')
  await page.getByRole('button', { name: 'Create' }).dblclick()
  await expect(page.getByText('Institution created successfully')).toBeVisible()
  await type(page.getByPlaceholder(/^Search/), 'Twice Clicked')
  await expect(page.getByText('1 to 1 of 1')).toBeVisible()
})

test(
  'long names, other scripts and emoji are stored unchanged and fit every width',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    await createApplications(request, 1, 'script')
    const person = {
      first_name: 'ﻉﺎﺌﺷﺓ عائشة',
      last_name: `Wa${'mwangi'.repeat(33)}`,
      about_yourself: `${'🚀👩🏾‍💻 أهلا '.repeat(200)}\n\n${'x'.repeat(1500)}`,
    }
    await enterBackOffice(page, `${list}?q=script.0@`)
    await page.getByRole('button', { name: /^Edit/ }).click()
    await type(control(page, 'first_name'), person.first_name)
    await type(control(page, 'last_name'), person.last_name)
    await page.getByRole('tab', { name: 'Statements' }).click()
    await paste(control(page, 'about_yourself'), person.about_yourself)
    await page.getByRole('button', { name: 'Update Application' }).click()
    await expect(page.getByText('Application updated successfully')).toBeVisible()
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 740 })
      await expectNoSidewaysScroll(page)
      await page.locator('[data-opens]').click()
      const panel = page.getByRole('dialog')
      await expect(panel).toContainText(person.about_yourself.trim())
      expect(await overflows(page)).toEqual([])
      await pressEscape(panel)
      await expect(panel).toHaveCount(0)
      await chooseMore(page.getByRole('main'), 'Delete')
      expect(await overflows(page)).toEqual([])
      await page.getByRole('button', { name: 'Cancel' }).click()
    }
  },
)

test(
  'the message of a server error is shown, and the typed text stays',
  { tag: onlyInAll() },
  async ({ page }) => {
    await enterBackOffice(page, '/admin/departments')
    await page.route('**/api/admin/departments', (route) =>
      route.fulfill({ status: 500, json: { message: 'The disk is full.' } }),
    )
    await page.getByRole('button', { name: 'Add Department' }).click()
    await expect(control(page, 'name')).toBeFocused()
    await page.keyboard.type('Kept Department')
    await type(control(page, 'code'), 'KEPT')
    await type(control(page, 'description'), aPerson('text').about_yourself)
    await page.getByRole('button', { name: 'Create' }).click()
    await expect(page.getByText('The disk is full.')).toBeVisible()
    await expect(control(page, 'description')).toHaveValue(aPerson('text').about_yourself)
    await expect(page.getByRole('button', { name: 'Create' })).toBeFocused()
  },
)

/** Elements that reach beyond the sides of the open dialog. */
async function overflows(page: Page) {
  const open = page.locator('[role=dialog], [role=alertdialog]')
  await expect(open).toBeVisible()
  return open.evaluate((window) => {
    const { right } = window.getBoundingClientRect()
    return [...window.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > right + 1)
      .map((element) => element.outerHTML.slice(0, 80))
  })
}
