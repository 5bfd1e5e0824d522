import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'

import { choose, tick } from '../support/hands.ts'
import { newAccount } from './accounts.ts'
import { chooseMore, createApplications, list, rowOf } from './records.ts'
import { api, enterBackOffice, expect, hold, signIn, onlyInAll, test } from './support.ts'

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

test('list, selection, export, decision and undo work with the keyboard alone', async ({
  page,
  request,
}) => {
  await createApplications(request, 4, 'keys')
  await enterBackOffice(page, `${list}?sort=email`)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('keys.')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/q=keys/)
  await expect(page.getByText('1 to 4 of 4')).toBeVisible()
  const openers = page.locator('[data-opens]')
  await page.keyboard.press('ArrowDown')
  await expect(openers.nth(0)).toBeFocused()

  for (const key of ['x', 'ArrowDown', 'ArrowDown', 'x']) await page.keyboard.press(key)
  await expect(page.getByText('2 selected')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.keyboard.press('d')
  const csv = await readFile(await (await download).path(), 'utf8')
  expect(csv.match(/keys\.\d@/g)).toEqual(['keys.0@', 'keys.2@'])
  await page.keyboard.press('a')
  await expect(rowOf(page, 'keys.').filter({ hasText: 'Accepted' })).toHaveCount(2)
  await expect(page.getByText('Select page')).toBeVisible()
  await expect(openers.nth(2)).toBeFocused()

  // The row that replaces a removed one gets the focus.
  await page.keyboard.press('e')
  await expect(openers).toHaveCount(3)
  await expect(openers.nth(2)).toBeFocused()
  await expect(rowOf(page, 'keys.3@').locator(':focus')).toHaveCount(1)
  await page.keyboard.press('z')
  await expect(openers).toHaveCount(4)
})

test('a name opens its application in a new tab with Ctrl, and a key right after Esc reaches the row', async ({
  page,
  request,
  context,
}) => {
  await createApplications(request, 3, 'tabs')
  await enterBackOffice(page, `${list}?q=tabs.&sort=email`)
  const second = page.locator('[data-opens]').nth(1)
  await second.click({ modifiers: ['ControlOrMeta'] })
  // Chromium does not always load the tab that it has opened in the background.
  const tab = await context.newPage()
  await tab.goto((await second.getAttribute('href')) ?? '')
  await expect(tab.getByRole('dialog')).toContainText('2 of 3')
  await tab.getByRole('dialog').press('j')
  await expect(tab.getByRole('dialog')).toContainText('3 of 3')
  await tab.close()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await second.press('Enter')
  await expect(page.getByRole('dialog').getByRole('region', { name: 'Answers' })).toBeFocused()
  const processor = await context.newCDPSession(page)
  await processor.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await Promise.all([page.keyboard.press('Escape'), page.keyboard.press('x')])
  await expect(rowOf(page, 'tabs.1@').getByRole('checkbox')).toBeChecked()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('Alt+T reaches Undo, and the focus returns at once', async ({ page, request }) => {
  await createApplications(request, 2, 'hotkey')
  await enterBackOffice(page, `${list}?q=hotkey.&sort=email`)
  const rows = [0, 1].map((index) => rowOf(page, `hotkey.${index}@`))
  const undos = page.getByRole('button', { name: 'Undo' })
  for (const [index, row] of rows.entries()) {
    await row.locator('[data-opens]').focus()
    await page.keyboard.press('a')
    await expect(row).toContainText('Accepted')
    await expect(undos).toHaveCount(index + 1)
  }
  await page.keyboard.press('Alt+t')
  await expect(page.getByRole('region', { name: 'Notifications' }).locator(':focus')).toHaveCount(1)
  for (let tabs = 0; tabs < 6 && !(await undos.first().evaluate(isActive)); tabs++) {
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await expect(rows[1]!).toContainText('Pending')
  await expect(rows[1]!.locator('[data-opens]')).toBeFocused()
  await expect(undos).toHaveCount(1)
})

test('Z in the panel undoes the last decision and shows its application', async ({
  page,
  request,
}) => {
  await createApplications(request, 2, 'z-key')
  await enterBackOffice(page, `${list}?q=z-key.&sort=email&status=pending`)
  await page.locator('[data-opens]').first().click()
  const panel = page.getByRole('dialog')
  await expect(panel).toContainText('1 of 2')
  await panel.press('a')
  await expect(panel).toContainText('z-key.1@')
  await expect(page.getByText('Application accepted')).toBeVisible()
  await panel.press('z')
  await expect(panel).toContainText('z-key.0@')
  await expect(panel).toContainText('1 of 2')
  await expect(panel).toContainText('Pending')
})

test('undo skips decisions of colleagues and reports them', async ({ page, request }) => {
  const made = await createApplications(request, 4, 'since')
  const ids = made.map(({ _id }) => _id)
  const call = await api(request)
  await call('POST', '/admin/attachments/decisions', { ids: ids.slice(0, 2), is_accepted: true })
  await enterBackOffice(page, `${list}?view=all&q=since.&sort=email`)
  const first = rowOf(page, 'since.0@')
  await first.locator('[data-opens]').press('r')
  await expect(first).toContainText('Pending')
  await call('POST', '/admin/attachments/decisions', { ids: ids.slice(0, 1), is_archived: true })
  await page.keyboard.press('z')
  const left = '1 was left as it is: changed meanwhile'
  await expect(page.getByText(`0 applications accepted. ${left}`)).toBeVisible()
  await expect(first).toContainText('Archived')

  await tick(page.getByRole('checkbox', { name: 'Select all on this page' }))
  await page.keyboard.press('c')
  await choose(page.getByLabel('Reason'), 'Dates do not fit')
  await page.getByLabel('Message').press('Control+Enter')
  await expect(page.getByText('4 applications declined')).toBeVisible()
  await call('POST', '/admin/attachments/decisions', { ids: ids.slice(3), is_accepted: true })
  await page.keyboard.press('z')
  const sentence = '3 applications are as they were, 1 is not: changed or deleted meanwhile'
  await expect(page.getByText(sentence)).toBeVisible()
  await expect(rowOf(page, 'since.3@')).toContainText('Accepted')
})

test(
  'panel, list and bulk bar skip applications that a colleague has decided meanwhile',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    const made = await createApplications(request, 5, 'overtaken')
    const ids = made.map(({ _id }) => _id)
    const { token } = await signIn(request, await newAccount(request, 'overtaking'))
    const decide = (data: object) =>
      request.post('/api/admin/attachments/decisions', {
        data,
        headers: { Authorization: `Bearer ${token}` },
      })
    await enterBackOffice(page, `${list}?view=all&q=overtaken.&sort=email`)
    await tick(page.getByRole('checkbox', { name: 'Select all on this page' }))
    await page.locator('[data-opens]').first().click()
    const panel = page.getByRole('dialog')
    await expect(panel).toContainText('1 of 5')
    await decide({ ids: ids.slice(0, 1), decline: { reason: 'late', message: null } })
    await panel.press('a')
    const left = '0 applications accepted. 1 was left as it is: changed meanwhile'
    await expect(
      page.getByText(`${made[0]?.first_name} ${made[0]?.last_name}: ${left}`),
    ).toBeVisible()
    await expect(rowOf(page, 'overtaken.0@')).toContainText('Declined')
    await panel.press('Escape')

    await decide({ ids: ids.slice(1, 2), is_archived: true })
    await rowOf(page, 'overtaken.1@')
      .getByRole('button', { name: /^Accept/ })
      .click()
    await expect(
      page.getByText(`${made[1]?.first_name} ${made[1]?.last_name}: ${left}`),
    ).toBeVisible()
    await expect(rowOf(page, 'overtaken.1@')).toContainText('Archived')

    await decide({ ids: ids.slice(2, 3), is_accepted: true })
    await page
      .getByRole('group', { name: 'Selected applications' })
      .getByRole('button', { name: 'Decline' })
      .click()
    await choose(page.getByLabel('Reason'), 'Dates do not fit')
    await page.getByLabel('Message').press('Control+Enter')
    const name = `${made[2]?.first_name} ${made[2]?.last_name}`
    const most = `4 applications declined. 1 was left as it is: changed meanwhile. Left out: ${name}`
    await expect(page.getByText(most)).toBeVisible()
    await expect(rowOf(page, 'overtaken.2@')).toContainText('Accepted')
    await expect(page.getByText('1 selected')).toBeVisible()
    await expect(rowOf(page, 'overtaken.2@').getByRole('checkbox')).toBeChecked()
  },
)

test(
  'a decision on a deleted application is not reported as success',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    const made = await createApplications(request, 3, 'vanished')
    const call = await api(request)
    await enterBackOffice(page, `${list}?q=vanished.&sort=email`)
    const openers = page.locator('[data-opens]')
    await openers.first().focus()
    await call('DELETE', `/admin/attachments/${made[0]?._id}`)
    await page.keyboard.press('a')
    const toast = page.locator('[data-sonner-toast]')
    const failure = toast.filter({ hasText: '0 applications accepted. 1 is there no more' })
    await expect(failure).toHaveAttribute('data-type', 'error')
    await expect(openers).toHaveCount(2)

    await tick(page.getByRole('checkbox', { name: 'Select all on this page' }))
    await call('DELETE', `/admin/attachments/${made[1]?._id}`)
    await page.keyboard.press('a')
    const half = toast.filter({ hasText: '1 application accepted. 1 is there no more' })
    await expect(half).toHaveAttribute('data-type', 'success')
    await expect(page.getByText('Select page')).toBeVisible()
  },
)

test(
  'Z does not undo the previous decision while another is pending',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    await createApplications(request, 2, 'early-z')
    await enterBackOffice(page, `${list}?q=early-z.&sort=email`)
    const [first, second] = [rowOf(page, 'early-z.0@'), rowOf(page, 'early-z.1@')]
    await first.locator('[data-opens]').press('a')
    await expect(first).toContainText('Accepted')
    const held = await hold(page, '**/decisions')
    await second.locator('[data-opens]').press('a')
    await held.begun
    await page.keyboard.press('z')
    held.letGo()
    await expect(second).toContainText('Accepted')
    await page.keyboard.press('z')
    await expect(second).toContainText('Pending')
    await expect(first).toContainText('Accepted')
  },
)

test(
  'a single decision removes the row from the selection',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    await createApplications(request, 7, 'chosen')
    await enterBackOffice(page, `${list}?q=chosen.&sort=email`)
    await tick(page.getByRole('checkbox', { name: 'Select all on this page' }))
    await expect(page.getByText('7 selected')).toBeVisible()
    await page.locator('[data-opens]').first().click()
    const panel = page.getByRole('dialog')
    await chooseMore(panel, 'Personal data')
    await page.getByRole('button', { name: 'Erase', exact: true }).click()
    await page.getByRole('button', { name: 'Erase for good' }).click()
    await expect(page.getByText('6 selected')).toBeVisible()

    await page.locator('[data-opens]').first().click()
    await panel.press('e')
    await expect(page.getByText('5 selected')).toBeVisible()
    await expect(panel).toContainText('chosen.2@')
    await panel.press('c')
    await choose(page.getByLabel('Reason'), 'Dates do not fit')
    await page.getByLabel('Message').press('Control+Enter')
    await expect(page.getByText('4 selected')).toBeVisible()
    await expect(panel).toContainText('chosen.3@')
    await panel.press('Escape')

    const first = page.getByRole('row').nth(1)
    await first.getByRole('button', { name: /^Edit/ }).click()
    await page.getByRole('tab', { name: 'Settings' }).click()
    await tick(page.getByLabel('Archived'))
    await page.getByRole('button', { name: 'Update Application' }).click()
    await expect(page.getByText('3 selected')).toBeVisible()
    await expect(first).toContainText('chosen.4@')
    await chooseMore(first, 'Delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('2 selected')).toBeVisible()
    await expect(first).toContainText('chosen.5@')
    await first.getByRole('button', { name: /^Archive/ }).click()
    await expect(page.getByText('1 selected')).toBeVisible()
    const bar = page.getByRole('group', { name: 'Selected applications' })
    await bar.getByRole('button', { name: 'Accept' }).click()
    await expect(page.getByText('1 application accepted')).toBeVisible()
  },
)

test('the selection is empty after a change of view and back', async ({ page, request }) => {
  await createApplications(request, 2, 'forgotten')
  await enterBackOffice(page, `${list}?q=forgotten.`)
  await tick(page.getByRole('checkbox', { name: 'Select all on this page' }))
  await expect(page.getByText('2 selected')).toBeVisible()
  const pending = await hold(page, /attachments\?.*status=pending/)
  await choose(page.getByLabel('Status'), 'Pending')
  await expect(page).toHaveURL(/status=pending/)
  await pending.begun
  await rowOf(page, 'forgotten.0@').locator('[data-opens]').press('x')
  await expect(page.getByText('1 selected')).toBeVisible()
  pending.letGo()
  await expect(page.getByText('Select page')).toBeVisible()
  await choose(page.getByLabel('Status'), 'All Status')
  await expect(page).not.toHaveURL(/status=/)
  await expect(rowOf(page, 'forgotten.')).toHaveCount(2)
  await expect(page.getByText('Select page')).toBeVisible()
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
})

test(
  'accepting a row that a colleague has accepted does not revoke it',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    const [made] = await createApplications(request, 1, 'colleague')
    const call = await api(request)
    await enterBackOffice(page, `${list}?q=colleague.0@`)
    await call('PUT', `/admin/attachments/${made?._id}/accept`)
    const row = rowOf(page, 'colleague.0@')
    await row.getByRole('button', { name: /^Accept Application/ }).click()
    await expect(page.getByText('0 applications accepted. 1 needed no change')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
    await expect(row).toContainText('Accepted')
    await call('PUT', `/admin/attachments/${made?._id}/archive`)
    await row.getByRole('button', { name: /^Archive/ }).click()
    await expect(page.getByText('0 applications archived. 1 needed no change')).toBeVisible()
    await expect(row).toHaveCount(0)
    const events = await call('GET', `/admin/history?record=${made?._id}`)
    expect(events.map(({ action }: { action: string }) => action)).toEqual([
      'archive',
      'accept',
      'create',
    ])
  },
)

test(
  'a second accept during a pending one is not sent',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    await createApplications(request, 2, 'impatient')
    await enterBackOffice(page, `${list}?q=impatient.&sort=email`)
    const held = await hold(page, '**/decisions')
    for (const who of ['impatient.0@', 'impatient.1@', 'impatient.0@']) {
      await rowOf(page, who)
        .getByRole('button', { name: /^Accept Application/ })
        .click()
    }
    held.letGo()
    await expect(page.getByText('Application accepted')).toHaveCount(2)
    await expect(rowOf(page, 'impatient.').filter({ hasText: 'Accepted' })).toHaveCount(2)
  },
)

test('a double click decides once and spares the row that moves up', async ({ page, request }) => {
  await createApplications(request, 5, 'double-click')
  await enterBackOffice(page, `${list}?q=double-click.`)
  await page
    .getByRole('button', { name: /^Archive/ })
    .first()
    .dblclick()
  await expect(page.getByText('1 to 4 of 4')).toBeVisible()
  await page
    .getByRole('button', { name: /^Accept/ })
    .first()
    .dblclick()
  const row = page.getByRole('row').nth(1)
  await expect(row).toContainText('Accepted')
  await expect(page.getByText('Application accepted')).toHaveCount(1)

  await page.locator('[data-opens]').nth(1).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('button', { name: /^Archive/ }).dblclick()
  await expect(page.getByText('1 application archived')).toHaveCount(2)
  await expect(page.getByText('1 to 3 of 3')).toBeVisible()
  await expect(panel).toContainText('2 of 3')
  await expect(panel).toContainText('Pending')
})

test('the panel shows every answer with safe links, and has a URL', async ({ page, request }) => {
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
  const answers = panel.getByRole('region', { name: 'Answers' })
  await expect(answers).toBeFocused()
  await expect(panel.getByText(/^\d+, Year \d · .* · wants .* · from /)).toBeInViewport()
  await expect(panel.getByRole('heading', { name: 'Statements' })).toBeInViewport()
  await page.keyboard.press('Space')
  await expect.poll(() => answers.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(100)

  await page.reload()
  await expect(panel).toContainText(person?.email ?? '')
  await page.goBack()
  await expect(panel).toHaveCount(0)
})

test('printing an open application prints all of it and nothing else', async ({
  page,
  request,
}) => {
  const about_yourself = 'Mimi ni mwanafunzi. '.repeat(200)
  await createApplications(request, 2, 'on-paper', { about_yourself })
  await enterBackOffice(page, `${list}?q=on-paper.&sort=email`)
  await page.locator('[data-opens]').first().click()
  const panel = page.getByRole('dialog')
  await expect(panel.getByRole('button', { name: 'Accept' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })

  await expect(page.getByRole('main')).toBeHidden()
  await expect(panel.getByRole('button', { name: 'Accept' })).toBeHidden()
  await expect(panel.getByRole('button', { name: 'Close' })).toBeHidden()
  await expect(panel).toContainText(about_yourself.trim())
  const sheet = await panel.boundingBox()
  const last = await panel.getByText(/^Received .*, last changed/).boundingBox()
  expect(sheet!.y + sheet!.height).toBeGreaterThan(last!.y + last!.height)
  expect(await panel.evaluate((element) => getComputedStyle(element).position)).toBe('static')
})

test('the panel moves on after a deletion, and keeps its shortcuts at the end', async ({
  page,
  request,
}) => {
  await createApplications(request, 2, 'remains')
  await enterBackOffice(page, `${list}?q=remains.&sort=email`)
  await page.locator('[data-opens]').first().click()
  const panel = page.getByRole('dialog')
  await deleteShown(page)
  await expect(panel).toContainText('remains.1@')
  await expect(panel).toContainText('1 of 1')
  await panel.getByRole('button', { name: /^Accept/ }).click()
  await expect(panel).toContainText('Accepted')
  await page.keyboard.press('r')
  await expect(panel).toContainText('Pending')
})

test(
  'after a deletion the panel moves on at once, and stays closed if closed meanwhile',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    await createApplications(request, 2, 'at-once')
    await enterBackOffice(page, `${list}?q=at-once.&sort=email`)
    await page.locator('[data-opens]').first().click()
    const panel = page.getByRole('dialog')
    const held = await hold(page, /\/api\/admin\/attachments\?/)
    await deleteShown(page)
    await held.begun
    await expect(panel).toContainText('at-once.1@')
    await panel.press('Escape')
    await expect(panel).toHaveCount(0)
    held.letGo()
    await expect(page.getByText('1 to 1 of 1')).toBeVisible()
    await expect(panel).toHaveCount(0)
  },
)

test(
  'the panel moves on from the shown application if another one was deleted',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    const [first] = await createApplications(request, 3, 'meanwhile')
    await enterBackOffice(page, `${list}?q=meanwhile.&sort=email`)
    const panel = page.getByRole('dialog')
    await page.locator('[data-opens]').first().click()
    const held = await hold(page, `**/api/admin/attachments/${first?._id}`)
    await deleteShown(page)
    await held.begun
    await page.locator('[data-opens]').last().click()
    await expect(panel).toContainText('meanwhile.2@')
    await deleteShown(page)
    await expect(page.getByText('1 to 2 of 2')).toBeVisible()
    await page.locator('[data-opens]').first().click()
    await expect(panel).toContainText('meanwhile.0@')
    held.letGo()
    await expect(panel).toContainText('meanwhile.1@')
    await expect(panel).toContainText('1 of 1')
  },
)

test('the panel continues on the next page', { tag: onlyInAll() }, async ({ page, request }) => {
  await createApplications(request, 26, 'pages')
  await enterBackOffice(page, `${list}?q=pages.`)
  await page.locator('[data-opens]').last().click()
  await expect(page.getByRole('dialog')).toContainText('25 of 26')
  const figures = await hold(page, '**/attachments/counts')
  await page.getByRole('dialog').press('e')
  await expect(page.getByText('Application archived')).toBeVisible()
  await expect(page.getByRole('dialog')).toContainText('25 of 25')
  await expect(page.getByRole('dialog')).toContainText('pages.0@')
  figures.letGo()
})

test(
  'after a page of fast decisions the panel goes on with the first of the next page',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    await createApplications(request, 28, 'fast')
    await enterBackOffice(page, `${list}?q=fast.&sort=createdAt&status=pending`)
    await page.locator('[data-opens]').first().click()
    const panel = page.getByRole('dialog')
    await expect(panel).toContainText('1 of 28')
    const lists = await hold(page, /attachments\?.*page=/)
    for (let decided = 1; decided < 25; decided++) {
      await page.keyboard.press('a')
      await expect(panel).toContainText(`${decided + 1} of 28`)
    }
    await page.keyboard.press('a')
    lists.letGo()
    await expect(panel).toContainText('1 of 3')
  },
)

test(
  'a late reply about the last row of a page moves nobody who went on meanwhile',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    const made = await createApplications(request, 54, 'late-reply')
    await enterBackOffice(page, `${list}?q=late-reply.&sort=email`)
    const panel = page.getByRole('dialog')
    const openers = page.locator('[data-opens]')
    const decisions = '**/api/admin/attachments/decisions'
    const decided = page.getByText('1 application archived')
    async function archiveLast() {
      await openers.last().click()
      await expect(panel).toContainText(/25 of \d\d/)
      const held = await hold(page, decisions)
      await page.keyboard.press('e')
      await held.begun
      return async () => {
        const count = await decided.count()
        held.letGo()
        await expect(decided).toHaveCount(count + 1)
        await page.unroute(decisions)
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      }
    }

    let reply = await archiveLast()
    await page.keyboard.press('e')
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await reply()
    await expect(page.getByText('1 to 25 of 53')).toBeVisible()
    await expect(panel).toHaveCount(0)
    await expect(page.locator('[data-sonner-toast][data-type=error]')).toHaveCount(0)

    reply = await archiveLast()
    await page.keyboard.press('j')
    await expect(panel).toContainText('26 of 53')
    await page.keyboard.press('j')
    await expect(panel).toContainText('27 of 53')
    const shown = await referenceOf(page)
    await reply()
    await expect(page.getByText('26 to 50 of 52')).toBeVisible()
    expect(await referenceOf(page)).toBe(shown)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Previous' }).click()
    await expect(page.getByText('1 to 25 of 52')).toBeVisible()

    // Letters of a note are no shortcuts, and the note stays with its application.
    reply = await archiveLast()
    const noted = await referenceOf(page)
    const note = panel.getByLabel('New note')
    await note.click()
    await page.keyboard.type('area', { delay: 20 })
    await reply()
    await page.keyboard.type(' erase', { delay: 20 })
    await expect(note).toHaveValue('area erase')
    expect(await referenceOf(page)).toBe(noted)
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await expect(panel).toContainText('25 of 51')
    const call = await api(request)
    const undecided = () => call('GET', '/admin/attachments?q=late-reply.&status=pending&limit=100')
    expect(await undecided()).toHaveLength(made.length - 3)

    // The panel moves on when its application is deleted: letters of its note are no shortcuts for the next one.
    async function deleteShownThenType(field: Locator) {
      const before = await referenceOf(page)
      const deletion = /\/api\/admin\/attachments\/[\w-]+$/
      const held = await hold(page, deletion)
      await deleteShown(page)
      await held.begun
      await field.click()
      held.letGo()
      await expect.poll(() => referenceOf(page)).not.toBe(before)
      await page.keyboard.type('area', { delay: 20 })
      await page.unroute(deletion)
    }
    await deleteShownThenType(panel.getByLabel('New note'))
    await expect(page.getByText('1 to 25 of 50')).toBeVisible()
    expect(await undecided()).toHaveLength(made.length - 4)

    // Nor does it take the focus from the search.
    const search = page.getByRole('textbox', { name: /^Search/ })
    await deleteShownThenType(search)
    await expect(search).toHaveValue('late-reply.area')
  },
)

test(
  'the panel continues while a session check is pending',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    await createApplications(request, 26, 'unasked')
    await enterBackOffice(page, `${list}?q=unasked.`)
    await page.locator('[data-opens]').last().click()
    const panel = page.getByRole('dialog')
    await expect(panel).toContainText('25 of 26')
    const held = await hold(page, '**/api/auth/me')
    await panel.press('e')
    await held.begun
    await expect(panel).toContainText('25 of 25')
    held.letGo()
  },
)

test(
  'the panel skips no application when a decided one leaves the filter',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    await createApplications(request, 27, 'filtered', { is_accepted: true })
    await enterBackOffice(page, `${list}?view=all&accepted=true&q=filtered.`)
    await page.locator('[data-opens]').last().click()
    const panel = page.getByRole('dialog')
    await expect(panel).toContainText('25 of 27')
    await panel.press('r')
    await expect(panel).toContainText('25 of 26')
    await expect(panel).toContainText('filtered.1@')
  },
)

test('accepting and archiving can be undone one by one', async ({ page, request }) => {
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
})

test(
  'many applications are selected, decided, undone and exported at once',
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
    await bar.getByRole('button', { name: 'Export' }).click()
    const csv = await readFile(await (await download).path(), 'utf8')
    expect(csv.match(/many\.\d@/g)).toEqual(['many.0@', 'many.2@'])

    await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
    await bar.getByRole('button', { name: 'Archive', exact: true }).click()
    await expect(page.getByText('No industrial attachment applications found.')).toBeVisible()
    await undo(page)
    await expect(rowOf(page, 'many.')).toHaveCount(6)
  },
)

test('the bar of selected rows fits a tablet, and asks before it sends many messages', async ({
  page,
  request,
}) => {
  await createApplications(request, 25, 'tablet')
  await page.setViewportSize({ width: 768, height: 1024 })
  await enterBackOffice(page, `${list}?view=all&q=tablet.`)
  await tick(page.getByRole('checkbox', { name: 'Select all on this page' }))
  const bar = page.getByRole('group', { name: 'Selected applications' })
  await expect(bar.getByRole('button', { name: 'Clear' })).toBeVisible()
  expect(await bar.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)

  // More than 20 messages go out only after a question.
  const accepted = rowOf(page, 'tablet.').filter({ hasText: 'Accepted' })
  const question = page.getByRole('alertdialog', { name: 'Accept: 25 applications' })
  await page.keyboard.press('a')
  await expect(question).toContainText('This sends 25 e-mails.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('25 selected')).toBeVisible()
  await expect(accepted).toHaveCount(0)
  await page.clock.install()
  await bar.getByRole('button', { name: 'Accept' }).click()
  await question.getByRole('button', { name: 'Send them' }).click()
  await expect(accepted).toHaveCount(25)
  await page.clock.fastForward(40_000)
  await undo(page)
  await expect(accepted).toHaveCount(0)
})

test(
  'the selection stops at the bulk limit and reports it',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    await createApplications(request, 201, 'crowd')
    await enterBackOffice(page, `${list}?q=crowd.&sort=email`)
    const all = page.getByRole('checkbox', { name: 'Select all on this page' })
    for (let number = 1; number <= 8; number++) {
      await tick(all)
      await expect(page.getByText(`${number * 25} selected`)).toBeVisible()
      await page.getByRole('button', { name: 'Next' }).click()
      await expect(page.getByText(new RegExp(`^${number * 25 + 1} to `))).toBeVisible()
      await expect(all).not.toBeChecked()
    }
    await expect(rowOf(page, 'crowd.')).toHaveCount(1)
    await page.getByRole('checkbox', { name: /^Select (?!all)/ }).click()
    await expect(page.getByText('Choose at most 200 applications')).toBeVisible()
    await expect(page.getByText('200 selected')).toBeVisible()
  },
)

test('a long export shows its progress', { tag: onlyInAll() }, async ({ page, request }) => {
  // Browsers decompress in blocks of 128 KB.
  for (let some = 0; some < 12; some++) {
    const about_yourself = randomBytes(1500).toString('hex')
    await createApplications(request, 10, `slow.${some}`, { about_yourself })
  }
  await enterBackOffice(page, `${list}?q=slow.`)
  const network = await page.context().newCDPSession(page)
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: 6000,
    uploadThroughput: -1,
  })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect(page.getByText(/^Exporting… [1-9]\d* kB so far$/)).toBeVisible()
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  await download
  await expect(page.getByText('Export completed successfully')).toBeVisible()
  await expect(page.getByText(/^Exporting/)).toHaveCount(0)
})

test('the export follows the search', async ({ page, request }) => {
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

function isActive(element: Element) {
  return element === document.activeElement
}

async function referenceOf(page: Page) {
  const line = await page.getByRole('dialog').getByText(/SPH-/).first().textContent()
  return /SPH-\d{4}-\w{8}/.exec(line ?? '')?.[0]
}

/** Deletes the application in the panel. */
async function deleteShown(page: Page) {
  await chooseMore(page.getByRole('dialog'), 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
}

async function undo(page: Page) {
  await page.getByRole('button', { name: 'Undo' }).first().click()
}
