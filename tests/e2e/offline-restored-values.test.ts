import { autofill, choose, type } from '../support/hands.ts'
import { aPerson, control, fillIn, send } from './application-form.ts'
import {
  expectEmptyOnTheWayBack,
  expectForm,
  fillDisk,
  forgetStored,
  kept,
  leave,
  leaveUntouched,
  mark,
  openFilledIn,
  path,
  receipt,
  refuseToSave,
  saved,
} from './drafts.ts'
import { expect, hold, onlyInAll, test, translate } from './support.ts'

/** The script that hydrates the form. */
const script = '**/assets/entry.application-form-*'

// page.route does not see the requests of a service worker.
test.use({ serviceWorkers: 'block' })

test('answers that a password manager fills in, or that are typed before the scripts arrive, are saved', async ({
  page,
  request,
}) => {
  const list = async (name: string) => (await request.get(`/api/users/${name}`)).json()
  const [{ _id: institution }] = await list('institutions')
  const [{ _id: course }] = await list(`courses?institution=${institution}`)
  const { first_name } = aPerson('autofilled')
  const filled = { first_name, institution, course }
  await page.goto(path)
  await expect(control(page, 'course')).toBeDisabled()
  await page.evaluate(leaveUntouched)
  await autofill(page.locator('form:has([name=course])'), filled)
  await saved(page, filled)

  const scripts = await hold(page, script)
  await page.goto(path, { waitUntil: 'commit' })
  await type(control(page, 'first_name'), 'First')
  await type(control(page, 'last_name'), 'First')
  scripts.letGo()
  await saved(page, { first_name: 'First', last_name: 'First' })

  const later = await hold(page, script)
  await page.reload({ waitUntil: 'commit' })
  await control(page, 'first_name').click()
  await page.keyboard.type('Second')
  later.letGo()
  await expect(control(page, 'last_name')).toHaveValue('First')
  await expect(control(page, 'first_name')).toHaveValue('Second')
  await saved(page, { first_name: 'Second', last_name: 'First' })
})

test(
  'a draft keeps its course if something is typed while the courses are loading',
  { tag: onlyInAll() },
  async ({ page }) => {
    const person = aPerson('slow-courses')
    await openFilledIn(page, person)
    const course = await control(page, 'course').inputValue()
    const courses = await hold(page, '**/api/users/courses**')
    await page.reload()
    await courses.begun
    await type(control(page, 'middle_name'), 'Meanwhile')
    await saved(page, { middle_name: 'Meanwhile', course })
    courses.letGo()
    await expectForm(page, { ...person, course })
  },
)

test(
  'a page that the browser translates before the scripts arrive can be filled in',
  { tag: onlyInAll() },
  async ({ page }) => {
    const person = aPerson('translated')
    await openFilledIn(page, person)
    const scripts = await hold(page, script)
    await page.goto(path, { waitUntil: 'commit' })
    await type(control(page, 'first_name'), 'First')
    await expect(page.locator('footer')).toBeAttached()
    await translate(page)
    scripts.letGo()
    await expectForm(page, { ...person, first_name: 'First' })
    await choose(control(page, 'institution'), 'Pwani University')
    await choose(control(page, 'course'), 1)
    await type(control(page, 'last_name'), 'Last')
    await send(page)
    await expect(page).toHaveURL(receipt)
  },
)

test(
  'answers typed before the scripts on the first visit are there after Back',
  { tag: onlyInAll() },
  async ({ page }) => {
    await page.addInitScript(leaveUntouched)
    const scripts = await hold(page, script)
    await page.goto(path, { waitUntil: 'commit' })
    await type(control(page, 'first_name'), 'First')
    await leave(page)
    scripts.letGo()
    await page.goBack()
    await type(control(page, 'last_name'), 'First')
    await saved(page, { first_name: 'First', last_name: 'First' })
    await expect(control(page, 'first_name')).toHaveValue('First')
  },
)

test('Back from the confirmation leads to an empty form, and stores no new draft', async ({
  page,
}) => {
  await page.addInitScript(leaveUntouched)
  await openFilledIn(page, aPerson('goes-back'))
  await send(page)
  await expect(page).toHaveURL(receipt)
  await page.reload()
  for (const comeAgain of [() => page.goBack(), () => page.reload()]) {
    await comeAgain()
    await expect(page.getByRole('heading', { name: 'Received' })).toBeVisible()
    await expect(control(page, 'first_name')).toHaveValue('')
    await expect(control(page, 'agree_terms')).not.toBeChecked()
    await expect(control(page, 'course')).toBeDisabled()
    await expect(mark(page)).toHaveText('Kept on this device as you type')
    expect(await kept(page)).toMatchObject([{ state: 'received' }])
  }
})

test(
  'answers that could not be saved are there after Back, until they are sent',
  { tag: onlyInAll() },
  async ({ page }) => {
    await page.addInitScript(leaveUntouched)
    const person = aPerson('cannot-save')
    await openFilledIn(page, person)
    await forgetStored(page)
    await fillDisk(page)
    await page.addInitScript(refuseToSave)
    await type(control(page, 'middle_name'), 'Unsaved')
    await expect(mark(page)).toHaveText('Not saved on this device')
    await leave(page)
    await page.goBack()
    await expect(mark(page)).toHaveText('Not saved on this device')
    await expect(control(page, 'first_name')).toHaveValue(person.first_name)
    await expect(control(page, 'about_yourself')).toHaveValue(person.about_yourself)

    await expect(control(page, 'linkedin_url')).toHaveValue(/linkedin/)
    // The browser restores no course.
    await choose(control(page, 'course'), 1)
    await send(page)
    await expect(page).toHaveURL(receipt)
    await page.goBack()
    await expect(mark(page)).toHaveText('Kept on this device as you type')
    await expect(control(page, 'first_name')).toHaveValue('')
  },
)

test(
  'an older draft does not overwrite answers that could not be saved',
  { tag: onlyInAll() },
  async ({ page }) => {
    await page.addInitScript(leaveUntouched)
    await page.goto(path)
    await type(control(page, 'first_name'), 'Saved')
    await type(control(page, 'last_name'), 'Saved')
    await saved(page, { first_name: 'Saved', last_name: 'Saved' })
    await page.addInitScript(refuseToSave)
    await page.reload()
    await expect(control(page, 'last_name')).toHaveValue('Saved')
    await type(control(page, 'first_name'), 'Changed')
    await expect(mark(page)).toHaveText('Not saved on this device')
    await leave(page)
    await page.goBack()
    await expect(mark(page)).toHaveText('Not saved on this device')
    await expect(control(page, 'first_name')).toHaveValue('Changed')
    await expect(control(page, 'last_name')).toHaveValue('Saved')
  },
)

test(
  'answers sent by a browser without storage are gone after Back',
  { tag: onlyInAll() },
  async ({ page }) => {
    await page.addInitScript(leaveUntouched)
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('The user denied permission', 'SecurityError')
      }
    })
    await page.goto(path)
    await fillIn(page, aPerson('kept-nowhere'))
    await send(page)
    await expect(page).toHaveURL(receipt)
    await expectEmptyOnTheWayBack(page)
  },
)
