import type { Page } from '@playwright/test'

import { type } from '../support/hands.ts'
import {
  aPerson,
  control,
  fillIn,
  send,
  submitButton,
  withoutSubmissions,
} from './application-form.ts'
import {
  expectEmptyOnTheWayBack,
  expectForm,
  fillDisk,
  forgetStored,
  kept,
  leaveUntouched,
  mark,
  openFilledIn,
  path,
  receipt,
  refuseToSave,
  saved,
} from './drafts.ts'
import { expect, hold, onlyInAll, test } from './support.ts'

/** The script that hydrates the form. */
const script = '**/assets/entry.application-form-*'

// page.route does not see the requests of a service worker.
test.use({ serviceWorkers: 'block' })

test(
  'an application sent again without scripts after a server error is not a second one',
  { tag: onlyInAll() },
  async ({ page, server }) => {
    const sendWithIt = await fillInWithout(page, 'application', 'after-trouble')
    await withoutSubmissions(server.variables, async () => {
      await send(page)
      await expect(page.getByRole('alert')).toBeVisible()
    })
    await expect(mark(page)).toHaveText('Saved on this device')
    await send(page)
    await expect(page).toHaveURL(receipt)
    const own = page.url()

    await sendWithIt()
    await expect(page).toHaveURL(own)
  },
)

for (const part of ['application', 'check-answers']) {
  test(
    `an application sent without the ${part} script is not a second one with it`,
    { tag: onlyInAll(part !== 'application') },
    async ({ page }) => {
      const sendWithIt = await fillInWithout(page, part, `then-with-${part}`)
      await send(page)
      await expect(page).toHaveURL(receipt)
      const own = page.url()

      await sendWithIt()
      await expect(page).toHaveURL(own)
      expect(await kept(page)).toMatchObject([{ state: 'received' }])
    },
  )
}

test(
  'errors of answers sent without scripts stay when the draft is restored',
  { tag: onlyInAll() },
  async ({ page }) => {
    await page.route(/\/assets\/application-[\w-]{8}\.js$/, (route) => route.abort())
    await openFilledIn(page, aPerson('plain-mistake'))
    await type(control(page, 'email'), 'not an address')
    await saved(page, { email: 'not an address' })
    const answered = page.waitForEvent('domcontentloaded')
    await submitButton(page).click()
    await answered
    await expect(mark(page)).toHaveText('Saved on this device')
    await expect(page.getByRole('alert')).toContainText('Please check these fields and try again.')
    await expect(control(page, 'email')).toHaveAccessibleDescription(/Valid email required/)
  },
)

test(
  'answers sent without scripts do not replace the draft of another person',
  { tag: onlyInAll() },
  async ({ page }) => {
    await page.goto(path)
    await type(control(page, 'first_name'), 'First')
    await type(control(page, 'last_name'), 'First')
    await saved(page, { first_name: 'First', last_name: 'First' })
    const scripts = await hold(page, script)
    await page.goto(path, { waitUntil: 'commit' })
    await type(control(page, 'first_name'), 'Second')
    await control(page, 'first_name').press('Enter')
    await expect(page.getByRole('alert')).toContainText('Please check these fields and try again.')
    scripts.letGo()
    await saved(page, { first_name: 'Second', last_name: '' })
    await expect(control(page, 'last_name')).toHaveAccessibleDescription(/Required/)
    await page.reload()
    await expect(mark(page)).toHaveText('Saved on this device')
    expect(await kept(page)).toHaveLength(2)

    await page.getByRole('button', { name: 'Go on with it' }).click()
    await expect(control(page, 'first_name')).toHaveValue('First')
    await expect(control(page, 'last_name')).toHaveValue('First')
  },
)

test(
  'two people who send the same answers before the scripts arrive get different keys',
  { tag: onlyInAll() },
  async ({ page }) => {
    for (const name of ['First', 'Second']) {
      const scripts = await hold(page, script)
      await page.goto(path, { waitUntil: 'commit' })
      await control(page, 'first_name').press('Enter')
      await expect(page.getByRole('alert')).toContainText(
        'Please check these fields and try again.',
      )
      scripts.letGo()
      await expect(mark(page)).toBeVisible()
      await type(control(page, 'first_name'), name)
      await saved(page, { first_name: name })
      await page.unroute(script)
    }
    const drafts = await kept(page)
    expect(drafts).toMatchObject([
      { values: { first_name: 'First' } },
      { values: { first_name: 'Second' } },
    ])
    expect(new Set(drafts.map(({ key }) => key)).size).toBe(2)
  },
)

test(
  'answers sent without scripts from a full disk are gone after Back',
  { tag: onlyInAll() },
  async ({ page }) => {
    await page.addInitScript(leaveUntouched)
    await openFilledIn(page, aPerson('plain-from-full-disk'))
    await forgetStored(page)
    await fillDisk(page)
    await page.addInitScript(refuseToSave)
    await page.route(/\/assets\/check-answers-[\w-]{8}\.js$/, (route) => route.abort())
    await type(control(page, 'middle_name'), 'Unsaved')
    await expect(mark(page)).toHaveText('Not saved on this device')
    await send(page)
    await expect(page).toHaveURL(receipt)
    // The copy button shows that the confirmation's script has run.
    await expect(page.getByRole('button', { name: /^Copy/ })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Check your answers' })).toBeVisible()
    await expectEmptyOnTheWayBack(page)
  },
)

test(
  'answers sent without the autosave script are gone after Back',
  { tag: onlyInAll() },
  async ({ page }) => {
    await page.addInitScript(leaveUntouched)
    const file = /\/assets\/form-autosave-[\w-]{8}\.js$/
    await page.route(file, (route) => route.abort())
    await page.goto(path)
    await fillIn(page, aPerson('back-with-it'))
    await send(page)
    await expect(page).toHaveURL(receipt)
    await expect(page.getByRole('button', { name: /^Copy/ })).toBeVisible()
    await page.unroute(file)
    await expectEmptyOnTheWayBack(page)
    expect(await kept(page)).toEqual([])
  },
)

/**
 * Fills in the form while one of its scripts cannot be loaded. Returns a function that opens the form
 * with the script and sends the same answers again.
 */
async function fillInWithout(page: Page, part: string, who: string) {
  const file = new RegExp(`/assets/${part}-[\\w-]{8}\\.js$`)
  await page.route(file, (route) => route.abort())
  const person = aPerson(who)
  await openFilledIn(page, person)
  return async () => {
    await page.unroute(file)
    await page.goto(path)
    await expectForm(page, person)
    await send(page)
  }
}
