import { readFile } from 'node:fs/promises'

import type { Locator, Page } from '@playwright/test'

import { dayInKenya } from '../../contract/time-zone.ts'
import { openDatabase } from '../../server/database/open.ts'
import { apply } from '../support/concurrent-applicants.ts'
import { locationOf, newDatabase, startServer } from '../support/server.ts'
import { choose, tick } from '../support/hands.ts'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { list, rowOf } from './records.ts'
import { enterBackOffice, expect, test as base } from './support.ts'

/** A server of its own with a budget: without a gateway and a mail server, SMS become files. */
const test = base.extend({
  server: [
    async ({ engine }, use) => {
      const { variables, remove } = await newDatabase(engine, process.env['TEST_DATABASE_URL'])
      const server = await startServer({ ...variables, SMS_MONTH_BUDGET: '4' })
      await use({ url: server.url, variables })
      await server.stop('SIGTERM')
      await remove()
    },
    { scope: 'worker' },
  ],
})

type Variables = Record<string, string>

/** Applies by the form's call, with SMS chosen. */
const applyBySms = (url: string, email: string, contact_by = 'sms') =>
  apply(url, { email, contact_by, middle_name: null })

test('staff see the SMS of an applicant with its parts, cost and text', async ({
  page,
  request,
  server,
}) => {
  const email = 'by-sms@example.org'
  const { referenceId } = await applyBySms(server.url, email)
  // The SMS about a withdrawal is sent at once, also at night.
  const data = { reference: referenceId, contact: email }
  expect((await request.post('/api/users/applications/withdrawal', { data })).ok()).toBe(true)
  await enterBackOffice(page, '/admin/messages?transport=sms')
  const row = rowOf(page, 'Withdrawn')
  await expect(async () => {
    await page.reload()
    await expect(row).toContainText('Saved to a file, not sent', { timeout: 2000 })
  }).toPass()
  await expect(row).toContainText('SMS, 1 part, KES 0.80')
  await expect(page.getByText('What applicants are told by e-mail and SMS')).toBeVisible()
  await expect(page.getByText('SMS are put into files')).toBeVisible()
  await expectToFit(page)
  await expectAccessible(page)

  await row.getByRole('link', { name: "Zawadi Ng'ang'a" }).click()
  const panel = page.getByRole('dialog')
  await expect(panel).toContainText('MessagesBy SMS')
  const message = panel.getByRole('listitem').filter({ hasText: 'Withdrawn, SMS' })
  await expect(message).toContainText('1 part, KES 0.80')
  await message.getByText('Read the message').click()
  await expect(message).toContainText('To +254712345678')
  await expect(message).toContainText(referenceId)
  await expectToFit(page)
  await expectAccessible(page)
})

test('the list of messages is filtered by transport, and the filter stays in the address', async ({
  page,
  server,
}) => {
  await apply(server.url, { email: 'by-email@example.org' })
  await enterBackOffice(page, '/admin/messages')
  await choose(page.getByLabel('Transport'), 'SMS')
  await expect(page).toHaveURL('/admin/messages?transport=sms')
  await expect(rowOf(page, 'E-mail')).toHaveCount(0)
  await choose(page.getByLabel('Transport'), 'E-mail')
  await expect(page).toHaveURL('/admin/messages?transport=email')
  await expect(rowOf(page, 'Application received').first()).toContainText('E-mail')
})

test('staff read the cost and the texts of SMS before they decide on many', async ({
  page,
  server,
}) => {
  await applyBySms(server.url, 'bulk.0@example.org')
  await applyBySms(server.url, 'bulk.1@example.org', 'both')
  await apply(server.url, { email: 'bulk.2@example.org' })
  await enterBackOffice(page, `${list}?q=bulk&sort=email`)
  await expect(page.getByText('Select applications to see what their SMS would cost')).toBeVisible()
  const previews: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/messages/preview')) previews.push(request.postData() ?? '')
  })
  await tick(page.getByLabel('Select all on this page'))
  const estimate = page.getByText('Accepting sends 2 SMS, 2 parts, about KES 1.60.')
  await expect(estimate).toBeVisible()
  expect(previews).toHaveLength(1)
  await page.getByText('Read them').click()
  await expect(page.getByText('SPH-2026-7K3Q9M2X')).toHaveCount(2)
  await expectToFit(page)
  await expectAccessible(page)

  await page.getByRole('button', { name: /^Decline/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Decline 3 applications' })
  await choose(dialog.getByLabel('Reason'), 'Dates do not fit')
  await expect(dialog).toContainText('Declining sends 2 SMS, 2 parts, about KES 1.60.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  for (const email of ['bulk.0@', 'bulk.1@'])
    await tick(rowOf(page, email).getByRole('checkbox'), false)
  await expect(page.getByText(/1\s*selected/)).toBeVisible()
  await expect(page.locator('[role=status][aria-busy=false]')).toHaveText('')
})

test('staff are warned at 80 % of the budget and when it is used up, and take the account', async ({
  page,
  server,
}) => {
  await spend(server.variables, 3.2)
  await enterBackOffice(page, '/admin')
  const warning = '80 % of the budget for SMS this month is used: KES 3.20 of KES 4.00.'
  await expect(page.getByText(warning)).toBeVisible()
  await spend(server.variables, 3.6)
  await page.getByRole('link', { name: 'Messages' }).click()
  await expect(page.getByText('The budget for SMS this month is used up')).toContainText(
    'E-mails are sent instead',
  )
  const account = page.locator('section').filter({ hasText: 'SMS costs' })
  await expect(account).toContainText('KES 3.60 for 4 parts, of KES 4.00')
  const text = await downloaded(page, account.getByRole('button', { name: 'SMS log (CSV)' }))
  expect(text).toContain(`${dayInKenya(Date.now())},4,4,3.6000,KES`)
  await expectToFit(page)
})

test('a pause of SMS is shown with its reason, and texts have the SMS of each kind', async ({
  page,
  server,
}) => {
  const { db } = openDatabase(locationOf(server.variables))
  const pausedUntil = new Date(Date.now() + 600_000).toISOString()
  const sender = { secret: 'x', failures: 5, pausedUntil, pauseTrouble: 'no credit' } as const
  await db
    .insertInto('sms_sender')
    .values({ _id: 1, ...sender })
    .onConflict((conflict) => conflict.column('_id').doUpdateSet(sender))
    .execute()
  await db.destroy()
  await enterBackOffice(page, '/admin/messages')
  await expect(page.getByText('No SMS are sent until')).toContainText(
    'the account at the gateway has no credit. E-mails are sent instead.',
  )
  const text = page.getByRole('group').filter({ hasText: 'Place offered' })
  await text.getByText('Place offered', { exact: true }).click()
  await expect(text).toContainText('The SMS, after the first name:')
  await expectAccessible(page)
})

/** Sets what SMS have cost today. */
async function spend(variables: Variables, cost: number) {
  const { db } = openDatabase(locationOf(variables))
  const today = { messages: 4, parts: 4, cost: cost * 10_000 }
  await db
    .insertInto('sms_days')
    .values({ day: dayInKenya(Date.now()), ...today })
    .onConflict((conflict) => conflict.column('day').doUpdateSet(today))
    .execute()
  await db.destroy()
}

async function downloaded(page: Page, button: Locator) {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  return readFile(await file.path(), 'utf8')
}

async function expectToFit(page: Page) {
  const before = page.viewportSize()!
  await page.setViewportSize({ width: 320, height: 800 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize(before)
}
