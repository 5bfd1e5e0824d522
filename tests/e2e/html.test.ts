import { pathIn } from '../../contract/language/languages.ts'
import { formPaths } from '../../content/paths.ts'
import { apply } from '../support/concurrent-applicants.ts'
import { aPerson, control, fillIn, submitButton } from './application-form.ts'
import { expect, onlyInAll, test } from './support.ts'
import { expectValidHtml } from './valid-html.ts'

for (const [language, path] of Object.entries(formPaths)) {
  test(
    `the form at ${path} is valid HTML in every step with scripts`,
    { tag: onlyInAll() },
    async ({ page }) => {
      await page.goto(path)
      await expect(control(page, 'course')).toBeDisabled()
      await submitButton(page).click()
      await expect(page.getByRole('alert')).toBeFocused()
      await expectValidHtml(await page.content())
      await fillIn(page, aPerson(`valid-${language}`))
      await submitButton(page).click()
      await expect(page.locator('#check')).toBeFocused()
      await expectValidHtml(await page.content())
    },
  )

  test.describe('without scripts', { tag: onlyInAll(language === 'en') }, () => {
    test.use({ javaScriptEnabled: false })

    test(
      `the form at ${path} is valid HTML in every step without scripts`,
      { tag: onlyInAll() },
      async ({ page }) => {
        await page.goto(path)
        await submitButton(page).click()
        await expect(page.getByRole('alert')).toBeVisible()
        await expectValidHtml(await page.content())
        await fillIn(page, aPerson(`valid-plain-${language}`))
        await submitButton(page).click()
        await expect(page.locator('#check')).toBeVisible()
        await expectValidHtml(await page.content())
      },
    )
  })
}

test('the status of an application is valid HTML', async ({ request, server }) => {
  const { referenceId, email } = await apply(server.url, { email: 'valid-status@example.org' })
  for (const language of ['en', 'sw'] as const) {
    const path = pathIn(language, '/industrial-attachment/status')
    for (const step of ['', 'ask']) {
      const form = { reference: referenceId, contact: email, step }
      const answer = await request.post(path, { form })
      expect(answer.status()).toBe(200)
      await expectValidHtml(await answer.text())
    }
  }
})

test('the sign-in is valid HTML', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
  await expectValidHtml(await page.content())
})
