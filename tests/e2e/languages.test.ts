import type { Page } from '@playwright/test'

import { contactTexts } from '../../content/contact.ts'
import { navigation } from '../../content/navigation.ts'
import { site } from '../../content/site.ts'
import { allKiswahili as kiswahili } from '../../contract/language/kiswahili-server.ts'
import { languageNames, pathIn, translatedPaths } from '../../contract/language/languages.ts'
import { paste, type } from '../support/hands.ts'
import {
  aPerson,
  control,
  fillIn,
  send,
  sendButton,
  submitButton,
  unfold,
} from './application-form.ts'
import { api, enterBackOffice, expect, onlyInAll, test } from './support.ts'

const landing = '/industrial-attachment'
const form = '/industrial-attachment/apply'
const referenceId = /SPH-\d{4}-[0-9A-HJKMNP-TV-Z]{8}/

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? 'with JavaScript' : 'without JavaScript',
    { tag: onlyInAll(!javaScriptEnabled) },
    () => {
      test.use({ javaScriptEnabled })

      test('the chosen language stays on later pages, and English can be chosen again', async ({
        page,
      }) => {
        await page.goto(landing)
        await expect(page.locator('html')).toHaveAttribute('lang', 'en')
        await page.getByRole('link', { name: 'Kiswahili' }).click()
        await expect(page).toHaveURL(pathIn('sw', landing))
        await expect(page.locator('html')).toHaveAttribute('lang', 'sw')
        await page.getByRole('main').getByRole('link', { name: 'Tuma Maombi Sasa' }).first().click()
        await expect(page).toHaveURL(pathIn('sw', form))

        await page.goto(landing)
        await expect(page).toHaveURL(pathIn('sw', landing))
        await page.goto(`${landing}/success?reference=SPH-2026-0K7ANGA1`)
        await expect(page.getByRole('heading', { name: 'Maombi Yametumwa!' })).toBeVisible()
        await expect(page.getByText('SPH-2026-0K7ANGA1')).toBeVisible()

        await page.getByRole('link', { name: 'English' }).click()
        await expect(page).toHaveURL(`${landing}/success?reference=SPH-2026-0K7ANGA1`)
        await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
        await page.goto(landing)
        await expect(page).toHaveURL(landing)
      })

      test('an application in Kiswahili is submitted and shown to staff', async ({
        page,
        request,
      }) => {
        const person = aPerson(`kiswahili-${javaScriptEnabled ? 'live' : 'plain'}`)
        await page.goto(pathIn('sw', form))
        await fillIn(page, person)
        await send(page)

        await expect(page.getByRole('heading', { name: 'Maombi Yametumwa!' })).toBeVisible()
        expect(new URL(page.url()).pathname).toBe('/sw/industrial-attachment/success')
        const reference = await page.getByText(referenceId).textContent()
        await page.reload()
        await expect(page.getByText(reference ?? '')).toBeVisible()

        expect(await untranslated(page)).toEqual([])
        await page.getByRole('link', { name: 'kufuatilia maombi yako' }).click()
        await type(control(page, 'contact'), person.email)
        await sendButton(page).click()
        await expect(page.getByRole('heading', { name: 'Bado hatujaamua' })).toBeVisible()
        expect(await untranslated(page)).toEqual([])

        const ask = await api(request)
        const [record] = await ask('GET', `/admin/attachments?q=${person.email}`)
        expect(record).toMatchObject({ language: 'sw', gender: person.gender })
        expect(record.consent.wording).toMatch(/^Kwa kutuma, unakubali/)
        if (!javaScriptEnabled) return
        await enterBackOffice(page, `/admin/industrial-attachments?open=${record._id}`)
        const language = page.locator('dt', { hasText: /^Language$/ })
        await expect(language.locator('xpath=following-sibling::dd')).toHaveText('Kiswahili')
      })

      test('validation errors are in Kiswahili', async ({ page }) => {
        await page.goto(pathIn('sw', form))
        await unfold(page, 'resume_url')
        await type(control(page, 'resume_url'), 'cv.pdf')
        await type(control(page, 'phone_number'), 'simu')
        await paste(control(page, 'about_yourself'), 'a'.repeat(5001))
        await submitButton(page).click()

        const banner = page.getByRole('alert')
        await expect(banner).toContainText('Tafadhali kagua sehemu hizi kisha ujaribu tena.')
        await expect(banner).toContainText('Jina la kwanza: Andika jibu lako')
        const messages = {
          first_name: 'Jaza sehemu hii',
          phone_number: 'Andika nambari ya simu, kama 0712 345 678 au +254 712 345 678',
          resume_url: 'Andika kiungo (URL) sahihi',
          about_yourself: 'Tumia herufi zisizozidi 5,000',
        }
        for (const [name, message] of Object.entries(messages)) {
          await expect(page.locator(`[id="${name}-error"]`)).toHaveText(message)
        }
        expect(await untranslated(page)).toEqual([])
      })

      test('no Kiswahili page contains English text', async ({ page }) => {
        for (const path of translatedPaths) {
          await page.goto(path)
          const english = new Set(await texts(page))
          await page.goto(pathIn('sw', path))
          await expect(page.locator('html')).toHaveAttribute('lang', 'sw')
          const same = (await texts(page)).filter((text) => english.has(text))
          expect(same, path).toEqual([])
          expect(await untranslated(page), path).toEqual([])
        }
      })
    },
  )
}

test('English pages never load the Kiswahili dictionary', async ({ page }) => {
  const scripts: Promise<string>[] = []
  page.on('response', (answer) => {
    if (answer.url().endsWith('.js')) scripts.push(answer.text().catch(() => ''))
  })
  await page.goto(form)
  await expect(control(page, 'course')).toBeDisabled()
  await submitButton(page).click()
  await expect(page.getByRole('alert')).toBeFocused()
  const all = (await Promise.all(scripts)).join()
  expect(all).toContain('Valid URL required')
  const found = Object.values(kiswahili).filter((said) => said.length > 20 && all.includes(said))
  expect(found).toEqual([])
})

test('pages link to their other language for search engines', async ({
  page,
  request,
  baseURL,
}) => {
  const siteMap = await (await request.get('/sitemap.xml')).text()
  for (const path of [landing, form]) {
    const addresses = {
      en: baseURL + path,
      sw: `${baseURL}/sw${path}`,
      'x-default': baseURL + path,
    }
    for (const language of ['en', 'sw'] as const) {
      await page.goto(pathIn(language, path))
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      const alternates = page.locator('link[rel=alternate]')
      const found = () =>
        alternates.evaluateAll((links: HTMLLinkElement[]) =>
          Object.fromEntries(links.map((link) => [link.hreflang, link.getAttribute('href')])),
        )
      await expect.poll(found).toEqual(addresses)
      const canonical = page.locator('link[rel=canonical]')
      await expect(canonical).toHaveAttribute('href', addresses[language])
      const entry = siteMap
        .split('\n')
        .find((line) => line.includes(`<loc>${addresses[language]}<`))
      for (const [hreflang, href] of Object.entries(addresses)) {
        expect(entry).toContain(`hreflang="${hreflang}" href="${href}"/>`)
      }
    }
  }
  for (const path of translatedPaths.filter((one) => one !== landing && one !== form)) {
    await page.goto(path)
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /^noindex/)
    await expect(page.locator('link[rel=alternate]')).toHaveCount(0)
  }
})

/** Texts that are equal in every language: names, numbers and data. */
const names = [
  site.name,
  contactTexts.email,
  contactTexts.phone,
  ...contactTexts.address,
  contactTexts.address.join(', '),
  'Facebook',
  'X',
  'Instagram',
  'LinkedIn',
  'YouTube',
  ...navigation.programs.flatMap(({ name }) => (kiswahili[name] === name ? [name] : [])),
  navigation.attachment.name,
  ...Object.values(languageNames),
]

/** Texts of a page with words that differ between languages. */
async function texts(page: Page) {
  const all = await page.evaluate(() => {
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (walker.nextNode()) {
      const { parentElement: parent, textContent } = walker.currentNode
      const listed = parent?.closest('[name=institution],[name=course],[name=department]')
      const isChoice = listed && parent instanceof HTMLOptionElement && parent.value !== ''
      if (isChoice || parent?.closest('script,style,optgroup,blockquote,[lang]:not(html)')) continue
      found.push(textContent ?? '')
    }
    for (const name of ['aria-label', 'alt', 'placeholder', 'title', 'content']) {
      for (const element of document.querySelectorAll(`[${name}]`)) {
        if (
          !element.matches('[name=keywords],[name=viewport],[name=robots],[property^="og:image"]')
        ) {
          found.push(element.getAttribute(name) ?? '')
        }
      }
    }
    return found
  })
  return all
    .map((text) => text.trim())
    .filter((text) => /\p{L}{2}/u.test(text) && !names.some((name) => name === text))
    .filter((text) => !/^(https?:|\/|SPH-|website$|summary_large_image$)/.test(text))
}

/** English dictionary sentences that are visible on the page. */
async function untranslated(page: Page) {
  const all = await texts(page)
  const sentences = Object.entries(kiswahili).filter(([english, own]) => english !== own)
  return sentences
    .map(([english]) => english)
    .filter((english) =>
      english.split(' ').length > 3
        ? all.some((text) => text.includes(english))
        : all.includes(english),
    )
}
