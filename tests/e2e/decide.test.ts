import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'

import { createApplications, list, rowOf } from './records.ts'
import { api, enterBackOffice, expect, test } from './support.ts'

test(
  'ten applications are accepted with the keyboard alone',
  {
    tag: '@both-engines',
  },
  async ({ page, request }) => {
    await createApplications(request, 11, 'keyboard')
    await enterBackOffice(page, `${list}?status=pending&q=keyboard.&sort=email`)
    const first = page.locator('[data-opens]').first()
    for (let presses = 0; presses < 60 && !(await isFocused(page)); presses++) {
      await page.keyboard.press('Tab')
    }
    await expect(first).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.locator('[data-opens]').nth(1)).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toContainText('1 of 11')

    for (let count = 0; count < 10; count++) {
      const shown = await referenceOf(page)
      await page.keyboard.press('a')
      await expect.poll(() => referenceOf(page)).not.toBe(shown)
    }
    const call = await api(request)
    await expect
      .poll(
        async () => (await call('GET', '/admin/attachments?q=keyboard.&status=accepted')).length,
      )
      .toBe(10)
    await expect(page.getByText('1 to 1 of 1')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.locator('[data-opens]')).toBeFocused()
  },
)

test('the panel shows every answer, its links open safely, and it has an address', async ({
  page,
  request,
}) => {
  const [person] = await createApplications(request, 1, 'panel')
  await enterBackOffice(page, `${list}?q=${person?.email}`)
  await rowOf(page, person?.email ?? '')
    .getByRole('cell')
    .nth(3)
    .click()
  const panel = page.getByRole('dialog')
  for (const heading of ['Personal', 'Academic', 'Documents and links', 'Statements', 'History']) {
    await expect(panel.getByRole('heading', { name: heading })).toBeVisible()
  }
  const link = panel.getByRole('link', { name: /^https:/ }).first()
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', /noopener noreferrer/)
  await expect(panel.getByText(/Created.*, by Administrator/)).toBeVisible()

  await page.reload()
  await expect(panel).toContainText(person?.email ?? '')
  await page.goBack()
  await expect(panel).toHaveCount(0)
})

test('the panel goes on to the next page', async ({ page, request }) => {
  await createApplications(request, 26, 'pages')
  await enterBackOffice(page, `${list}?q=pages.`)
  await page.locator('[data-opens]').last().click()
  await expect(page.getByRole('dialog')).toContainText('25 of 26')
  await page.keyboard.press('e')
  await expect(page.getByText('Application archived')).toBeVisible()
  await expect(page.getByRole('dialog')).toContainText('25 of 25')
})

test(
  'accepting and archiving can be undone, one by one',
  {
    tag: '@both-engines',
  },
  async ({ page, request }) => {
    await createApplications(request, 1, 'undo')
    await enterBackOffice(page, `${list}?q=undo.0@`)
    const row = rowOf(page, 'undo.0@')
    await row.getByRole('button', { name: /^Accept Application/ }).click()
    await expect(row).toContainText('Accepted')
    await undo(page)
    await expect(row).toContainText('Pending')
    await row.getByRole('button', { name: /^Archive/ }).click()
    await expect(row).toHaveCount(0)
    await undo(page)
    await expect(row).toContainText('Pending')
  },
)

test(
  'many are chosen, decided on, undone and exported at once',
  {
    tag: '@both-engines',
  },
  async ({ page, request }) => {
    await createApplications(request, 6, 'many')
    await enterBackOffice(page, `${list}?q=many.&sort=email`)
    const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ })
    await boxes.nth(1).click()
    await boxes.nth(4).click({ modifiers: ['Shift'] })
    await expect(page.getByText('4 selected')).toBeVisible()
    const accepted = rowOf(page, 'many.').filter({ hasText: 'Accepted' })

    const bar = page.getByRole('group', { name: 'Selected applications' })
    await bar.getByRole('button', { name: 'Accept' }).click()
    await expect(accepted).toHaveCount(4)
    await expect(page.getByText('4 selected')).toHaveCount(0)
    await undo(page)
    await expect(accepted).toHaveCount(0)

    await boxes.nth(0).click()
    await boxes.nth(2).click()
    const download = page.waitForEvent('download')
    await bar.getByRole('button', { name: 'Export selected' }).click()
    const csv = await readFile(await (await download).path(), 'utf8')
    expect(csv.match(/many\.\d@/g)).toEqual(['many.0@', 'many.2@'])

    await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
    await bar.getByRole('button', { name: 'Archive', exact: true }).click()
    await expect(page.getByText('No industrial attachment applications found.')).toBeVisible()
    await undo(page)
    await expect(rowOf(page, 'many.')).toHaveCount(6)
  },
)

test('the export holds what was searched for', async ({ page, request }) => {
  await createApplications(request, 2, 'exported')
  await enterBackOffice(page, `${list}?q=exported.1@`)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const csv = await readFile(await (await download).path(), 'utf8')
  expect(csv.match(/exported\.\d@/g)).toEqual(['exported.1@'])
})

function isFocused(page: Page) {
  return page.evaluate(() => document.activeElement?.matches('[data-opens]') ?? false)
}

async function referenceOf(page: Page) {
  return page.getByRole('dialog').getByText(/SPH-/).textContent()
}

async function undo(page: Page) {
  await page.getByRole('button', { name: 'Undo' }).first().click()
}
