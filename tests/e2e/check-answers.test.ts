import { brotliCompressSync } from 'node:zlib'
import type { Page } from '@playwright/test'

import { paste, tick } from '../support/hands.ts'
import { aPerson, control, fillIn, sendButton, study, submitButton } from './application-form.ts'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { openFilledIn } from './drafts.ts'
import { expect, hold, onlyInAll, test } from './support.ts'
import { expectValidHtml } from './valid-html.ts'

const path = '/industrial-attachment/apply'
const longAnswer = 'https://example.org/'.repeat(20)
const person = { ...aPerson('check'), gender: 'Female' as const, year_of_study: 'Year 2' as const }

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? 'with JavaScript' : 'without JavaScript',
    { tag: onlyInAll(!javaScriptEnabled) },
    () => {
      test.use({ javaScriptEnabled })

      test('all answers are shown in words before they are sent, and each section leads back to it', async ({
        page,
      }) => {
        await open(page)
        await submitButton(page).click()

        await expect(page.getByRole('heading', { name: 'Check your answers' })).toBeVisible()
        await expect(answer(page, 'First name')).toHaveText(person.first_name)
        await expect(answer(page, 'Middle name')).toHaveText('Not given')
        await expect(answer(page, 'Gender')).toHaveText(person.gender)
        await expect(answer(page, 'Year of study')).toHaveText(/^Year 2Is this right\?/)
        await expect(answer(page, 'Date of birth')).toHaveText('27 March 2004')
        await expect(answer(page, 'Institution')).toHaveText(study.institution)
        await expect(answer(page, 'Course')).toHaveText(/^(?![\w-]{36}$).{4,}/)
        await expect(answer(page, 'Department you want to join')).toHaveText(study.department)
        await expect(answer(page, 'CV')).toHaveText(person.resume_url)
        await expect(answer(page, 'About yourself')).toHaveText(person.about_yourself)
        await expect(answer(page, 'I can attend on site')).toHaveText('No')
        await expect(answer(page, 'I agree to the terms')).toHaveText('Yes')
        await expect(control(page, 'about_yourself').and(page.locator(':visible'))).toHaveCount(0)

        await page.emulateMedia({ media: 'print' })
        await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
        if (javaScriptEnabled) {
          const ink = await page.locator('body').evaluate((body) => getComputedStyle(body).color)
          await expect(page.getByText(/^It takes about/)).toHaveCSS('color', ink)
        }
        await page.emulateMedia({ media: null })

        await page.getByRole('button', { name: 'Change: Personal Statements' }).click()

        const section = page.getByRole('group', { name: 'Personal Statements' })
        await expect(section).toBeFocused()
        await expect(section).toBeInViewport()
        await expect(control(page, 'first_name')).toHaveValue(person.first_name)
        await expect(control(page, 'can_attend_onsite')).not.toBeChecked()
        await expect(control(page, 'course')).not.toHaveValue('')
        await paste(control(page, 'about_yourself'), 'Something\nelse')
        await submitButton(page).click()
        await expect(answer(page, 'About yourself')).toHaveText('Something\nelse')
        await sendButton(page).click()
        await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
      })
    },
  )
}

test('the answers to check are accessible, valid HTML, and Back leads to the form as it was', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await openWithDraft(page)
  await paste(control(page, 'about_yourself'), longAnswer)
  let requests = 0
  page.on('request', (request) => (requests += request.resourceType() === 'script' ? 0 : 1))
  await submitButton(page).click()

  await expect(page.getByRole('heading', { name: 'Check your answers' })).toBeFocused()
  expect(requests).toBe(0)
  await expectValidHtml(await page.content())
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.goBack()
  await expect(submitButton(page)).toBeFocused()
  await expect(submitButton(page)).toBeInViewport()
  await expect(control(page, 'about_yourself')).toHaveValue(longAnswer)
  await page.goForward()
  await expect.poll(() => page.evaluate(() => history.state)).toBeNull()
  await submitButton(page).click()
  await expect(page.getByRole('heading', { name: 'Check your answers' })).toBeFocused()
  await page.goBack()
  await expect(submitButton(page), 'one Back is enough').toBeFocused()
})

test(
  'Back while the application is being sent stays where it is',
  { tag: onlyInAll() },
  async ({ page }) => {
    await open(page)
    await submitButton(page).click()
    const { begun, letGo } = await hold(page, '**/api/users/industrial-attachments')
    await sendButton(page).click()
    await begun
    await page.goBack()
    await expect.poll(() => page.evaluate(() => history.state)).toEqual({ check: true })
    await expect(sendButton(page)).toHaveText('Submitting Application...')
    await expect(submitButton(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Change: Personal Statements' })).toBeDisabled()
    letGo()
    await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
  },
)

/** The page's own address, with an empty query: see app/site/application/own-page-action.ts. */
const sentPlainly = `**${path}?`

test.describe('without the worker', () => {
  // Playwright does not see a service worker's requests, so the tests could not intercept submissions.
  test.use({ serviceWorkers: 'block' })

  test(
    'the reference is there while the confirmation does not come',
    { tag: onlyInAll() },
    async ({ page }) => {
      await open(page)
      await submitButton(page).click()
      await stayOnce(page, '**/industrial-attachment/success?*')
      await sendButton(page).click()
      await expect(page.locator('#receipt')).toBeFocused()
      await page.goBack()
      await expect.poll(() => page.evaluate(() => history.state)).toBeNull()
      await expect(page.locator('#receipt')).toContainText(/SPH-/)
      await expect(sendButton(page)).toBeHidden()
      await expect(submitButton(page)).toBeHidden()
      await page.getByRole('link', { name: 'Open the confirmation' }).click()
      await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
    },
  )

  test(
    'what is sent plainly can be stopped and sent again',
    { tag: onlyInAll() },
    async ({ page }) => {
      await page.clock.install()
      await checkUnkept(page)
      await stayOnce(page, sentPlainly)
      const tried = page.waitForResponse(sentPlainly)
      await sendButton(page).click()
      await tried
      await page.clock.runFor(15_000)
      await expect(sendButton(page)).toHaveText('Submit Application')
      await sendButton(page).click()
      await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
    },
  )

  test('what is sent plainly is sent once, however often it is tapped', async ({ page }) => {
    await checkUnkept(page)
    const { begun, letGo } = await hold(page, sentPlainly)
    let tries = 0
    page.on('request', (request) => (tries += request.method() === 'POST' ? 1 : 0))
    const tapped = page.waitForRequest('**/tapped')
    await page.evaluate(tapOften)
    await begun
    await tapped
    letGo()
    await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
    expect(tries).toBe(1)
    expect(await page.evaluate(() => sessionStorage.getItem('button'))).toBe(
      'Submitting Application... disabled',
    )
  })
})

test(
  'after a reload over the answers Back leads out of the form at once',
  { tag: onlyInAll() },
  async ({ page }) => {
    await page.goto('/industrial-attachment')
    await open(page)
    await submitButton(page).click()
    await expect(page.getByRole('heading', { name: 'Check your answers' })).toBeFocused()
    await page.reload()
    await expect.poll(() => page.evaluate(() => history.state)).toBeNull()
    await expect(control(page, 'about_yourself')).toHaveValue(person.about_yourself)
    await page.goBack()
    await expect(page).toHaveURL('/industrial-attachment')
  },
)

test('an application posted without a step is received at once', async ({ page, request }) => {
  await openWithDraft(page)
  const form = await page
    .locator('form[method=post]')
    .evaluate((element: HTMLFormElement) =>
      Object.fromEntries(
        [...new FormData(element)].flatMap(([name, value]) =>
          typeof value === 'string' ? [[name, value] as const] : [],
        ),
      ),
    )
  const posted = await request.post(path, { form, maxRedirects: 0 })
  expect(posted.status()).toBe(303)
  const checked = await request.post(path, { form: { ...form, step: 'check' } })
  expect(checked.status()).toBe(200)
  // Applicants without scripts have prepaid data: the page must stay small.
  expect(brotliCompressSync(await checked.text()).byteLength).toBeLessThan(10_000)
  expect(await checked.text()).not.toContain('data-props')
})

test('the answers to check are accessible at 1280 px', { tag: onlyInAll() }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page)
  await paste(control(page, 'about_yourself'), longAnswer)
  await submitButton(page).click()
  await expect(page.getByRole('heading', { name: 'Check your answers' })).toBeFocused()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

/** Opens the check of the answers while the script that stores and sends them cannot be loaded. */
async function checkUnkept(page: Page) {
  await page.route(/\/assets\/form-autosave-[\w-]{8}\.js$/, (route) => route.abort())
  await open(page)
  await submitButton(page).click()
  await expect(sendButton(page)).toBeVisible()
}

/**
 * Clicks the send button ten times, stores its last text and state in sessionStorage, and requests
 * /tapped. The test cannot read the page itself, because the browser is leaving it.
 */
function tapOften() {
  const button = document.querySelector<HTMLButtonElement>('main [type=submit]:not([name])')!
  let taps = 0
  const timer = setInterval(() => {
    button.click()
    if (++taps < 10) return
    clearInterval(timer)
    const state = button.disabled ? 'disabled' : 'enabled'
    sessionStorage.setItem('button', `${button.innerText} ${state}`)
    void fetch('/tapped')
  }, 50)
}

/** Answers the next request for the address with 204, so that the browser stays on its page. */
function stayOnce(page: Page, address: string) {
  return page.route(address, (route) => route.fulfill({ status: 204 }), { times: 1 })
}

async function open(page: Page) {
  await page.goto(path)
  await fillIn(page, { ...person, date_of_birth: '2004-03-27' })
  await tick(control(page, 'can_attend_onsite'), false)
}

/** As `open`, where the hands do not matter. */
async function openWithDraft(page: Page) {
  await openFilledIn(page, { ...person, date_of_birth: '2004-03-27' })
  await tick(control(page, 'can_attend_onsite'), false)
}

function answer(page: Page, label: string) {
  const term = page.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) })
  return term.locator('xpath=following-sibling::dd')
}
