import { formPaths } from '../../content/paths.ts'
import { submitButton } from './application-form.ts'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { expect, onlyInAll, test } from './support.ts'
import { expectValidHtml } from './valid-html.ts'

for (const width of [320, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })

    test('menus, tabs and the donation are accessible in each state', async ({ page }) => {
      await page.goto('/programs')
      for (const tab of await page.getByRole('tab').all()) {
        await tab.click()
        await expectAccessible(page)
        await expectNoSidewaysScroll(page)
      }
      await page.goto('/donate')
      await page.getByText('Custom', { exact: true }).click()
      await page.locator('label').filter({ hasText: 'Education Fund' }).click()
      await page.getByRole('button', { name: 'Donate Now' }).click()
      await expectAccessible(page)
      if (width < 768) await page.getByRole('button', { name: 'Menu' }).click()
      else await page.locator('summary').filter({ hasText: 'Departments' }).click()
      await expectAccessible(page)
    })

    for (const [language, path] of Object.entries(formPaths)) {
      const tag = onlyInAll(language === 'sw' || width !== 320)
      test(
        `the form at ${path} with its mistakes shown is accessible, valid HTML`,
        { tag },
        async ({ page }) => {
          await page.goto(path)
          await expect(page.locator('[name=course]')).toBeDisabled()
          await submitButton(page).click()
          await expect(page.getByRole('alert')).toBeFocused()
          await expectValidHtml(await page.content())
          await expectAccessible(page)
          await expectNoSidewaysScroll(page)
        },
      )
    }
  })
}
