import type { Locator, Page } from '@playwright/test'

import { choose, pickDate } from '../support/hands.ts'
import { pdfOf } from '../support/uploads.ts'
import { aPerson, control, fillIn, sendButton, submitButton } from './application-form.ts'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { createIntake } from './intakes.ts'
import { expect, test, onlyInAll } from './support.ts'

test.use({ ownServer: 'papers when applying', viewport: { width: 360, height: 780 } })

const path = '/industrial-attachment/apply'
const asked = (purpose: string) => ({ purpose, asked: 'applying' })
const pdf = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(pdfOf(20_000)),
})

/** Clicks a button or a file control, and chooses a file. */
async function pick(page: Page, button: Locator, name: string) {
  const chooser = page.waitForEvent('filechooser')
  await button.click()
  await (await chooser).setFiles(pdf(name))
}

test('a form asks for the papers of its intake, keeps them, and asks for one that is new', async ({
  page,
  request,
}) => {
  const other = await createIntake(request, 'papers-none', {
    places: 1,
    applications: 0,
    papers: [],
  })
  const papers = [asked('introduction_letter')]
  const { intake, call } = await createIntake(request, 'papers-first', {
    places: 1,
    applications: 0,
    papers,
  })
  const person = aPerson('papers-with-scripts')
  await page.goto(path)
  const letter = page.getByRole('group', { name: 'Introduction letter from your college' })
  await choose(control(page, 'intake'), other.intake._id)
  await expect(letter).toHaveCount(0)
  await choose(control(page, 'intake'), intake._id)
  await expect(letter).toBeVisible()
  await submitButton(page).click()
  await expect(page.getByRole('alert')).toContainText(
    'Introduction letter from your college: We ask for this paper with the application.',
  )
  await fillIn(page, person)
  await pick(page, letter.getByRole('button'), 'letter.pdf')
  await expect(letter).toContainText('letter.pdf (20 KB)')
  await expect(letter).not.toContainText('We ask for this paper')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await expect(page.locator('a[href="#kept-notice"]')).toHaveText('Saved on this device')

  await page.reload()
  await expect(control(page, 'email')).toHaveValue(person.email)
  await expect(letter, 'the file is kept with the draft').toContainText('letter.pdf (20 KB)')
  await submitButton(page).click()
  const answer = page.locator('dt', { hasText: 'Introduction letter' }).locator('+ dd')
  await expect(answer).toHaveText(/^File: letter\.pdf, 20 KB$/)

  const change = { ...intake, papers: [...papers, asked('insurance')] }
  await call('PUT', `/admin/intakes/${intake._id}`, change)
  await sendButton(page).click()
  const insurance = page.getByRole('group', { name: 'Insurance cover' })
  await expect(insurance).toContainText('We ask for this paper with the application.')
  await expect(control(page, 'email')).toHaveValue(person.email)
  await expect(letter).toContainText('letter.pdf')
  await pick(page, insurance.getByRole('button'), 'cover.pdf')
  await submitButton(page).click()
  await sendButton(page).click()
  await page.waitForURL(/success/)
  const [found] = await call('GET', `/admin/attachments?q=${person.email}`)
  expect(found.papers).toMatchObject([
    { purpose: 'introduction_letter', state: 'sent' },
    { purpose: 'insurance', state: 'sent' },
  ])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test(
    'the step for files asks for the papers of the intake',
    { tag: onlyInAll() },
    async ({ page, request }) => {
      const { intake, call } = await createIntake(request, 'papers-plain', {
        places: 1,
        applications: 0,
        papers: [asked('identity')],
      })
      const person = aPerson('papers-without-scripts')
      await page.goto(path)
      await fillIn(page, person)
      if (await control(page, 'intake').isVisible()) {
        await choose(control(page, 'intake'), intake._id)
        await pickDate(control(page, 'available_start_date'), intake.startsOn)
      }
      await submitButton(page).click()
      const paper = page.getByRole('group', { name: 'National ID or passport' })
      await expect(paper).toBeVisible()
      await submitButton(page).click()
      await expect(paper).toContainText('We ask for this paper with the application.')
      await expectNoSidewaysScroll(page)
      await pick(page, paper.getByLabel('File', { exact: true }), 'id.pdf')
      await submitButton(page).click()
      const answer = page.locator('dt', { hasText: 'National ID' }).locator('+ dd')
      await expect(answer).toHaveText('File: id.pdf, 20 KB')
      await sendButton(page).click()
      await page.waitForURL(/success/)
      const [found] = await call('GET', `/admin/attachments?q=${person.email}`)
      expect(found.papers).toMatchObject([{ purpose: 'identity', state: 'sent' }])
    },
  )
})
