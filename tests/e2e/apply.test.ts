import type { Page } from '@playwright/test'

import { yearsFrom } from '../../contract/years-from.ts'
import { todayInKenya } from '../../app/lib/today.ts'
import { choose, clearDate, pickDate, type } from '../support/hands.ts'
import {
  aPerson,
  control,
  fillIn,
  send,
  sendButton,
  submitButton,
  withoutLists,
} from './application-form.ts'
import { expectAccessible } from './axe.ts'
import { api, expect, hold, openBackOffice, onlyInAll, runUntilTried, test } from './support.ts'

const path = '/industrial-attachment/apply'
const submissions = '**/api/users/industrial-attachments'
const referenceId = /SPH-\d{4}-[0-9A-HJKMNP-TV-Z]{8}/

test(
  'an applicant applies, the button rests, one event is sent, and staff see it arrive',
  { tag: '@both-engines' },
  async ({ page }) => {
    const person = aPerson('arrives')
    const held = await hold(page, submissions)
    await openForm(page)
    await fillIn(page, person)
    await send(page)
    await expect(sendButton(page)).toBeDisabled()
    await expect(sendButton(page)).toHaveText('Submitting Application...')
    held.letGo()

    await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
    const events = () => page.evaluate(() => window.dataLayer)
    await expect.poll(events).toEqual([{ event: 'industrial_attachment_apply' }])
    const reference = await page.getByText(referenceId).textContent()
    await page.reload()
    await expect(page.getByText(reference ?? '')).toBeVisible()
    // The script that adds this button would also send the analytics event again.
    await expect(page.getByRole('button', { name: /^Copy/ })).toBeVisible()
    expect(await events()).toBeUndefined()

    await openBackOffice(page, '/admin/industrial-attachments')
    await type(page.getByPlaceholder(/^Search by name/), person.email)
    const row = page.getByRole('row').filter({ hasText: person.email })
    await expect(row).toContainText(`${person.first_name} ${person.last_name}`)
    await expect(row).toContainText('Pending')
  },
)

test(
  'the e-mail address is sent in lower case, without spaces',
  { tag: onlyInAll() },
  async ({ page }) => {
    await openForm(page)
    await fillIn(page, aPerson('tidy'))
    await type(control(page, 'email'), ' Tidy.Address@Example.ORG ')
    const sent = page.waitForRequest(submissions)
    await submitButton(page).click()
    await expect(page.getByText('tidy.address@example.org')).toBeVisible()
    await sendButton(page).click()
    expect((await sent).postDataJSON()).toMatchObject({ email: 'tidy.address@example.org' })
  },
)

test(
  'React takes over, too, in a browser that does not tell when it paints',
  { tag: onlyInAll() },
  async ({ page }) => {
    await page.addInitScript(() => {
      PerformanceObserver.prototype.observe = () => {}
    })
    await openForm(page)
  },
)

test("Enter before the scripts have come does what the form's own button does", async ({
  page,
}) => {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto(path)
  await type(control(page, 'first_name'), 'Enters')
  await control(page, 'first_name').press('Enter')
  await expect(page.getByRole('alert')).toContainText('Please check these fields and try again.')
  await expect(page).toHaveURL(`${path}?`)
  await expect(control(page, 'first_name')).toHaveValue('Enters')
})

test('an empty form says under each field what is missing and sends nothing', async ({ page }) => {
  await openForm(page)
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST') sent++
  })
  await clearDate(control(page, 'available_start_date'))
  await submitButton(page).click()

  const required = ['first_name', 'institution', 'date_of_birth', 'about_yourself']
  for (const name of [...required, 'available_start_date']) {
    await expect(control(page, name)).toHaveAccessibleDescription(/Required/)
  }
  await expect(control(page, 'email')).toHaveAccessibleDescription(/Valid email required/)
  for (const name of ['resume_url', 'cover_letter_url', 'linkedin_url']) {
    await expect(control(page, name)).toHaveAccessibleDescription(/Valid URL required/)
  }
  await expect(control(page, 'agree_terms')).toHaveAccessibleDescription(/You must agree to terms/)
  await expect(control(page, 'github_url')).not.toHaveAccessibleDescription(/required/i)
  await expect(page.getByRole('alert')).toBeFocused()
  expect(sent).toBe(0)

  await page
    .getByRole('alert')
    .getByRole('link', { name: /^First name/ })
    .click()
  await expect(control(page, 'first_name')).toBeFocused()
  await type(control(page, 'first_name'), 'Zawadi')
  await expect(control(page, 'first_name')).not.toHaveAccessibleDescription(/Required/)
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true })

  test('an institution is found by its initials, with keys and by touch', async ({ page }) => {
    await openForm(page)
    const find = page.getByRole('combobox', { name: 'Find your institution' })
    const institution = control(page, 'institution')
    const found = page.getByRole('listbox', { name: 'Find your institution' }).getByRole('option')
    await type(find, 'tu')
    await expect(found).not.toHaveCount(0)
    await expect(page.getByText(/^\d found$/)).toBeVisible()
    await type(find, 'jkuat')
    await expect(found).toHaveText([/^Jomo Kenyatta University/])
    await expectAccessible(page)
    await find.press('Enter')
    await expect(institution.locator('option:checked')).toHaveText(/^Jomo Kenyatta University/)
    await expect(institution).toBeFocused()
    await expect(control(page, 'course')).toBeEnabled()
    await expect(found).toHaveCount(0)

    await type(find, 'technical university of')
    await find.press('ArrowDown')
    await find.press('ArrowDown')
    await find.press('ArrowUp')
    const second = await found.nth(1).textContent()
    await find.press('Enter')
    await expect(institution.locator('option:checked')).toHaveText(second!)

    await type(find, 'pwani')
    await found.first().tap()
    await expect(institution.locator('option:checked')).toHaveText('Pwani University')
    await type(find, 'technical university of mombasa ')
    await expect(institution.locator('option:checked')).toHaveText(/^Technical .* Mombasa$/)
    await type(find, 'no such college')
    await expect(page.getByText('Nothing found.')).toBeVisible()
    await find.press('Enter')
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

test('a file comes first, and keys unfold the link', async ({ page }) => {
  await openForm(page)
  await page.getByRole('button', { name: 'Choose a file or photo: CV' }).focus()
  await expect(control(page, 'resume_url')).toBeHidden()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(control(page, 'resume_url')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(control(page, 'resume_url')).toBeFocused()
})

for (const [language, prefix, age, days] of [
  ['English', '', /applicants are between 14 and 100 years old/, /at most 5 years from now/],
  ['Kiswahili', '/sw', /waombaji wana umri wa miaka 14 hadi 100/, /isiyozidi miaka 5 kutoka leo/],
] as const) {
  test(
    `a slip of the year is named at its field, in ${language}`,
    { tag: onlyInAll(language !== 'English') },
    async ({ page }) => {
      const today = todayInKenya()
      await openForm(page, `${prefix}${path}`)
      await pickDate(control(page, 'date_of_birth'), today)
      await pickDate(control(page, 'available_start_date'), yearsFrom(today, 6))
      await submitButton(page).click()
      await expect(control(page, 'date_of_birth')).toHaveAccessibleDescription(age)
      await expect(control(page, 'available_start_date')).toHaveAccessibleDescription(days)

      await pickDate(control(page, 'date_of_birth'), yearsFrom(today, -20))
      await expect(control(page, 'date_of_birth')).not.toHaveAccessibleDescription(age)
    },
  )
}

test('the form begins with its defaults', async ({ page }) => {
  await openForm(page)

  await expect(control(page, 'gender')).toHaveValue('Male')
  await expect(control(page, 'year_of_study')).toHaveValue('Year 2')
  await expect(control(page, 'available_start_date')).toHaveAttribute('min', '2025-09-01')
  await expect(control(page, 'available_start_date')).toHaveValue(/^20\d\d-\d\d-\d\d$/)
  await expect(control(page, 'can_attend_onsite')).toBeChecked()
  await expect(control(page, 'agree_terms')).not.toBeChecked()
})

test('the courses follow the institution', async ({ page }) => {
  await openForm(page)
  const course = control(page, 'course')
  await expect(course).toBeDisabled()

  await choose(control(page, 'institution'), 'Pwani University')
  await expect(course).toBeEnabled()
  await choose(course, 1)
  const chosen = await course.inputValue()
  await choose(control(page, 'institution'), 'Bandari Maritime Academy')

  await expect(course).toHaveValue('')
  await expect(course.locator(`option[value="${chosen}"]`)).toHaveCount(0)
  await expect(course.locator('option').nth(1)).toBeAttached()
})

test('the form does not wait for the newest courses of an institution', async ({ page }) => {
  const courses = await hold(page, '**/api/users/courses?*')
  await openForm(page)
  const course = control(page, 'course')
  await expect(course).toBeDisabled()
  await choose(control(page, 'institution'), 'Pwani University')
  await courses.begun
  expect(await course.isEnabled()).toBe(true)
  await choose(course, 1)
  const chosen = await course.inputValue()

  const loaded = page.waitForResponse('**/api/users/courses?*')
  courses.letGo()
  await (await loaded).finished()
  await expect(course).toHaveValue(chosen)
})

test(
  'courses that cannot be loaded are said so in the banner',
  { tag: onlyInAll() },
  async ({ page }) => {
    await page.route('**/api/users/courses?*', (route) =>
      route.fulfill({ status: 404, json: { message: 'gone' } }),
    )
    await openForm(page)
    await choose(control(page, 'institution'), 'Pwani University')

    await expect(page.getByRole('alert')).toHaveText(
      'Failed to load courses for selected institution.',
    )
  },
)

test('what the server refuses stands in the banner, with everything typed kept; then a double tap and a lost answer make one application', async ({
  page,
  request,
}) => {
  const person = aPerson('double-tap')
  let tries = 0
  await page.route(submissions, async (route) => {
    tries++
    if (tries === 1) {
      const fields = { course: 'Choose from the list' }
      return route.fulfill({ status: 422, json: { message: 'Please choose again.', fields } })
    }
    if (tries > 2) return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
  await openForm(page)
  await fillIn(page, person)
  await send(page)
  await expect(page.getByRole('alert')).toBeFocused()
  await expect(page.getByRole('alert')).toContainText('Please choose again.')
  await expect(control(page, 'course')).toHaveAccessibleDescription(/Choose from the list/)
  await expect(control(page, 'first_name')).toHaveValue(person.first_name)

  await submitButton(page).click()
  await sendButton(page).dblclick()
  // The page sends the application again by itself.
  await expect(page.getByRole('heading', { name: 'Received' })).toBeVisible()
  const call = await api(request)
  expect(await call('GET', `/admin/attachments?q=${person.email}`)).toHaveLength(1)
})

test('a page that came without its lists loads them from the API', async ({ page, server }) => {
  const held = await hold(page, '**/api/users/departments')
  await withoutLists(server.variables, () => page.goto(path))
  await expect(page.getByText('Loading Application Form...')).toBeVisible()
  held.letGo()
  await expect(control(page, 'department')).toBeVisible()
})

test(
  'lists that stay away are said so after the retries',
  { tag: onlyInAll() },
  async ({ page, server }) => {
    let tries = 0
    await page.clock.install()
    await page.route('**/api/users/institutions', (route) => {
      tries++
      return route.abort()
    })
    await withoutLists(server.variables, () => page.goto(path))
    await runUntilTried(page, () => tries, 4)
    await expect(page.getByText('Failed to load form data. Please refresh the page.')).toBeVisible()
    expect(tries).toBe(4)
  },
)

test('the confirmation shows no reference that it was not given', async ({ page }) => {
  await page.goto('/industrial-attachment/success?reference=<b>call 0900</b>')
  await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
  await expect(page.getByText('0900')).toHaveCount(0)

  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL('/')
})

/** Opens the form and waits for hydration: only React disables the course until an institution is chosen. */
async function openForm(page: Page, address = path) {
  await page.goto(address)
  await expect(control(page, 'course')).toBeDisabled()
}

test('the form is sent again only when it has changed, and then within a second', async ({
  request,
}) => {
  const first = await request.get(path)
  const headers = { 'If-None-Match': first.headers()['etag'] ?? '' }
  expect((await request.get(path, { headers })).status()).toBe(304)

  const call = await api(request)
  await call('POST', '/admin/institutions', { name: 'Brand New College', county: 'Lamu' })
  const status = async () => (await request.get(path, { headers })).status()
  await expect.poll(status).toBe(200)
  const second = await request.get(path, { headers })
  expect(await second.text()).toContain('Brand New College')
})

for (const part of ['form-lists', 'application', 'check-answers', 'form-autosave']) {
  test(
    `an application is sent where ${part} could not be loaded`,
    { tag: onlyInAll() },
    async ({ page }) => {
      const file = new RegExp(`/assets/${part}-[\\w-]{8}\\.js$`)
      await page.route(file, (route) => route.abort())
      await page.goto(path)
      await fillIn(page, aPerson(`without-${part}`))
      await send(page)
      await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
    },
  )
}
