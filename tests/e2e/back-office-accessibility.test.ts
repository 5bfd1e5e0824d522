import { tick } from '../support/hands.ts'
import { control } from './application-form.ts'
import { expectNoSidewaysScroll } from './axe.ts'
import {
  checkAccessibility,
  checkScreen,
  openScreen,
  prepare,
  press,
  screens,
  waitForData,
  states,
} from './back-office-screens.ts'
import { repeatedWidths, setTextSize } from './layout.ts'
import { createApplications, list } from './records.ts'
import { enterBackOffice, expect, onlyInAll, test } from './support.ts'

test.describe.configure({ timeout: 180_000 })

test.use({ viewport: { width: 360, height: 800 } })

test('every screen is accessible and fits each width @both-fonts', async ({ page, request }, {
  project,
}) => {
  await prepare(page, request)
  for (const path of screens) {
    await test.step(path, async () => {
      await openScreen(page, path)
      await checkScreen(page, project.name)
    })
  }
  await page.goto(`/set-password#token=${'x'.repeat(43)}`)
  await waitForData(page)
  await checkScreen(page, project.name)
})

const half = Math.ceil(states.length / 2)
for (const [part, some] of [states.slice(0, half), states.slice(half)].entries()) {
  test(`every dialog is accessible and fits each width, part ${part + 1} @both-fonts`, async ({
    page,
    request,
  }, { project }) => {
    await prepare(page, request)
    // A page with unsaved edits asks before it is left.
    page.on('dialog', (dialog) => void dialog.accept())
    for (const { name, path, open } of some) {
      await test.step(name, async () => {
        await page.setViewportSize({ width: 360, height: 800 })
        await openScreen(page, path)
        await open(page)
        await checkScreen(page, project.name, repeatedWidths)
      })
    }
  })
}

test('every tab of the application form is accessible, also with errors', async ({ page }) => {
  await enterBackOffice(page, list)
  await press(page, 'Add New')
  await expect(control(page, 'first_name')).toBeVisible()
  await checkAccessibility(page, repeatedWidths)
  await press(page, 'Create Application')
  for (const number of [1, 2, 3, 4, 5]) {
    await page.getByRole('button', { name: new RegExp(`^${number}:`) }).click()
    await checkAccessibility(page, repeatedWidths)
  }
})

test('at 1280 px the list shows all columns and actions and 12 rows, on a phone the first card', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await createApplications(request, 13, 'wide')
  await enterBackOffice(page, `${list}?q=wide.`)
  await expect(page.getByRole('columnheader')).toHaveText([
    'Select',
    'Student Name',
    'Email',
    'Institution',
    'Course',
    'Department',
    'Year',
    'Status',
    'Actions',
  ])
  await expect(page.getByRole('button', { name: /^More/ }).first()).toBeInViewport({ ratio: 1 })
  await expectNoSidewaysScroll(page)
  await expect(page.getByRole('row').nth(12)).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 360, height: 780 })
  await expect(page.locator('[data-opens]').first()).toBeInViewport({ ratio: 1 })
})

test(
  'at 1024 px every figure fits on one line of its card',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    await page.setViewportSize({ width: 1024, height: 800 })
    await createApplications(request, 10, 'figure')
    await enterBackOffice(page, '/admin')
    for (const path of ['/admin', list]) {
      await page.goto(path)
      await waitForData(page)
      const figures = page.locator('main dl dd > a')
      await expect(figures.first()).toBeVisible()
      const broken = await figures.evaluateAll((all) =>
        all
          .filter((one) => {
            const [line, ...others] = one.getClientRects()
            const card = one.closest('dl > div')?.getBoundingClientRect()
            return !line || !card || others.length > 0 || line.right > card.right
          })
          .map(({ textContent }) => textContent),
      )
      expect(broken).toEqual([])
    }
  },
)

for (const width of [640, 768, 1024, 1280]) {
  test(
    `at ${width} px every bulk button is visible`,
    { tag: onlyInAll(width !== 640) },
    async ({ page, request }) => {
      await page.setViewportSize({ width, height: 800 })
      await createApplications(request, 1, 'button')
      await enterBackOffice(page, `${list}?q=button.`)
      await tick(page.getByRole('checkbox', { name: 'Select all on this page' }))
      const chosen = page.getByRole('group', { name: 'Selected applications' })
      await expect(chosen.getByRole('button', { name: 'Clear' })).toBeInViewport({ ratio: 1 })
    },
  )
}

test('at twice the text size a phone shows the whole name of an applicant', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await prepare(page, request)
  await page.goto(`${list}?q=axe.`)
  await setTextSize(page, '200%')
  await page.locator('[data-opens]').first().click()
  const name = page.getByRole('dialog').getByRole('heading', { level: 2 })
  const width = await name.evaluate((element) => element.getBoundingClientRect().width)
  expect(width).toBeGreaterThan(180)
})
