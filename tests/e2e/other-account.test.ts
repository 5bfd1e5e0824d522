import type { Page } from '@playwright/test'

import { tick, type } from '../support/hands.ts'
import { newAccount } from './accounts.ts'
import { control } from './application-form.ts'
import { createApplications, list, rowOf } from './records.ts'
import { api, enterBackOffice, expect, pressEscape, onlyInAll, test } from './support.ts'

interface Account {
  email: string
  password: string
  name: string
}

test('an edit is saved by nobody else who signs in in another tab, unless somebody agrees', async ({
  page,
  request,
}) => {
  const [mine, theirs] = [
    await newAccount(request, 'tab-one'),
    await newAccount(request, 'tab-two'),
  ]
  const [made] = await createApplications(request, 1, 'another-account')
  await enterBackOffice(page, `${list}?q=another-account.0@`, mine)
  await page.getByRole('button', { name: /^Edit/ }).click()
  await type(control(page, 'first_name'), 'Survivor')
  const tab = await signInElsewhere(page, theirs)

  const asked = await dialogFor(page, theirs)
  const writes = countWrites(page)
  await pressEscape(asked)
  await page.getByRole('button', { name: 'Update Application' }).click()
  await expect(asked).toBeVisible()
  await expect(control(page, 'first_name')).toHaveValue('Survivor')
  expect(writes()).toBe(0)

  await asked.getByRole('button', { name: `Sign in as ${mine.name}` }).click()
  await type(asked.getByLabel('Password', { exact: true }), mine.password)
  await asked.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('You are signed in again')).toBeVisible()
  await page.getByRole('button', { name: 'Update Application' }).click()
  await expect(page.getByText('Application updated successfully')).toBeVisible()
  expect(await lastChange(request, made!._id)).toBe(mine.name)

  // The other tab is asked in its turn, and goes on.
  await tab.bringToFront()
  const askedThere = await dialogFor(tab, mine)
  await askedThere.getByRole('button', { name: `Go on as ${mine.name}` }).click()
  await expect(askedThere).toHaveCount(0)
  await expect(tab.getByRole('link', { name: mine.name })).toBeVisible()
})

test(
  'an edit goes on under the other name if somebody chooses so',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    const [mine, theirs] = [await newAccount(request, 'gives'), await newAccount(request, 'takes')]
    const [made] = await createApplications(request, 1, 'taken-over')
    await enterBackOffice(page, `${list}?q=taken-over.0@`, mine)
    await page.getByRole('button', { name: /^Edit/ }).click()
    await type(control(page, 'first_name'), 'Handed over')
    await signInElsewhere(page, theirs)

    const asked = await dialogFor(page, theirs)
    await asked.getByRole('button', { name: `Go on as ${theirs.name}` }).click()
    await expect(asked).toHaveCount(0)
    await expect(control(page, 'first_name')).toHaveValue('Handed over')
    await page.getByRole('button', { name: 'Update Application' }).click()
    await expect(page.getByText('Application updated successfully')).toBeVisible()
    expect(await lastChange(request, made!._id)).toBe(theirs.name)
  },
)

test(
  'an editor in another tab takes away nothing that was typed',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    const mine = await newAccount(request, 'typist')
    const editor = await newAccount(request, 'editing', 'editor')
    await enterBackOffice(page, '/admin/departments', mine)
    await page.getByRole('button', { name: 'Add Department' }).click()
    await type(control(page, 'name'), 'Kept for the typist')
    await type(control(page, 'code'), 'KFT')
    await signInElsewhere(page, editor)

    const asked = await dialogFor(page, editor)
    await expect(asked).toContainText('may not open this screen')
    await expect(control(page, 'name')).toHaveValue('Kept for the typist')
    await asked.getByRole('button', { name: `Sign in as ${mine.name}` }).click()
    await type(asked.getByLabel('Password', { exact: true }), mine.password)
    await asked.getByRole('button', { name: 'Sign in' }).click()
    await expect(asked).toHaveCount(0)
    await page.getByRole('button', { name: 'Create' }).click()
    await expect(page.getByText('Department created successfully')).toBeVisible()
  },
)

test(
  'decisions and notes wait until somebody has chosen the account',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    const [mine, theirs] = [
      await newAccount(request, 'decides'),
      await newAccount(request, 'waits'),
    ]
    const [made] = await createApplications(request, 1, 'undecided')
    await enterBackOffice(page, `${list}?q=undecided.0@`, mine)
    await signInElsewhere(page, theirs)
    const asked = await dialogFor(page, theirs)
    const writes = countWrites(page)
    const refused = page
      .locator('[data-sonner-toast]')
      .filter({ hasText: `This was not done: you are now signed in as ${theirs.name}.` })

    await pressEscape(asked)
    const row = rowOf(page, 'undecided.0@')
    await row.getByRole('button', { name: /^Accept Application/ }).click()
    await expect(refused).toHaveCount(1)
    await pressEscape(asked)
    await tick(row.getByRole('checkbox'))
    await page
      .getByRole('group', { name: 'Selected applications' })
      .getByRole('button', { name: /^Archive/ })
      .click()
    await expect(refused).toHaveCount(2)
    await pressEscape(asked)
    await expect(row).toContainText('Pending')
    expect(writes()).toBe(0)

    await page.goto(`${list}?open=${made?._id}`)
    await type(page.getByLabel('New note'), 'Whose note?')
    await signInElsewhere(page, mine)
    const askedAgain = await dialogFor(page, mine)
    await pressEscape(askedAgain)
    await page.getByLabel('New note').press('Control+Enter')
    await expect(askedAgain).toBeVisible()
    await askedAgain.getByRole('button', { name: `Go on as ${mine.name}` }).click()
    await expect(page.getByLabel('New note')).toHaveValue('Whose note?')
    expect(writes()).toBe(0)
    await page.getByLabel('New note').press('Control+Enter')
    await expect(page.getByText('Note added')).toBeVisible()
  },
)

test(
  'a note is still there after the session has ended in another tab',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    const account = await newAccount(request, 'signed-out')
    const [made] = await createApplications(request, 1, 'note-kept')
    await enterBackOffice(page, `${list}?q=note-kept.0@&open=${made?._id}`, account)
    await type(page.getByLabel('New note'), 'Half a thought')
    const tab = await page.context().newPage()
    await tab.goto('/admin/account')
    await tab.getByRole('button', { name: 'Logout' }).click()
    await tab.close()

    const again = page.getByRole('dialog', { name: 'Sign in again' })
    await type(again.getByLabel('Password', { exact: true }), account.password)
    await page.keyboard.press('Enter')
    await expect(again).toHaveCount(0)
    await expect(page.getByLabel('New note')).toHaveValue('Half a thought')
  },
)

/** Signs in through the form in a new tab, and returns to the first one. */
async function signInElsewhere(page: Page, account: Account) {
  const tab = await page.context().newPage()
  await tab.goto('/login')
  await signInHere(tab, account)
  await page.bringToFront()
  return tab
}

async function signInHere(page: Page, { email, password }: Account) {
  await type(page.getByLabel('Email'), email)
  await type(page.getByLabel('Password', { exact: true }), password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.locator('#admin-navigation')).toBeAttached()
}

async function dialogFor(page: Page, { name }: Account) {
  const dialog = page.getByRole('dialog', { name: `You are now signed in as ${name}` })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Counts the requests of a page that would change something. */
function countWrites(page: Page) {
  let count = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/admin/') && request.method() !== 'GET') count++
  })
  return () => count
}

/** The name in the newest entry of the history of an application. */
async function lastChange(request: Parameters<typeof api>[0], _id: string) {
  const call = await api(request)
  const [entry] = await call('GET', `/admin/history?entity=attachment&record=${_id}&limit=1`)
  return entry.user.name
}
