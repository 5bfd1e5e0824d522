/**
 * Plays the main job with keys and mouse on a running server: a student finds the form and applies,
 * staff accept, the student reads it. The arguments are the server's URL and the administrator's
 * e-mail address and password.
 */
import { chromium, expect, type Page } from '@playwright/test'
import { findChromium } from './support/chromium.ts'
import { choose, pickDate, tick, type } from './support/hands.ts'

/** Without a locale, headless Chromium finds no option by its letters. */
const locale = 'en-GB'
const [url = '', email = '', password = ''] = process.argv.slice(2)
const student = {
  first_name: 'Amina',
  last_name: 'Omar',
  phone_number: '0712345678',
  email: 'amina.omar@example.org',
  residential_location: 'Old Town',
  about_yourself: 'I build boats.',
  community_engagement_statement: 'I teach swimming.',
  understanding_of_swahilipot: 'A roof for ideas.',
  resume_url: 'https://a.example/cv',
  cover_letter_url: 'https://a.example/letter',
  linkedin_url: 'https://a.example/amina',
}

const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
try {
  const page = await browser.newPage({ locale, viewport: { width: 360, height: 740 } })
  page.setDefaultTimeout(20_000)
  const reference = await apply(page)
  const office = await browser.newPage({ locale, viewport: { width: 1280, height: 800 } })
  await accept(office)
  await readStatus(page, reference)
  process.stdout.write(`The main job: applied as ${reference}, accepted, read on the status page\n`)
} finally {
  await browser.close()
}

async function apply(page: Page) {
  const field = (name: string) => page.locator(`[name="${name}"]`)
  await page.goto(url)
  await page.getByRole('main').getByRole('link', { name: 'Industrial Attachment Program' }).click()
  await page.getByRole('link', { name: 'Apply Now' }).first().click()
  for (const name of ['resume_url', 'cover_letter_url']) {
    await page
      .locator('details', { has: field(name) })
      .locator('summary')
      .click()
  }
  for (const [name, text] of Object.entries(student)) await type(field(name), text)
  await choose(field('gender'), 'Female')
  await pickDate(field('date_of_birth'), '2003-04-05')
  for (const institution of ['Pwani University', 'Technical University of Mombasa']) {
    await choose(field('institution'), institution)
    await expect(field('course')).toBeEnabled()
    await choose(field('course'), 1)
  }
  await choose(field('department'), 'Communication')
  await choose(field('year_of_study'), 'Year 3')
  await pickDate(field('expected_graduation_date'), '2028-11-30')
  await tick(field('agree_terms'))
  await page.getByRole('button', { name: 'Check your answers' }).click()
  await expect(page.locator('dd', { hasText: 'Technical University of Mombasa' })).toBeVisible()
  await page.getByRole('main').locator('button[type="submit"]:not([name])').click()
  await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
  return (await page.getByText(/^SPH-/).textContent()) ?? ''
}

async function accept(page: Page) {
  await page.goto(`${url}/login`)
  await type(page.getByLabel('Email'), email)
  await type(page.getByLabel('Password', { exact: true }), password)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Applications', exact: true }).first().click()
  await type(page.getByPlaceholder(/^Search by name/), student.email)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.locator('[data-opens]').click()
  const panel = page.getByRole('dialog')
  await expect(panel).toContainText(student.about_yourself)
  await panel.getByRole('button', { name: /^Accept/ }).click()
  await expect(page.getByRole('row').filter({ hasText: student.email })).toContainText('Accepted')
}

async function readStatus(page: Page, reference: string) {
  await page.goto(`${url}/industrial-attachment/status`)
  await type(page.locator('[name="reference"]'), reference)
  await type(page.locator('[name="contact"]'), student.email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /accepted/i })).toBeVisible()
}
