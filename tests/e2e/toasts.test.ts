import { choose, tick, type } from '../support/hands.ts'
import { chooseMore, createApplications, list, rowOf } from './records.ts'
import { enterBackOffice, expect, onlyInAll, test } from './support.ts'
import { expectClear } from './toasts.ts'

for (const width of [360, 1280]) {
  const tag = onlyInAll(width !== 360)
  test(
    `at ${width} px no toast lies on a button of panel, dialog or bulk bar, nor on a sign-in`,
    { tag },
    async ({ page, request }) => {
      const who = `toasted-${width}`
      await createApplications(request, 4, who)
      await page.setViewportSize({ width, height: 780 })
      await enterBackOffice(page, `${list}?q=${who}.&sort=email`)
      await page.locator('[data-opens]').first().click()
      const panel = page.getByRole('dialog')
      for (const next of ['2 of 4', '3 of 4']) {
        await panel.getByRole('button', { name: 'Accept' }).click()
        await expect(panel).toContainText(next)
        await expectClear(
          page,
          panel.getByRole('button', { name: /^(Accept|Archive|Decline|More)/ }),
        )
      }
      await panel.getByRole('button', { name: 'Decline' }).click()
      const dialog = page.getByRole('dialog', { name: /^Decline/ })
      await expectClear(page, dialog.getByRole('button', { name: /^(Cancel|Decline)/ }))
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      // In a window that is hardly higher than the dialog, they are above it.
      await page.setViewportSize({ width, height: 495 })
      await panel.getByRole('button', { name: 'Accept' }).click()
      await expect(panel).toContainText('4 of 4')
      await chooseMore(panel, 'Delete')
      const question = page.getByRole('alertdialog')
      // Under the mouse they unfold.
      await page.mouse.move(0, 0)
      await expectClear(page, question)
      await question.getByRole('button', { name: 'Cancel' }).click()
      await page.setViewportSize({ width, height: 780 })
      await panel.getByRole('button', { name: 'Close', exact: true }).click()

      // Four clicks decline an application from the list.
      await chooseMore(rowOf(page, `${who}.3@`), 'Decline')
      await choose(dialog.getByLabel('Reason'), 'Dates do not fit')
      await dialog.getByRole('button', { name: 'Decline' }).click()
      await expect(rowOf(page, `${who}.`)).toHaveCount(3)
      await tick(page.getByRole('checkbox', { name: 'Select all on this page' }))
      const bar = page.getByRole('group', { name: 'Selected applications' }).getByRole('button')
      await expectClear(page, bar)
      // In a low window the bar is where toasts are. Stuck to its top, the bar would leave them no room.
      await page.keyboard.press('Home')
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
      const { y, height } = (await bar.first().boundingBox())!
      await page.setViewportSize({ width, height: Math.ceil(y + height) + 30 })
      await expectClear(page, bar)

      // An ended session shows its sign-in alone, and toasts leave that usable.
      await page.setViewportSize({ width, height: 580 })
      await page.goto('/admin/retention')
      await type(page.getByLabel('Archived applications: months'), '119')
      const save = page.getByRole('button', { name: 'Save' })
      await expect(save).not.toHaveAttribute('aria-disabled')
      await page.evaluate(() => localStorage.setItem('token', 'x'.repeat(43)))
      await save.click()
      const again = page.getByRole('dialog', { name: 'Sign in again' })
      await expect(again).toBeVisible()
      await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
      await type(again.getByLabel('Password', { exact: true }), 'not the password')
      await page.keyboard.press('Enter')
      await expectClear(page, again.locator('input, [type=submit]'))
    },
  )
}
