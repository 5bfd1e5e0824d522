import type { Page } from '@playwright/test'

import { allKiswahili, type PageSentence } from '../../contract/language/kiswahili-server.ts'
import { type Language, pathIn } from '../../contract/language/languages.ts'
import { paste, tick, type } from '../support/hands.ts'
import { aPerson, control, fillIn, sendButton, submitButton } from './application-form.ts'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { api, expect, onlyInAll, test } from './support.ts'

const form = '/industrial-attachment/apply'
const status = '/industrial-attachment/status'
const referenceId = /SPH-\d{4}-[0-9A-HJKMNP-TV-Z]{8}/

const way = (page: Page, value: string) => page.locator(`[name=contact_by][value=${value}]`)
const inLanguage = (language: Language, sentence: PageSentence) =>
  language === 'en' ? sentence : allKiswahili[sentence]
const answer = (page: Page, label: string) =>
  page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd')

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })
    const who = (name: string) => `${name}-${javaScriptEnabled ? 'scripted' : 'plain'}`

    for (const language of ['en', 'sw'] as const) {
      test(
        `an applicant chooses SMS, and later e-mail (${language})`,
        { tag: onlyInAll(!javaScriptEnabled || language !== 'en') },
        async ({ page, request }) => {
          const say = (sentence: PageSentence) => inLanguage(language, sentence)
          const person = aPerson(who(`sms-${language}`))
          await page.goto(pathIn(language, form))
          await expect(
            page.getByRole('group', { name: say('How should we write to you?') }),
          ).toHaveAccessibleDescription(/SMS/)
          await expect(way(page, 'email')).toBeChecked()
          await fillIn(page, person)
          await tick(way(page, 'sms'))
          await submitButton(page).click()
          await expect(answer(page, say('How should we write to you?'))).toHaveText(say('By SMS'))
          await page
            .getByRole('button', { name: `${say('Change')}: ${say('Personal Information')}` })
            .click()
          await expect(way(page, 'sms')).toBeChecked()
          await submitButton(page).click()
          await sendButton(page).click()

          await expect(page.getByText(referenceId)).toBeVisible()
          const reference = (await page.getByText(referenceId).textContent()) ?? ''
          const call = await api(request)
          const stored = async () => (await call('GET', `/admin/attachments?q=${reference}`))[0]
          expect(await stored()).toMatchObject({ contact_by: 'sms' })

          await page.goto(`${pathIn(language, status)}?reference=${reference}`)
          await type(control(page, 'contact'), person.phone_number)
          await sendButton(page).click()
          const section = page.getByRole('region', { name: say('Messages') })
          await expect(section).toContainText(say('By SMS'))
          await section.getByText(say('Change'), { exact: true }).click()
          await expect(way(page, 'sms')).toBeChecked()
          await tick(way(page, 'email'))
          await section.getByRole('button', { name: say('Save') }).click()
          await expect(page.getByRole('status')).toHaveText(
            say('Saved. Messages that are already on their way still come as before.'),
          )
          await expect(way(page, 'email')).toBeChecked()
          expect(await stored()).toMatchObject({ contact_by: 'email' })
        },
      )
    }

    test(
      'a wrong choice is named, and nothing that was typed is lost',
      { tag: onlyInAll(!javaScriptEnabled) },
      async ({ page }) => {
        const person = aPerson(who('pigeon'))
        await page.goto(form)
        await paste(control(page, 'about_yourself'), person.about_yourself)
        await misuse(page)
        await page.getByRole('link', { name: /^How should we write to you\? Choose from/ }).click()
        const group = page.getByRole('group', { name: 'How should we write to you?' })
        await expect(group).toBeFocused()
        await expect(group).toHaveAccessibleDescription(/Choose from the list/)
        await expect(control(page, 'about_yourself')).toHaveValue(person.about_yourself)
      },
    )
  })
}

/** Sends a choice that the form does not offer. With scripts, React would put the value back. */
async function misuse(page: Page) {
  await tick(way(page, 'sms'))
  await way(page, 'sms').evaluate((radio: HTMLInputElement) => {
    radio.form?.addEventListener('formdata', (event) => event.formData.set(radio.name, 'pigeon'))
    radio.setAttribute('value', 'pigeon')
  })
  await submitButton(page).click()
}

test('the phone keeps the choice with the answers, until they are cleared', async ({ page }) => {
  await page.goto(form)
  await type(control(page, 'first_name'), 'Keeps')
  await tick(way(page, 'both'))
  await expect(page.getByText('Saved on this device')).toBeVisible()
  await page.reload()
  await expect(control(page, 'first_name')).toHaveValue('Keeps')
  await expect(way(page, 'both')).toBeChecked()

  page.on('dialog', (dialog) => void dialog.accept())
  await page.getByRole('button', { name: 'Clear my answers' }).click()
  await expect(control(page, 'first_name')).toHaveValue('')
  await expect(way(page, 'email')).toBeChecked()
})

test(
  'a draft from before the question gets its default',
  { tag: onlyInAll() },
  async ({ page }) => {
    await page.goto(form)
    // The page of an earlier version had no such question.
    await page.locator('[name=contact_by]').evaluateAll((radios) => {
      for (const radio of radios) radio.removeAttribute('name')
    })
    await type(control(page, 'first_name'), 'Earlier')
    await expect(page.getByText('Saved on this device')).toBeVisible()
    await page.reload()
    await expect(control(page, 'first_name')).toHaveValue('Earlier')
    await expect(way(page, 'email')).toBeChecked()
  },
)

test('a choice made before the scripts have loaded stays', async ({ page }) => {
  const { promise, resolve: load } = Promise.withResolvers<void>()
  await page.route('**/assets/entry.application-form-*', async (route) => {
    await promise
    await route.continue()
  })
  await page.goto(form, { waitUntil: 'commit' })
  await tick(way(page, 'sms'))
  load()
  await type(control(page, 'first_name'), 'Early')
  await expect(page.getByText('Saved on this device')).toBeVisible()
  await expect(way(page, 'sms')).toBeChecked()
  await page.reload()
  await expect(way(page, 'sms')).toBeChecked()
})

test('the arrow keys choose, and each choice is large enough for a finger', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto(form)
  await control(page, 'phone_number').focus()
  await page.keyboard.press('Tab')
  await expect(way(page, 'email')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(way(page, 'sms')).toBeChecked()
  for (const value of ['email', 'sms', 'both']) {
    const box = await way(page, value).locator('xpath=..').boundingBox()
    expect(box!.height).toBeGreaterThanOrEqual(44)
  }
  await expectNoSidewaysScroll(page)
})

test('a wrong choice is accessible', { tag: onlyInAll() }, async ({ page }) => {
  await page.goto(form)
  await fillIn(page, aPerson('pigeon-axe'))
  await misuse(page)
  await expect(page.getByRole('alert')).toBeFocused()
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    // A resize may leave a link half below the bar at the top, which has no room for a finger.
    await page.evaluate(() => scrollTo(0, 0))
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }
})
