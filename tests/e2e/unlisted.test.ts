import type { Page } from '@playwright/test'

import { choose, type } from '../support/hands.ts'
import {
  aPerson,
  control,
  fillIn,
  send,
  sendButton,
  study,
  submitButton,
} from './application-form.ts'
import { expectAccessible } from './axe.ts'
import { goOffline, saved } from './drafts.ts'
import { list, rowOf } from './records.ts'
import { api, enterBackOffice, expect, onlyInAll, test } from './support.ts'

const path = '/industrial-attachment/apply'
const openers = (page: Page) => page.getByText('Not in the list? Write its name')

test('an applicant types a college and a course, and staff add them to the list', async ({
  page,
}) => {
  const person = aPerson('unlisted')
  await open(page)
  await fillIn(page, person)
  await openers(page).first().click()
  await type(control(page, 'institution_name'), 'kisumu poly')

  // What was chosen from the list goes, and only a typed course fits.
  await expect(control(page, 'institution')).toHaveValue('')
  await expect(control(page, 'course')).toBeDisabled()
  await expect(control(page, 'course')).toHaveAccessibleDescription(
    'Write the name of your course below.',
  )
  await submitButton(page).click()
  await expect(control(page, 'course_name')).toHaveAccessibleDescription('Required')
  await type(control(page, 'course_name'), 'Boat Building')
  await saved(page, { institution_name: 'kisumu poly', course_name: 'Boat Building' })

  await page.reload()
  await expect(control(page, 'institution_name')).toHaveValue('kisumu poly')
  await expect(control(page, 'institution_name')).toBeVisible()
  await expect(control(page, 'course_name')).toHaveValue('Boat Building')
  await expectAccessible(page)
  await submitButton(page).click()
  await expect(answer(page, 'Institution')).toHaveText('kisumu poly')
  await expect(answer(page, 'Course')).toHaveText('Boat Building')
  await sendButton(page).click()
  await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()

  await enterBackOffice(page, `${list}?q=${person.email}`)
  await expect(rowOf(page, person.email)).toContainText('kisumu poly')
  await expect(rowOf(page, person.email)).toContainText('not in the list')
  await page.getByRole('link', { name: person.first_name }).click()
  await page.getByRole('button', { name: 'Add or choose' }).click()
  const dialog = page.getByRole('dialog', { name: /^Institution and course of/ })
  await expectAccessible(page)
  await type(dialog.getByLabel('Institution Name'), study.institution)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).press('Enter')
  await choose(dialog.getByLabel('County'), 'Kisumu')
  await choose(dialog.getByLabel('Certification'), 'Diploma')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert').or(dialog.getByText(/exists already/))).toBeVisible()
  await type(dialog.getByLabel('Institution Name'), 'Kisumu Polytechnic')
  await dialog.getByRole('button', { name: 'Save' }).click()

  await expect(page.getByText('Institution and course saved successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, person.email)).toContainText('Kisumu Polytechnic')
  await expect(page.getByText('not in the list')).toHaveCount(0)
  await page.goto(path)
  await choose(control(page, 'institution'), 'Kisumu Polytechnic')
  await choose(control(page, 'course'), 'Boat Building')
})

test('a choice from the list replaces a typed name', async ({ page }) => {
  await open(page)
  await choose(control(page, 'institution'), study.institution)
  await openers(page).last().click()
  await type(control(page, 'course_name'), 'Boat Building')
  await choose(control(page, 'course'), 1)
  await expect(control(page, 'course_name')).toHaveValue('')
  await type(control(page, 'course_name'), 'Boat Building')
  await expect(control(page, 'course')).toHaveValue('')
  await choose(control(page, 'institution'), 'Pwani University')
  await expect(control(page, 'course_name')).toHaveValue('')
})

test(
  'typed names wait offline and arrive when the network is back',
  { tag: onlyInAll() },
  async ({ page, context, request }) => {
    const person = aPerson('unlisted-offline')
    await open(page)
    await fillIn(page, person)
    await openers(page).last().click()
    await type(control(page, 'course_name'), 'Boat Building')
    await goOffline(page)
    await send(page)
    await expect(page.getByRole('heading', { name: 'Waiting for network' })).toBeVisible()

    await context.setOffline(false)
    await expect(page.getByRole('heading', { name: 'Received' })).toBeVisible()
    const ask = await api(request)
    const found = await ask('GET', `/admin/attachments?q=${person.email}`)
    expect(found).toMatchObject([
      { institution: { name: study.institution }, course: null, course_name: 'Boat Building' },
    ])
  },
)

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test(
    'without JavaScript an applicant types a college and a course',
    { tag: onlyInAll() },
    async ({ page }) => {
      await page.goto(path)
      await fillIn(page, aPerson('unlisted-plain'))
      await openers(page).first().click()
      await type(control(page, 'institution_name'), 'Kisumu Polytechnic')
      await submitButton(page).click()

      const notBoth = 'Choose from the list or write the name, not both'
      await expect(control(page, 'institution_name')).toHaveAccessibleDescription(notBoth)
      await expect(control(page, 'course_name')).toHaveAccessibleDescription('Required')
      await choose(control(page, 'institution'), '')
      await choose(control(page, 'course'), '')
      await type(control(page, 'course_name'), 'Boat Building')
      await submitButton(page).click()
      await expect(answer(page, 'Institution')).toHaveText('Kisumu Polytechnic')
      await page.getByRole('button', { name: 'Change: Academic' }).click()
      await expect(control(page, 'course_name')).toHaveValue('Boat Building')
      await type(control(page, 'course_name'), 'Sail Making')
      await submitButton(page).click()
      await expect(answer(page, 'Course')).toHaveText('Sail Making')
      await sendButton(page).click()
      await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
    },
  )
})

/** Opens the form with its scripts: React enables the course only with an institution. */
async function open(page: Page) {
  await page.goto(path)
  await expect(control(page, 'course')).toBeDisabled()
}

function answer(page: Page, label: string) {
  const term = page.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) })
  return term.locator('xpath=following-sibling::dd')
}
