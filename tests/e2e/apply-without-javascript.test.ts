import type { Locator, Page } from '@playwright/test'

import { emptyPdf } from '../support/documents.ts'
import {
  choose,
  clear,
  clearDate,
  pickDate,
  tick,
  type,
  untilRestorable,
} from '../support/hands.ts'
import {
  aPerson,
  control,
  fillIn,
  people,
  send,
  sendButton,
  submitButton,
} from './application-form.ts'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { api, expect, openBackOffice, onlyInAll, test } from './support.ts'

const path = '/industrial-attachment/apply'
const referenceId = /SPH-\d{4}-[0-9A-HJKMNP-TV-Z]{8}/

test.use({ javaScriptEnabled: false })

test('without JavaScript an applicant applies', { tag: '@both-engines' }, async ({ page }) => {
  const person = aPerson('plain')
  await page.goto(path)
  await fillIn(page, person)
  await untilRestorable()
  await breakNetwork(page, submitButton(page))
  await expect(control(page, 'about_yourself')).toHaveValue(person.about_yourself)
  await expect(control(page, 'linkedin_url')).toHaveValue(/linkedin/)
  await submitButton(page).click()
  await breakNetwork(page, sendButton(page))
  await expect(control(page, 'linkedin_url')).toHaveValue(/linkedin/)
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
  await type(control(page, 'resume_url'), 'javascript:alert(1)')
  await type(control(page, 'email'), 'not an address')
  await clearDate(control(page, 'available_start_date'))
  await pickDate(control(page, 'expected_graduation_date'), person.date_of_birth)
  await tick(control(page, 'can_attend_onsite'), false)
  const course = await control(page, 'course').inputValue()
  await submitButton(page).click()

  await expect(control(page, 'resume_url')).toHaveAccessibleDescription(/Valid URL required/)
  await expect(control(page, 'email')).toHaveAccessibleDescription(/Valid email required/)
  await expect(control(page, 'available_start_date')).toHaveAccessibleDescription(/Required/)
  await expect(control(page, 'expected_graduation_date')).toHaveAccessibleDescription(
    /Choose a day after your date of birth/,
  )
  await expect(page.getByRole('alert')).toContainText('4 answers are missing or need a change.')
  await expect(page.getByRole('alert')).toContainText('CV: Choose a file, or paste a link')
  await expect(control(page, 'resume_url')).toHaveValue('javascript:alert(1)')
  await expect(control(page, 'first_name')).toHaveValue(person.first_name)
  await expect(control(page, 'about_yourself')).toHaveValue(person.about_yourself)
  await expect(control(page, 'gender')).toHaveValue(person.gender)
  await expect(control(page, 'course')).toHaveValue(course)
  await expect(control(page, 'can_attend_onsite')).not.toBeChecked()
  await expect(control(page, 'agree_terms')).toBeChecked()

  await clear(control(page, 'email'))
  await type(control(page, 'email'), person.email)
  await submitButton(page).click()
  await expect(page.getByRole('alert')).toContainText('3 answers are missing or need a change.')
  await page.goBack()
  await expect(page.getByRole('alert')).toContainText('4 answers are missing or need a change.')
  await expect(control(page, 'email')).toHaveValue(person.email)

  await type(control(page, 'resume_url'), person.resume_url)
  await pickDate(control(page, 'available_start_date'), person.available_start_date)
  await pickDate(control(page, 'expected_graduation_date'), person.expected_graduation_date)
  await send(page)
  await expect(page.getByText(referenceId)).toBeVisible()
})

/** The network breaks while a form is sent, and the person goes back from the browser's error page. */
async function breakNetwork(page: Page, button: Locator) {
  await expect(button).toBeVisible()
  await page.route('**', (route) => route.abort('connectionreset'))
  await button.click()
  await expect(page.getByRole('main')).toHaveCount(0)
  await page.unroute('**')
  await page.goBack()
}

test(
  'without JavaScript the answers go along to the other language, which is remembered',
  { tag: onlyInAll() },
  async ({ page }) => {
    const person = aPerson('plain-language')
    await page.goto(path)
    await type(control(page, 'first_name'), person.first_name)
    await tick(control(page, 'can_attend_onsite'), false)
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
  },
)

test(
  "without JavaScript Enter does what the form's own button does",
  { tag: onlyInAll() },
  async ({ page }) => {
    for (const address of [path, `/sw${path}`]) {
      await page.goto(address)
      await type(control(page, 'first_name'), 'Enters')
      await control(page, 'first_name').press('Enter')
      await expect(page.getByRole('alert')).toBeVisible()
      await expect(page).toHaveURL(`${address}?`)
      await expect(control(page, 'first_name')).toHaveValue('Enters')
      await expect(control(page, 'email')).toHaveAttribute('aria-invalid', 'true')
    }

    await page.goto(path)
    await fillIn(page, aPerson('plain-enter'))
    await control(page, 'first_name').press('Enter')
    await expect(page.getByRole('heading', { name: 'Check your answers' })).toBeVisible()
  },
)

test(
  'without JavaScript a course of another institution is refused',
  { tag: onlyInAll() },
  async ({ page }) => {
    await page.goto(path)
    await fillIn(page, aPerson('plain-mismatch'))
    await choose(control(page, 'institution'), 'Pwani University')
    await send(page)

    await expect(control(page, 'course')).toHaveAccessibleDescription(
      /Choose a course of the chosen institution/,
    )
  },
)

test(
  'without JavaScript the same page sent twice is one application',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    await page.goto(path)
    const form = { ...aPerson('plain-twice'), ...(await choices(page)) }
    const answers = [
      await request.post(path, { form, maxRedirects: 0 }),
      await request.post(path, { form, maxRedirects: 0 }),
    ]

    const [first, second] = answers.map((answer) => answer.headers()['location'])
    expect(first).toMatch(referenceId)
    expect(second).toBe(first)
  },
)

const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: emptyPdf })
const heading = (page: Page, name: string) => page.getByRole('heading', { name })

/** Fills in the form without links and goes to the step for files. */
async function openDocumentStep(page: Page, who: string) {
  const person = aPerson(who)
  await page.goto(path)
  await fillIn(page, person)
  await clear(control(page, 'resume_url'))
  await clear(control(page, 'cover_letter_url'))
  await submitButton(page).click()
  await expect(heading(page, 'Your CV and cover letter')).toBeVisible()
  return person
}

test('without JavaScript an applicant sends files in a step of its own', async ({
  page,
  request,
}) => {
  const person = await openDocumentStep(page, 'plain-files')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(control(page, 'resume_file')).toHaveAccessibleDescription(/PDF.* up to 5 MB/)
  await control(page, 'resume_file').setInputFiles(pdf('My CV.pdf'))
  await control(page, 'cover_letter_file').setInputFiles(pdf('Letter.pdf'))
  await submitButton(page).click()

  await expect(heading(page, 'Check your answers')).toBeVisible()
  await expect(page.getByText('File: My CV.pdf, 1 KB')).toBeVisible()
  await expect(page.getByText(person.about_yourself)).toBeVisible()
  await sendButton(page).click()
  await expect(heading(page, 'Application Submitted!')).toBeVisible()
  const call = await api(request)
  const [stored] = await call('GET', `/admin/attachments?q=${person.email}`)
  expect(stored.documents).toMatchObject([
    { purpose: 'cv', name: 'My CV.pdf' },
    { purpose: 'cover_letter', name: 'Letter.pdf' },
  ])
})

test(
  'without JavaScript a refused file loses neither the other file nor what was typed',
  { tag: onlyInAll() },
  async ({ page }) => {
    const person = await openDocumentStep(page, 'plain-refused')
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic')
    await control(page, 'resume_file').setInputFiles(pdf('My CV.pdf'))
    await control(page, 'cover_letter_file').setInputFiles({
      name: 'IMG_1.HEIC',
      mimeType: 'image/heic',
      buffer: heic,
    })
    await submitButton(page).click()

    await expect(page.getByRole('alert')).toBeFocused()
    await expect(control(page, 'cover_letter_file')).toHaveAccessibleDescription(/HEIC.*screenshot/)
    await expect(page.getByText('File: My CV.pdf, 1 KB')).toBeVisible()
    await page
      .getByRole('alert')
      .getByRole('link', { name: /^Cover letter/ })
      .click()
    await expect(control(page, 'cover_letter_file')).toBeFocused()
    await type(control(page, 'cover_letter_url'), 'nothing')
    await submitButton(page).click()
    await expect(control(page, 'cover_letter_url')).toHaveAccessibleDescription(
      /Valid URL required/,
    )
    await expect(control(page, 'cover_letter_url')).toHaveValue('nothing')
    await type(control(page, 'cover_letter_url'), 'https://files.example.com/letter.pdf')
    await submitButton(page).click()

    await expect(page.getByText('File: My CV.pdf, 1 KB')).toBeVisible()
    await expect(page.getByText('https://files.example.com/letter.pdf')).toBeVisible()
    await expect(page.getByText(person.about_yourself)).toBeVisible()
    await sendButton(page).click()
    await expect(heading(page, 'Application Submitted!')).toBeVisible()
  },
)

test(
  'without JavaScript files stay chosen on the way back to the form, and can be removed',
  { tag: onlyInAll() },
  async ({ page }) => {
    const person = await openDocumentStep(page, 'plain-back')
    await control(page, 'resume_file').setInputFiles(pdf('My CV.pdf'))
    await control(page, 'cover_letter_file').setInputFiles(pdf('Letter.pdf'))
    await page.getByRole('button', { name: 'Back to the form' }).click()
    await expect(page.getByRole('group', { name: 'CV' })).toContainText('File: My CV.pdf, 1 KB')
    await expect(control(page, 'email')).toHaveValue(person.email)
    await page.getByRole('button', { name: 'Add or change files' }).click()
    await tick(page.getByLabel('Do not send this file').last())
    await submitButton(page).click()

    await expect(control(page, 'cover_letter_file')).toHaveAccessibleDescription(
      /Choose a file or give a link/,
    )
    await expect(page.getByText('Letter.pdf')).toHaveCount(0)
    await expect(page.getByText('File: My CV.pdf, 1 KB')).toBeVisible()
  },
)

test(
  'without JavaScript the step for files goes along to the other language',
  { tag: onlyInAll() },
  async ({ page }) => {
    await openDocumentStep(page, 'plain-files-language')
    await control(page, 'resume_file').setInputFiles(pdf('My CV.pdf'))
    await submitButton(page).click()
    await page.getByRole('button', { name: 'Kiswahili' }).click()
    await expect(page).toHaveURL(`/sw${path}`)
    await expect(heading(page, 'Wasifu (CV) na barua yako ya maombi')).toBeVisible()
    await expect(page.getByText('Faili: My CV.pdf, 1 KB')).toBeVisible()
    await control(page, 'cover_letter_file').setInputFiles(pdf('Barua.pdf'))
    await control(page, 'resume_url').press('Enter')
    await expect(page.getByText('Faili: Barua.pdf, 1 KB')).toBeVisible()
    await sendButton(page).click()
    await expect(page.getByText(referenceId)).toBeVisible()
  },
)

test(
  'without JavaScript the step for files is accessible and fits a phone',
  { tag: onlyInAll() },
  async ({ page, browser, baseURL }) => {
    test.setTimeout(90_000)
    // axe needs scripts: it examines a copy in a page with scripts.
    const viewport = { width: 320, height: 700 }
    const context = await browser.newContext({
      javaScriptEnabled: true,
      viewport,
      ...(baseURL && { baseURL }),
    })
    const copy = await context.newPage()
    await copy.goto('/industrial-attachment/status')
    const examine = async () => {
      const main = await page.getByRole('main').evaluate(({ outerHTML }) => outerHTML)
      await copy.getByRole('main').evaluate((old, html) => void (old.outerHTML = html), main)
      await expectAccessible(copy)
      await expectNoSidewaysScroll(copy)
    }

    await openDocumentStep(page, 'plain-files-axe')
    await examine()
    await control(page, 'resume_file').setInputFiles(pdf(`${'long-name-'.repeat(15)}.pdf`))
    await submitButton(page).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await examine()
    await context.close()
  },
)

test(
  '200 people apply through the form and staff find, accept, archive and export them',
  { tag: onlyInAll() },
  async ({ page, browser, baseURL, request }) => {
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

    const context = await browser.newContext({
      javaScriptEnabled: true,
      ...(baseURL && { baseURL }),
    })
    const office = await context.newPage()
    await openBackOffice(office, '/admin/industrial-attachments?q=season.')
    await expect(office.getByText('1 to 25 of 200')).toBeVisible()

    await type(office.getByPlaceholder(/^Search by name/), 'season.117@')
    const row = office.getByRole('row').filter({ hasText: 'season.117@example.org' })
    await row.getByRole('button', { name: /^Accept Application/ }).click()
    await expect(row).toContainText('Accepted')
    const download = office.waitForEvent('download')
    await office.getByRole('button', { name: 'Export CSV' }).click()
    expect((await download).suggestedFilename()).toMatch(
      /^industrial_attachments_\d{8}_\d{6}\.csv$/,
    )
    await expect(office.getByText('Export completed successfully')).toBeVisible()
    await row.getByRole('button', { name: /^Archive/ }).click()
    await expect(office.getByText('No industrial attachment applications found.')).toBeVisible()
    await context.close()
  },
)

/** Values of the form that its hidden fields contain. */
async function choices(page: Page) {
  await fillIn(page, aPerson('choices'))
  const names = ['institution', 'department', 'course', 'available_start_date']
  const entries = names.map(async (name) => [name, await control(page, name).inputValue()] as const)
  return { ...Object.fromEntries(await Promise.all(entries)), agree_terms: 'true' }
}
