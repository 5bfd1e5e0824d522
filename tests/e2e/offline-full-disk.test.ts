import { type } from '../support/hands.ts'
import { aPerson, control, fillIn, send, sendButton, submitButton } from './application-form.ts'
import {
  expectForm,
  fillDisk,
  forgetStored,
  keepAnother,
  kept,
  mark,
  openFilledIn,
  path,
  receipt,
  referenceId,
  saved,
  startKeeping,
  submissions,
} from './drafts.ts'
import { expect, hold, onlyInAll, test } from './support.ts'

// page.route does not see the requests of a service worker.
test.use({ serviceWorkers: 'block' })

test(
  'a browser without storage says so, and can still send',
  { tag: onlyInAll() },
  async ({ page }) => {
    await page.addInitScript(() => {
      const deny = () => {
        throw new DOMException('The user denied permission', 'SecurityError')
      }
      IDBFactory.prototype.open = deny
      Object.defineProperty(globalThis, 'sessionStorage', { get: deny })
    })
    await page.route(submissions, (route) => route.abort(), { times: 1 })
    const person = aPerson('private')
    await page.goto(path)
    await fillIn(page, person)
    await expect(mark(page)).toHaveText('Not saved on this device')
    await send(page)
    await expect(page.getByRole('alert').first()).toContainText(
      'Failed to submit application. Please check all fields and try again.',
    )
    await expectForm(page, person)
    await send(page)
    await expect(page.getByText(referenceId)).toBeVisible()
  },
)

test(
  'answers that cannot be saved go along to the other language',
  { tag: onlyInAll() },
  async ({ page }) => {
    await startKeeping(page)
    await fillDisk(page)
    await type(control(page, 'first_name'), 'First')
    await type(control(page, 'about_yourself'), 'First')
    await expect(mark(page)).toHaveText('Not saved on this device')
    await page.getByRole('link', { name: 'Kiswahili' }).click()
    await expect(page).toHaveURL(`/sw${path}`)
    await expect(control(page, 'first_name')).toHaveValue('First')
    await saved(page, { first_name: 'First', about_yourself: 'First' })
  },
)

test(
  'unsaved answers are not called saved after a failed try',
  { tag: onlyInAll() },
  async ({ page, context }) => {
    await page.route(submissions, (route) => route.abort())
    await openFilledIn(page, aPerson('not-saved'))
    await fillDisk(page)
    await type(control(page, 'first_name'), 'Not saved')
    await expect(mark(page)).toHaveText('Not saved on this device')
    await send(page)
    await expect(page.getByRole('alert').first()).toContainText('Failed to submit application.')

    const other = await context.newPage()
    await other.goto(path)
    await expect(mark(other)).toHaveText('Kept on this device as you type')
    await keepAnother(other, { first_name: 'Another' })
    await expect(page.getByRole('button', { name: 'Go on with it' })).toBeVisible()
    await expect(mark(page)).toHaveText('Not saved on this device')
  },
)

test(
  'the next form is empty, even if the last one could not be saved',
  { tag: onlyInAll() },
  async ({ page }) => {
    await page.route(submissions, (route) => route.abort())
    await openFilledIn(page, aPerson('the-one-before'))
    await forgetStored(page)
    const disk = await fillDisk(page)
    await type(control(page, 'middle_name'), 'Unsaved')
    await expect(mark(page)).toHaveText('Not saved on this device')
    await submitButton(page).click()
    await disk.empty()
    await sendButton(page).click()
    await page.getByRole('button', { name: 'Fill in another application' }).click()
    await expect(control(page, 'first_name')).toHaveValue('')
    await expect(control(page, 'course')).toBeDisabled()
  },
)

test('a draft can be cleared after the disk was full', { tag: onlyInAll() }, async ({ page }) => {
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(path)
  await type(control(page, 'first_name'), 'Saved')
  await saved(page, { first_name: 'Saved' })
  const disk = await fillDisk(page)
  await type(control(page, 'last_name'), 'Not saved')
  await expect(page.getByText('This browser cannot save what you type')).toBeVisible()
  const clear = page.getByRole('button', { name: 'Clear my answers' })
  await clear.click()
  await expect(page.getByText('Nothing was changed')).toBeVisible()
  await disk.empty()
  await clear.click()
  await expect(control(page, 'first_name')).toHaveValue('')
  await expect(control(page, 'last_name')).toHaveValue('')
  expect(await kept(page)).toEqual([])
})

test(
  'an application that could not be queued is deleted after its receipt',
  { tag: onlyInAll() },
  async ({ page }) => {
    await openFilledIn(page, aPerson('at-once'))
    await submitButton(page).click()
    const disk = await fillDisk(page)
    const { begun, letGo } = await hold(page, submissions)
    await sendButton(page).click()
    await begun
    await disk.empty()
    letGo()
    await expect(page).toHaveURL(receipt)
    expect(await kept(page)).toEqual([])
  },
)

test(
  'the answers of two people are not mixed when nothing can be saved',
  { tag: onlyInAll() },
  async ({ page }) => {
    await page.goto(path)
    await type(control(page, 'first_name'), 'First')
    await saved(page, { first_name: 'First' })
    await keepAnother(page, { first_name: 'Second', last_name: 'Second' })
    await page.reload()
    await expect(control(page, 'first_name')).toHaveValue('First')
    const disk = await fillDisk(page)
    await type(control(page, 'last_name'), 'First')
    await expect(mark(page)).toHaveText('Not saved on this device')
    await page.getByRole('button', { name: 'Go on with it' }).click()
    await expect(page.getByText('Nothing was changed')).toBeVisible()
    await expect(control(page, 'first_name')).toHaveValue('First')

    await disk.empty()
    await page.getByRole('button', { name: 'Go on with it' }).click()
    await expect(control(page, 'last_name')).toHaveValue('Second')
    await expect(page.getByText('Nothing was changed')).toBeHidden()
    expect(await kept(page)).toContainEqual(
      expect.objectContaining({ values: expect.objectContaining({ last_name: 'First' }) }),
    )
  },
)
