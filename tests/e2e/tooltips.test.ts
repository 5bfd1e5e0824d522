import type { Locator, Page } from '@playwright/test'

import { tick } from '../support/hands.ts'
import { expectAccessible } from './axe.ts'
import { createApplications, list } from './records.ts'
import { enterBackOffice, expect, test, onlyInAll } from './support.ts'

test('a tooltip opens after 700 ms, and the next one at once within 300 ms', async ({ page }) => {
  await enterBackOffice(page, '/admin/departments')
  const [edit, remove] = [button(page, 'Edit'), button(page, 'Delete')]
  await stopClock(page)

  await pointAt(page, edit)
  await page.clock.runFor(699)
  await expect(tooltip(page)).toHaveCount(0)
  await page.clock.runFor(1)
  await expect(tooltip(page)).toHaveText('Edit')
  await pointAt(page, remove)
  await expect(tooltip(page)).toHaveText('Delete')

  await pointAt(page, page.getByRole('heading', { level: 1 }))
  await expect(tooltip(page)).toHaveCount(0)
  await page.clock.runFor(299)
  await pointAt(page, edit)
  await expect(tooltip(page)).toHaveText('Edit')

  await pointAt(page, page.getByRole('heading', { level: 1 }))
  await expect(tooltip(page)).toHaveCount(0)
  await page.clock.runFor(300)
  await pointAt(page, edit)
  await page.clock.runFor(699)
  await expect(tooltip(page)).toHaveCount(0)
})

test('keyboard focus opens a tooltip that repeats nothing, but returning focus does not', async ({
  page,
}) => {
  await enterBackOffice(page, '/admin/departments')
  const edit = button(page, 'Edit')
  await button(page, 'Delete').focus()
  await page.keyboard.press('Shift+Tab')
  await expect(edit).toBeFocused()
  await expect(tooltip(page)).toHaveText('Edit')
  await expect(edit).toHaveAccessibleName(/^Edit: ./)
  await expect(edit).toHaveAccessibleDescription('')
  await expectAccessible(page)

  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(tooltip(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(edit).toBeFocused()
  await expect(tooltip(page)).toHaveCount(0)
})

test('Esc closes a tooltip before the dialog around it, and other keys work as usual', async ({
  page,
  request,
}) => {
  await createApplications(request, 2, 'hinted')
  await enterBackOffice(page, `${list}?q=hinted.&sort=email`)
  await page.locator('[data-opens]').first().click()
  const panel = page.getByRole('dialog')
  await expect(panel).toContainText('1 of 2')
  const answers = panel.getByRole('region', { name: 'Answers' })
  await expect(answers).toBeFocused()

  await page.keyboard.press('Shift+Tab')
  await expect(tooltip(page)).toHaveText('Close (Esc)')
  await page.keyboard.press('ArrowDown')
  await expect(panel).toContainText('2 of 2')
  await expect(tooltip(page)).toHaveText('Close (Esc)')
  await page.keyboard.press('Escape')
  await expect(tooltip(page)).toHaveCount(0)
  await expect(panel).toBeVisible()

  await panel.getByRole('button', { name: 'Archive' }).focus()
  await page.keyboard.press('Shift+Tab')
  const accept = panel.getByRole('button', { name: 'Accept' })
  await expect(accept).toBeFocused()
  await expect(accept).toHaveAccessibleDescription('and go on to the next one')
  await expectAccessible(page)

  const more = panel.getByRole('button', { name: /^More/ })
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
  await expect(tooltip(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
})

test(
  'Esc on a tooltip of the bulk bar keeps the selection',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    await createApplications(request, 1, 'chosen-hint')
    await enterBackOffice(page, `${list}?q=chosen-hint.`)
    const all = page.getByRole('checkbox', { name: 'Select all on this page' })
    await tick(all)
    await page.keyboard.press('Tab')
    await expect(tooltip(page)).toHaveText('Accept')
    await page.keyboard.press('Escape')
    await expect(tooltip(page)).toHaveCount(0)
    await expect(all).toBeChecked()
    await page.keyboard.press('Escape')
    await expect(all).not.toBeChecked()
  },
)

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } })

  test('a tap opens no tooltip', async ({ page }) => {
    await enterBackOffice(page, '/admin/departments')
    const remove = button(page, 'Delete')
    await remove.tap()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).tap()
    await expect(remove).toBeFocused()
    await expect(tooltip(page)).toHaveCount(0)
  })
})

test('the pointer passes through an open tooltip', { tag: onlyInAll() }, async ({ page }) => {
  await enterBackOffice(page, '/admin/departments')
  await page.clock.install()
  await pointAt(page, page.getByRole('button', { name: /^Edit:/ }).nth(1))
  await page.clock.runFor(700)
  await expect(tooltip(page)).toHaveText('Edit')
  await pointAt(page, tooltip(page))
  await expect(tooltip(page)).toHaveText('Edit')
  const behind = await tooltip(page).evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('main')?.id
  })
  expect(behind).toBe('main')
})

/** The first button with this name in the list. */
function button(page: Page, name: string) {
  return page.getByRole('button', { name: new RegExp(`^${name}:`) }).first()
}

function tooltip(page: Page) {
  return page.locator('[role=tooltip]')
}

async function stopClock(page: Page) {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
}

/** Moves the pointer in steps, like a hand. */
async function pointAt(page: Page, to: Locator) {
  const box = await to.boundingBox()
  await page.mouse.move(box!.x + box!.width / 2, box!.y + box!.height / 2, { steps: 10 })
}
