import { readFile } from 'node:fs/promises'

import { openDatabase } from '../../server/database/open.ts'
import { locationOf } from '../support/server.ts'
import { everythingStored } from '../support/dump-storage.ts'
import { apply } from '../support/concurrent-applicants.ts'
import { comeBack, comeBackUntil } from '../support/browser-events.ts'
import { clear, type } from '../support/hands.ts'
import { control, submitButton } from './application-form.ts'
import { createApplications, list, rowOf } from './records.ts'
import {
  administrator,
  api,
  enterBackOffice,
  expect,
  hold,
  signIn,
  test,
  onlyInAll,
} from './support.ts'

test('the form explains its purpose and the consent', async ({ page }) => {
  await page.goto('/industrial-attachment/apply')
  for (const [name, why] of [
    ['gender', /^For our statistics/],
    ['date_of_birth', /For our statistics/],
    ['phone_number', /We call only about your application/],
    ['email', /We answer by email/],
    ['residential_location', /how far you would travel/],
  ] as const) {
    await expect(control(page, name)).toHaveAccessibleDescription(why)
  }
  const consent = page.getByText(/^By sending, you agree/)
  await expect(consent.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute(
    'href',
    '/privacy',
  )
  const [words, button] = await Promise.all([
    consent.boundingBox(),
    submitButton(page).boundingBox(),
  ])
  expect(button!.y - words!.y - words!.height).toBeLessThan(60)
})

test(
  'the data of a person is exported and then erased completely',
  { tag: '@both-engines' },
  async ({ page, server }) => {
    const person = {
      first_name: 'Sidikadzo',
      last_name: 'Mwachiro-Ngumbao',
      email: 'sidikadzo@example.org',
      phone_number: '0798 111 222',
      residential_location: 'Mwembe Tayari Flats 17',
      about_yourself: 'I restore gramophones.',
      linkedin_url: 'https://linkedin.example.com/in/sidikadzo',
    }
    await apply(server.url, person)
    await apply(server.url, { ...person, first_name: 'Sidi' })
    const { phone_number } = person
    await apply(server.url, { first_name: 'Jabali', email: 'jabali@example.org', phone_number })
    await enterBackOffice(page, `${list}?q=sidikadzo&sort=first_name`)
    await rowOf(page, 'sidikadzo@').first().getByRole('cell').nth(3).click()
    await expect(
      page.getByText(/^Given .* by sending under these words: “By sending/),
    ).toBeVisible()
    const call = page.getByRole('link', { name: person.phone_number })
    await expect(call).toHaveAttribute('href', 'tel:+254798111222')

    await page.getByRole('dialog').getByRole('button', { name: /^More/ }).click()
    await page.getByRole('menuitem', { name: 'Personal data' }).click()
    const dialog = page.getByRole('dialog', { name: /^Personal data of Sidi/ })
    await expect(dialog.getByRole('checkbox')).toHaveCount(3)
    await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(2)
    await expect(dialog.getByRole('checkbox', { name: /Jabali.*same person/ })).not.toBeChecked()
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export as JSON' }).click()
    const text = await readFile(await (await download).path(), 'utf8')
    expect(JSON.parse(text).applications).toMatchObject([
      { first_name: 'Sidi', history: [{ action: 'submit', by: 'applicant' }] },
      { first_name: 'Sidikadzo', consent: { wording: expect.stringContaining('By sending') } },
    ])
    expect(text.split('\n').length, 'it is laid out for people').toBeGreaterThan(60)

    await dialog.getByRole('button', { name: 'Erase' }).click()
    const question = page.getByRole('alertdialog', { name: /^Erase 2 applications of/ })
    await expect(question).toContainText('This cannot be undone.')
    await question.getByRole('button', { name: 'Erase for good' }).click()
    await expect(page.getByText('2 applications erased')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByText('No industrial attachment applications found.')).toBeVisible()

    const stored = await everythingStored(server.variables)
    const { phone_number: _, ...gone } = person
    expect(Object.values(gone).filter((value) => stored.includes(value))).toEqual([])
    expect(stored).toContain('jabali@example.org')
  },
)

test('the focus returns to the erase button, and after erasing to the remaining rows', async ({
  page,
  request,
}) => {
  await createApplications(request, 3, 'left-behind')
  await enterBackOffice(page, `${list}?q=left-behind.&sort=email`)
  await page.locator('[data-opens]').nth(1).click()
  await page.getByRole('dialog').getByRole('button', { name: /^More/ }).click()
  await page.getByRole('menuitem', { name: 'Personal data' }).click()
  const erase = page.getByRole('button', { name: 'Erase', exact: true })
  const question = page.getByRole('alertdialog')
  await page.route('**/erasures', (route) => route.fulfill({ status: 500, body: '' }))
  await erase.click()
  await question.getByRole('button', { name: 'Erase for good' }).click()
  await expect(page.getByText('Failed to erase the person')).toBeVisible()
  await expect(erase).toBeFocused()

  await page.unroute('**/erasures')
  await page.keyboard.press('Enter')
  const held = await hold(page, /\/api\/admin\/attachments\?/)
  await question.getByRole('button', { name: 'Erase for good' }).click()
  await held.begun
  await expect(page.getByRole('dialog')).toHaveCount(0)
  held.letGo()
  await expect(page.getByText('1 to 2 of 2')).toBeVisible()
  await expect(page.locator('[data-opens]:focus')).toHaveCount(1)
})

test('an erased application is counted but in no list', async ({ page, request, server }) => {
  await apply(server.url, { email: 'counted@example.org' })
  const { token } = await signIn(request)
  const headers = { Authorization: `Bearer ${token}` }
  const found = await request.get('/api/admin/attachments?q=counted@', { headers })
  const [{ _id }] = await found.json()
  const total = async () =>
    (await (await request.get('/api/admin/analytics', { headers })).json()).data.totalAttachments
  const before = await total()
  await request.post('/api/admin/personal-data/erasures', { headers, data: { ids: [_id] } })
  expect(await total()).toBe(before)
  await enterBackOffice(page, '/admin')
  await expect(
    page.getByText(/^These figures .* whose answers were erased: they count as archived/),
  ).toBeVisible()
})

test('a retention period is previewed before it is set, and recorded in the history', async ({
  page,
  request,
  server,
}) => {
  const call = await api(request)
  const before = await call('GET', '/admin/history?entity=retention&limit=100')
  const old = await createApplications(request, 3, 'retention')
  await age(server.variables, old, '2020-01-01T00:00:00.000Z')
  await enterBackOffice(page, '/admin/retention')
  const pending = page.getByLabel('Pending applications: months')
  const save = page.getByRole('button', { name: 'Save' })
  await expect(pending).toHaveValue('')
  await expect(pending).toHaveAccessibleDescription('Kept until somebody removes them.')
  await type(pending, '0')
  await expect(pending).toHaveAccessibleDescription(/Use a whole number of months from 1 to 120/)
  await expect(save).toBeDisabled()
  await type(pending, '60')
  await expect(pending).toHaveAccessibleDescription('Would remove 3 applications now.')
  await save.click()
  const question = page.getByRole('alertdialog', {
    name: 'Erase 3 applications within the hour?',
  })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.reload()
  await expect(pending).toHaveValue('')

  await type(pending, '60')
  await save.click()
  await page.route('**/api/admin/retention', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 500, body: '' })
      : route.continue(),
  )
  await question.getByRole('button', { name: 'Save and erase' }).click()
  await expect(page.getByText('Failed to save the retention')).toBeVisible()
  await expect(save).toBeFocused()
  await page.unroute('**/api/admin/retention')
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Save and erase' }).click()
  await expect(page.getByText('Retention saved')).toBeVisible()
  await expect(save).toBeDisabled()
  await expect(save).toBeFocused()
  await page.reload()
  await expect(pending).toHaveValue('60')
  await clear(pending)
  await save.click()
  await expect(page.getByText('Retention saved')).toBeVisible()
  await page.goto('/admin/history?entity=retention')
  await expect(rowOf(page, 'Retention')).toHaveCount(before.length + 2)
  await expect(rowOf(page, 'Retention').first()).toContainText('pending')
})

test(
  'saving one period keeps a concurrent change of another status, also in a new session',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    const call = await api(request)
    await enterBackOffice(page, '/admin/retention')
    const pending = page.getByLabel('Pending applications: months')
    await type(pending, '118')
    await expect(pending).toHaveAccessibleDescription(/^Would remove 0/)
    await page.evaluate(() => localStorage.setItem('token', 'x'.repeat(43)))
    await comeBack(page)
    const again = page.getByRole('dialog', { name: 'Sign in again' })
    // No key that was meant for the form presses a button.
    await expect(again).toBeFocused()
    await type(again.getByLabel('Password', { exact: true }), administrator.password)
    await page.keyboard.press('Enter')
    await expect(again).toHaveCount(0)
    await expect(pending).toHaveValue('118')
    await call('PUT', '/admin/retention', { pending: null, accepted: null, archived: 119 })
    const archived = page.getByLabel('Archived applications: months')
    await comeBackUntil(page, (soon) => expect(archived).toHaveValue('119', soon))
    await expect(pending).toHaveValue('118')
    await call('PUT', '/admin/retention', { archived: 120 })
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Retention saved')).toBeVisible()
    await expect(archived).toHaveValue('120')
    await expect(pending).toHaveValue('118')
    await call('PUT', '/admin/retention', { pending: null, accepted: null, archived: null })

    await type(pending, '117')
    await page.getByRole('link', { name: 'Dashboard' }).click()
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(pending).toHaveValue('117')
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
  },
)

/** Backdates applications. */
async function age(
  variables: Record<string, string>,
  applications: { _id: string }[],
  moment: string,
) {
  const { db } = openDatabase(locationOf(variables))
  const ids = applications.map(({ _id }) => _id)
  const moments = { createdAt: moment, updatedAt: moment }
  await db.updateTable('attachments').set(moments).where('_id', 'in', ids).execute()
  await db.destroy()
}
