import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'

import { choose, tick, type } from '../support/hands.ts'
import { newAccount } from './accounts.ts'
import { control } from './application-form.ts'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { createApplications, list, rowOf } from './records.ts'
import {
  api,
  enterBackOffice,
  expect,
  hold,
  pressEscape,
  signIn,
  onlyInAll,
  test,
} from './support.ts'

test('applications are declined one by one with the keyboard, and the last is brought back', async ({
  page,
  request,
}) => {
  await createApplications(request, 3, 'one-by-one')
  await enterBackOffice(page, `${list}?q=one-by-one.&sort=email`)
  await page.locator('[data-opens]').first().press('Enter')
  const panel = page.getByRole('dialog')
  await expect(panel).toContainText('1 of 3')

  await panel.press('c')
  const dialog = page.getByRole('dialog', { name: /^Decline/ })
  await expect(dialog).toContainText('The applicant will be told')
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription('Choose a reason')
  await page.keyboard.type('Dates')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Come in May.')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Karibu!')
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toHaveCount(0)
  await expect(panel).toContainText('one-by-one.1@')
  await expect(panel).toContainText('1 of 2')

  await panel.press('c')
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await page.keyboard.type('Another')
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toHaveCount(0)
  await expect(panel).toContainText('one-by-one.2@')
  await panel.press('z')
  await expect(panel).toContainText('one-by-one.1@')
  await expect(panel).toContainText('Pending')

  const call = await api(request)
  const declined = () => call('GET', '/admin/attachments?q=one-by-one.&view=archived')
  await expect.poll(declined).toMatchObject([
    {
      email: 'one-by-one.0@example.org',
      declined_reason: 'dates',
      declined_message: 'Come in May.\nKaribu!',
    },
  ])
})

test('after a conflict with a colleague the decline can be repeated with the typed text', async ({
  page,
  request,
}) => {
  const [made] = await createApplications(request, 1, 'overtaken.decline')
  await enterBackOffice(page, `${list}?q=overtaken.decline`)
  await page.locator('[data-opens]').first().press('Enter')
  await page.getByRole('dialog').press('c')
  const dialog = page.getByRole('dialog', { name: /^Decline/ })
  await choose(dialog.getByLabel('Reason'), 'Dates do not fit')
  await type(dialog.getByLabel('Message'), 'Come in May.')
  const { token } = await signIn(request, await newAccount(request, 'quicker'))
  await request.put(`/api/admin/attachments/${made?._id}/accept`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  const confirm = dialog.getByRole('button', { name: /^Decline/ })
  await confirm.click()
  await expect(page.getByText(/1 was left as it is: changed meanwhile/)).toBeVisible()
  await confirm.click()
  await expect(dialog).toHaveCount(0)

  const call = await api(request)
  const declined = () => call('GET', '/admin/attachments?q=overtaken.decline&view=archived')
  await expect.poll(declined).toMatchObject([{ declined_message: 'Come in May.' }])
})

test('a late reply closes no other dialog', { tag: onlyInAll() }, async ({ page, request }) => {
  await createApplications(request, 2, 'late-decline')
  await enterBackOffice(page, `${list}?q=late-decline.&sort=email`)
  const openers = page.locator('[data-opens]')
  await openers.first().focus()
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: /^Decline/ })
  await choose(dialog.getByLabel('Reason'), 'Dates do not fit')
  const held = await hold(page, '**/api/admin/attachments/decisions')
  await page.keyboard.press('Control+Enter')
  await held.begun
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await openers.last().focus()
  await page.keyboard.press('c')
  await type(dialog.getByLabel('Message'), 'Come in May.')
  held.letGo()
  await expect(page.getByText('1 application declined')).toBeVisible()
  await expect(dialog.getByLabel('Message')).toHaveValue('Come in May.')
})

test('many applications are declined at once, and undo restores each', async ({
  page,
  request,
}) => {
  const made = await createApplications(request, 4, 'several')
  const call = await api(request)
  const ids = made.slice(0, 2).map(({ _id }) => _id)
  await call('POST', '/admin/attachments/decisions', { ids, is_accepted: true })
  await enterBackOffice(page, `${list}?q=several.&sort=email`)
  await tick(page.getByRole('checkbox', { name: 'Select all on this page' }))
  const bar = page.getByRole('group', { name: 'Selected applications' })
  await bar.getByRole('button', { name: 'Decline' }).click()
  const dialog = page.getByRole('dialog', { name: 'Decline 4 applications' })
  await choose(dialog.getByLabel('Reason'), 'No place in the department')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText('4 applications declined')).toBeVisible()
  await expect(page.getByText('No industrial attachment applications found.')).toBeVisible()
  await expect(bar.getByRole('checkbox')).toBeFocused()

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('4 applications are as they were')).toBeVisible()
  await expect(rowOf(page, 'several.').filter({ hasText: 'Accepted' })).toHaveCount(2)
  await expect(rowOf(page, 'several.').filter({ hasText: 'Pending' })).toHaveCount(2)
})

test('declined applications are marked, filtered by reason and exported', async ({
  page,
  request,
}) => {
  const made = await createApplications(request, 4, 'told', { is_archived: true })
  await decline(request, made[1], { reason: 'late' })
  await decline(request, made[2], { reason: 'documents', message: 'The letter is empty.' })
  await decline(request, made[3], { reason: 'late' })
  await enterBackOffice(page, `${list}?view=archived&q=told.&sort=email`)
  await expect(rowOf(page, 'told.')).toHaveCount(4)
  await expect(rowOf(page, 'told.0@')).toContainText('Archived')
  await expect(rowOf(page, 'told.1@')).toContainText(/Declined\s*Applied too late/)

  const filter = page.getByLabel('Decision')
  await choose(filter, 'Applied too late')
  await expect(page).toHaveURL(/decision=late/)
  await expect(rowOf(page, 'told.')).toHaveCount(2)
  await page.reload()
  await expect(rowOf(page, 'told.')).toHaveCount(2)
  await choose(filter, 'Declined')
  await expect(rowOf(page, 'told.')).toHaveCount(3)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const csv = await readFile(await (await download).path(), 'utf8')
  expect(csv.match(/told\.\d@/g)).toEqual(['told.1@', 'told.2@', 'told.3@'])
  expect(csv).toContain('Documents missing or unreadable,The letter is empty.,')

  await page.getByRole('button', { name: 'Show Active' }).click()
  await expect(filter).toHaveCount(0)
  await page.getByRole('link', { name: / declined$/ }).click()
  await expect(filter).toHaveValue('declined')
})

test(
  'undoing "bring back" restores reason and message',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    const [made] = await createApplications(request, 1, 'returns')
    await decline(request, made, { reason: 'requirements', message: 'Year 3 is too early.' })
    await enterBackOffice(page, `${list}?view=archived&q=returns.`)
    const row = rowOf(page, 'returns.0@')
    await row.getByRole('button', { name: /^Bring back/ }).click()
    await expect(page.getByText('1 application unarchived')).toBeVisible()
    await expect(row).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(row).toContainText('Declined')

    await row.locator('[data-opens]').click()
    const panel = page.getByRole('dialog')
    await expect(panel).toContainText('Requirements of the course not met')
    await expect(panel).toContainText('“Year 3 is too early.”')
    await expect(panel.getByText(/Declined.*, by Administrator/).first()).toBeVisible()
    await expect(panel.getByText(/Brought back.*, by Administrator/)).toBeVisible()
    await panel.getByRole('button', { name: 'Change reason' }).click()
    const dialog = page.getByRole('dialog', { name: /^Decline/ })
    await expect(dialog.getByLabel('Reason')).toHaveValue('requirements')
    await expect(dialog.getByLabel('Message')).toHaveValue('Year 3 is too early.')
    await pressEscape(dialog)
    await panel.press('u')
    await expect(row).toHaveCount(0)
  },
)

test('typed text survives a failure, and closing asks for confirmation', async ({
  page,
  request,
}) => {
  const [made] = await createApplications(request, 1, 'typed')
  await enterBackOffice(page, `${list}?q=typed.`)
  await page.locator('[data-opens]').press('c')
  const dialog = page.getByRole('dialog', { name: /^Decline/ })
  await choose(dialog.getByLabel('Reason'), 'Another reason')
  await type(dialog.getByLabel('Message'), 'Long and well-chosen words.')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()

  await page.route('**/decisions', (route) => route.fulfill({ status: 500, body: '' }))
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText(`${nameOf(made)}: Failed to decline`)).toBeVisible()
  await expect(dialog.getByLabel('Message')).toHaveValue('Long and well-chosen words.')
  await page.unroute('**/decisions')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(rowOf(page, 'typed.')).toHaveCount(0)
})

test(
  'the text to an applicant who has withdrawn meanwhile is kept',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    const [made] = await createApplications(request, 1, 'too-late')
    await enterBackOffice(page, `${list}?view=all&q=too-late.`)
    await page.locator('[data-opens]').press('c')
    const dialog = page.getByRole('dialog', { name: /^Decline/ })
    await choose(dialog.getByLabel('Reason'), 'Another reason')
    await type(dialog.getByLabel('Message'), 'Long and well-chosen words.')
    await withdraw(request, made)
    await dialog.getByRole('button', { name: 'Decline' }).click()
    await expect(
      page.getByText(
        `${nameOf(made)}: 0 applications declined. 1 was left as it is: withdrawn by the applicant`,
      ),
    ).toBeVisible()
    await expect(dialog.getByLabel('Message')).toHaveValue('Long and well-chosen words.')
  },
)

test('a withdrawn application in the list cannot be declined, and a message explains it', async ({
  page,
  request,
}) => {
  const made = await createApplications(request, 2, 'gone-before')
  await withdraw(request, made[0])
  await enterBackOffice(page, `${list}?view=all&q=gone-before.&sort=email`)
  const openers = page.locator('[data-opens]')
  await openers.first().press('c')
  await expect(
    page.getByText(`${nameOf(made[0])}: Withdrawn by the applicant. To decide on it`),
  ).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(openers.first()).toBeFocused()
  await openers.nth(1).press('c')
  await expect(page.getByRole('dialog', { name: /^Decline/ })).toBeVisible()
})

test(
  'a decision that fails after the panel has moved on names its applicant',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    const made = await createApplications(request, 2, 'unlucky')
    await enterBackOffice(page, `${list}?q=unlucky.&sort=email`)
    await page.locator('[data-opens]').first().click()
    const panel = page.getByRole('dialog')
    await page.route('**/decisions', (route) => route.fulfill({ status: 500, body: '' }))
    await panel.press('a')
    await expect(panel).toContainText('unlucky.1@')
    const sentence = `${nameOf(made[0])}: Failed to update acceptance status`
    await expect(page.getByText(sentence)).toBeVisible()
  },
)

test(
  'the panel moves on to the application from the next page',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    await createApplications(request, 26, 'moved-up')
    await enterBackOffice(page, `${list}?q=moved-up.`)
    await page.locator('[data-opens]').last().click()
    const panel = page.getByRole('dialog')
    await expect(panel).toContainText('25 of 26')
    await panel.press('c')
    await choose(page.getByLabel('Reason'), 'Dates do not fit')
    await page.getByLabel('Message').press('Control+Enter')
    await expect(page.getByLabel('Message')).toHaveCount(0)
    await expect(panel).toContainText('25 of 25')
  },
)

test(
  'the panel skips no application when another reason removes one from the filter',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    const made = await createApplications(request, 27, 'reasoned')
    const call = await api(request)
    const ids = made.map(({ _id }) => _id)
    await call('POST', '/admin/attachments/decisions', { ids, decline: { reason: 'late' } })
    await enterBackOffice(page, `${list}?view=archived&decision=late&q=reasoned.`)
    await page.locator('[data-opens]').last().click()
    const panel = page.getByRole('dialog')
    await expect(panel).toContainText('25 of 27')
    await panel.press('c')
    await choose(page.getByLabel('Reason'), 'Dates do not fit')
    await page.getByLabel('Message').press('Control+Enter')
    await expect(page.getByLabel('Message')).toHaveCount(0)
    await expect(panel).toContainText('25 of 26')
    await expect(panel).toContainText('reasoned.1@')
  },
)

test('the row that replaces a declined one gets the focus', async ({ page, request }) => {
  await createApplications(request, 3, 'row-key')
  await enterBackOffice(page, `${list}?q=row-key.&sort=email`)
  const openers = page.locator('[data-opens]')
  await openers.nth(1).press('c')
  await choose(page.getByLabel('Reason'), 'Applied more than once')
  await page.getByLabel('Message').press('Control+Enter')
  await expect(openers).toHaveCount(2)
  await expect(openers.nth(1)).toBeFocused()
  await expect(rowOf(page, 'row-key.2@').locator(':focus')).toHaveCount(1)
  await page.keyboard.press('z')
  await expect(openers).toHaveCount(3)

  // Another reply may take the row away before the dialog closes.
  await openers.nth(1).focus()
  const file = await hold(page, /\/export/)
  await page.keyboard.press('d')
  await page.keyboard.press('c')
  await choose(page.getByLabel('Reason'), 'Applied too late')
  const stored = Promise.withResolvers<void>()
  const reply = Promise.withResolvers<void>()
  await page.route('**/decisions', async (route) => {
    const response = await route.fetch()
    stored.resolve()
    await reply.promise
    await route.fulfill({ response })
  })
  await page.getByLabel('Message').press('Control+Enter')
  await stored.promise
  file.letGo()
  await expect(page.getByText('1 to 2 of 2')).toBeVisible()
  reply.resolve()
  await expect(openers.nth(1)).toBeFocused()
})

test('accepting or unarchiving in the form removes the decline', async ({ page, request }) => {
  const [made] = await createApplications(request, 1, 'reformed')
  await decline(request, made, { reason: 'dates' })
  await enterBackOffice(page, `${list}?view=archived&q=reformed.`)
  await page.getByRole('button', { name: /^Edit/ }).click()
  await page.getByRole('button', { name: '5: Settings' }).click()
  await expect(page.getByText(/^This application is declined/)).toBeVisible()
  await expect(control(page, 'is_archived')).toBeChecked()
  await tick(control(page, 'is_archived'), false)
  await page.getByRole('button', { name: 'Update Application' }).click()
  await expect(page.getByText('Application updated successfully')).toBeVisible()
  const call = await api(request)
  const [stored] = await call('GET', '/admin/attachments?q=reformed.')
  expect(stored).toMatchObject({ declined_reason: null, declinedAt: null, is_archived: false })
})

test('at 1280 px the panel shows its actions on one line, with rarer ones in a menu', async ({
  page,
  request,
}) => {
  const made = await createApplications(request, 3, 'line')
  await decline(request, made[0], { reason: 'requirements' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await enterBackOffice(page, `${list}?view=all&q=line.&sort=email`)
  const openers = page.locator('[data-opens]')
  const panel = page.getByRole('dialog')
  for (const [index, action] of ['Change reason', 'Decline'].entries()) {
    await openers.nth(index).click()
    await expect(panel.getByRole('button', { name: action })).toBeVisible()
    const more = panel.getByRole('button', { name: /^More/ })
    const accept = panel.getByRole('button', { name: 'Accept' })
    const boxes = [(await accept.boundingBox())!, (await more.boundingBox())!]
    expect(boxes[1]!.y).toBeLessThan(boxes[0]!.y + boxes[0]!.height)
  }

  // While the menu is open, keys act on the menu, not on the application.
  await panel.getByRole('button', { name: /^More/ }).press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Personal data' })).toBeFocused()
  await page.keyboard.press('e')
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel).toContainText('line.1@')
  await expect(panel).toContainText('Pending')
  await expect(panel.getByRole('button', { name: /^More/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await pressEscape(page.getByRole('alertdialog'))
  await expect(panel.getByRole('button', { name: /^More/ })).toBeFocused()
})

test(
  'an application can be declined on a phone',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    await createApplications(request, 2, 'thumb')
    await page.setViewportSize({ width: 360, height: 740 })
    await enterBackOffice(page, `${list}?q=thumb.&sort=email`)
    await page.locator('[data-opens]').first().click()
    const panel = page.getByRole('dialog')
    await panel.getByRole('button', { name: 'Decline' }).click()
    const dialog = page.getByRole('dialog', { name: /^Decline/ })
    await expect(dialog.getByRole('button', { name: 'Decline' })).toBeInViewport({ ratio: 1 })
    await expectNoSidewaysScroll(page)
    await choose(dialog.getByLabel('Reason'), 'Documents missing or unreadable')
    await type(dialog.getByLabel('Message'), 'Your letter is missing.')
    await dialog.getByRole('button', { name: 'Decline' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(panel).toContainText('thumb.1@')

    await page.goto(`${list}?view=archived&decision=documents&q=thumb.`)
    await expect(rowOf(page, 'thumb.0@')).toContainText('Documents missing or unreadable')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  },
)

async function decline(
  request: Page['request'],
  of: { _id: string } | undefined,
  input: { reason: string; message?: string },
) {
  const call = await api(request)
  await call('PUT', `/admin/attachments/${of?._id}/decline`, input)
}

/** Withdraws through the applicants' API. */
async function withdraw(
  request: Page['request'],
  of: { referenceId: string; email: string } | undefined,
) {
  const data = { reference: of?.referenceId, contact: of?.email }
  const answer = await request.post('/api/users/applications/withdrawal', { data })
  expect(answer.status(), await answer.text()).toBe(200)
}

function nameOf(of: { first_name: string; last_name: string } | undefined) {
  return `${of?.first_name} ${of?.last_name}`
}
