import type { Page } from '@playwright/test'

import { aPerson, control, fillIn, people, send, submitButton } from './application-form.ts'
import { expect, openBackOffice, test } from './support.ts'

const path = '/industrial-attachment/apply'
const referenceId = /SPH-\d{4}-[0-9A-HJKMNP-TV-Z]{8}/

test.use({ javaScriptEnabled: false })

test('without JavaScript an applicant applies', { tag: '@both-engines' }, async ({ page }) => {
  await page.goto(path)
  await fillIn(page, aPerson('plain'))
  await send(page)

  await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
  const reference = await page.getByText(referenceId).textContent()
  await page.reload()
  await expect(page.getByText(reference ?? '')).toBeVisible()
})

test('without JavaScript mistakes stand beside the fields and all that was typed is kept', async ({
  page,
}) => {
  const person = aPerson('plain-mistakes')
  await page.goto(path)
  await fillIn(page, person)
  await control(page, 'resume_url').fill('javascript:alert(1)')
  await control(page, 'email').fill('not an address')
  await control(page, 'available_start_date').fill('')
  await control(page, 'can_attend_onsite').uncheck()
  const course = await control(page, 'course').inputValue()
  await submitButton(page).click()

  await expect(control(page, 'resume_url')).toHaveAccessibleDescription(/Valid URL required/)
  await expect(control(page, 'email')).toHaveAccessibleDescription(/Valid email required/)
  await expect(control(page, 'available_start_date')).toHaveAccessibleDescription(/Required/)
  await expect(page.getByRole('alert')).toContainText('Valid URL required')
  await expect(control(page, 'resume_url')).toHaveValue('javascript:alert(1)')
  await expect(control(page, 'first_name')).toHaveValue(person.first_name)
  await expect(control(page, 'about_yourself')).toHaveValue(person.about_yourself)
  await expect(control(page, 'gender')).toHaveValue(person.gender)
  await expect(control(page, 'course')).toHaveValue(course)
  await expect(control(page, 'can_attend_onsite')).not.toBeChecked()
  await expect(control(page, 'agree_terms')).toBeChecked()

  await control(page, 'resume_url').fill(person.resume_url)
  await control(page, 'email').fill(person.email)
  await control(page, 'available_start_date').fill(person.available_start_date)
  await send(page)
  await expect(page.getByText(referenceId)).toBeVisible()
})

test('without JavaScript the answers go along to the other language, which is remembered', async ({
  page,
}) => {
  const person = aPerson('plain-language')
  await page.goto(path)
  await control(page, 'first_name').fill(person.first_name)
  await control(page, 'can_attend_onsite').uncheck()
  await page.getByRole('button', { name: 'Kiswahili' }).click()
  await expect(page).toHaveURL(`/sw${path}`)
  await expect(control(page, 'first_name')).toHaveValue(person.first_name)
  await expect(control(page, 'can_attend_onsite')).not.toBeChecked()
  await expect(page.getByRole('alert')).toBeHidden()

  await fillIn(page, person)
  await submitButton(page).click()
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { name: 'Check your answers' })).toBeVisible()
  await expect(page.getByText(person.about_yourself)).toBeVisible()

  await page.goto(path)
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('link', { name: 'Kiswahili' })).toBeHidden()
})

test("without JavaScript Enter does what the form's own button does", async ({ page }) => {
  for (const address of [path, `/sw${path}`]) {
    await page.goto(address)
    await control(page, 'first_name').fill('Enters')
    await control(page, 'first_name').press('Enter')
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page).toHaveURL(address)
    await expect(control(page, 'first_name')).toHaveValue('Enters')
    await expect(control(page, 'email')).toHaveAttribute('aria-invalid', 'true')
  }

  await page.goto(path)
  await fillIn(page, aPerson('plain-enter'))
  await control(page, 'first_name').press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your answers' })).toBeVisible()
})

test('without JavaScript a course of another institution is refused', async ({ page }) => {
  await page.goto(path)
  await fillIn(page, aPerson('plain-mismatch'))
  await control(page, 'institution').selectOption({ label: 'Pwani University' })
  await send(page)

  await expect(control(page, 'course')).toHaveAccessibleDescription(
    /Choose a course of the chosen institution/,
  )
})

test('without JavaScript the same page sent twice is one application', async ({
  page,
  request,
}) => {
  await page.goto(path)
  const form = { ...aPerson('plain-twice'), ...(await choices(page)) }
  const answers = [
    await request.post(path, { form, maxRedirects: 0 }),
    await request.post(path, { form, maxRedirects: 0 }),
  ]

  const [first, second] = answers.map((answer) => answer.headers()['location'])
  expect(first).toMatch(referenceId)
  expect(second).toBe(first)
})

test('200 people apply through the form and staff find, accept, archive and export them', async ({
  page,
  browser,
  baseURL,
  request,
}) => {
  test.setTimeout(120_000)
  await page.goto(path)
  const chosen = await choices(page)
  for (const person of people(200, 'season')) {
    const answer = await request.post(path, {
      form: { ...person, ...chosen, idempotency_key: crypto.randomUUID() },
      maxRedirects: 0,
    })
    expect(answer.status(), await answer.text()).toBe(303)
  }

  const context = await browser.newContext({ javaScriptEnabled: true, ...(baseURL && { baseURL }) })
  const office = await context.newPage()
  await openBackOffice(office, '/admin/industrial-attachments?q=season.')
  await expect(office.getByText('1 to 25 of 200')).toBeVisible()

  await office.getByPlaceholder(/^Search by name/).fill('season.117@')
  const row = office.getByRole('row').filter({ hasText: 'season.117@example.org' })
  await row.getByRole('button', { name: /^Accept Application/ }).click()
  await expect(row).toContainText('Accepted')
  const download = office.waitForEvent('download')
  await office.getByRole('button', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^industrial_attachments_\d{8}_\d{6}\.csv$/)
  await expect(office.getByText('Export completed successfully')).toBeVisible()
  await row.getByRole('button', { name: /^Archive/ }).click()
  await expect(office.getByText('No industrial attachment applications found.')).toBeVisible()
  await context.close()
})

/** Values of the form that its hidden fields contain. */
async function choices(page: Page) {
  await fillIn(page, aPerson('choices'))
  const names = ['institution', 'department', 'course', 'available_start_date']
  const entries = names.map(async (name) => [name, await control(page, name).inputValue()] as const)
  return { ...Object.fromEntries(await Promise.all(entries)), agree_terms: 'true' }
}
