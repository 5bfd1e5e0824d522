import type { Page } from '@playwright/test'

import type { MessageState } from '../../contract/message/message.ts'
import { openDatabase } from '../../server/database/open.ts'
import { mailSettings } from '../support/sent-emails.ts'
import { startMailServer, type MailServer } from '../support/mail-server.ts'
import { locationOf, newDatabase, startServer } from '../support/server.ts'
import { apply } from '../support/concurrent-applicants.ts'
import { type } from '../support/hands.ts'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { list, rowOf } from './records.ts'
import { api, enterBackOffice, expect, test as base } from './support.ts'

/** A server with a mail server in this process. */
const test = base.extend<object, { mail: MailServer }>({
  mail: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from it
    async ({}, use) => {
      const mail = await startMailServer()
      await use(mail)
      await mail.stop()
    },
    { scope: 'worker' },
  ],

  server: [
    async ({ engine, mail }, use) => {
      const { variables, remove } = await newDatabase(engine, process.env['TEST_DATABASE_URL'])
      const server = await startServer({ ...variables, ...mailSettings(mail), LOG_LEVEL: 'silent' })
      await use({ url: server.url, variables })
      await server.stop('SIGTERM')
      await remove()
    },
    { scope: 'worker' },
  ],
})

test(
  'an application shows its messages, and staff send a failed one again',
  { tag: '@both-engines' },
  async ({ page, server, mail }) => {
    const email = 'told@example.org'
    mail.treat(() => ({ recipient: '550 5.1.1 No such person here' }))
    const { referenceId: reference } = await apply(server.url, { email })
    await enterBackOffice(page, `${list}?q=${reference}`)
    await rowOf(page, email).locator('[data-opens]').click()
    const heading = page.getByRole('heading', { name: 'Messages' })
    const messages = page.locator('section').filter({ has: heading }).last()
    const failed = 'Reason: there is no such e-mail address (550 5.1.1)'
    await expect(async () => {
      await page.reload()
      await expect(messages).toContainText(failed, { timeout: 2000 })
    }).toPass()
    await expect(messages).toContainText('Failed')
    await expectToFit(page)

    mail.treat(() => ({}))
    await messages.getByRole('button', { name: /^Send again/ }).click()
    await expect(page.getByText('The message is on its way again')).toBeVisible()
    await mail.arrivals(1)
    await page.reload()
    await expect(messages).toContainText('Application receivedSent')
    await expect(messages.getByRole('button')).toHaveCount(0)
    await messages.getByText('Read the message').click()
    await expect(messages).toContainText(`To ${email}`)
    await expect(messages).toContainText(`We have received your application ${reference}`)
    await expectAccessible(page)

    const call = await api(page.request)
    const [{ _id }] = await call('GET', `/admin/attachments?q=${reference}`)
    await call('PUT', `/admin/attachments/${_id}/accept`)
    await page.reload()
    await expect(messages).toContainText(/AcceptedWaitinggoes out /)
  },
)

test('staff find failed messages and read the text of every kind', async ({
  page,
  server,
  mail,
}) => {
  mail.treat(() => ({ recipient: '552 5.2.2 Mailbox full' }))
  await apply(server.url, { email: 'full@example.org' })
  const { db } = openDatabase(locationOf(server.variables))
  await expect
    .poll(() => db.selectFrom('outbox').select('_id').where('state', '=', 'failed').execute())
    .toHaveLength(1)
  await db.destroy()
  await enterBackOffice(page, '/admin')
  await page.getByRole('link', { name: 'Messages' }).click()
  await page.getByRole('link', { description: 'Failed' }).click()
  await type(page.getByPlaceholder('Search by applicant...'), 'zawadi')
  await expect(page).toHaveURL('/admin/messages?only=failed&q=zawadi')
  await page.getByRole('button', { name: 'To', exact: true }).click()
  await expect(page).toHaveURL('/admin/messages?only=failed&q=zawadi&sort=name')
  const row = rowOf(page, 'mailbox is full')
  await expect(row).toHaveCount(1)
  await expectToFit(page)
  await row.getByRole('link', { name: "Zawadi Ng'ang'a" }).click()
  await expect(page.getByRole('dialog')).toContainText('full@example.org')

  await page.goto('/admin/messages')
  const declined = page
    .getByRole('group')
    .filter({ has: page.getByText('Declined', { exact: true }) })
  await declined.getByText('Declined', { exact: true }).click()
  await expect(declined).toContainText('{reason}')
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Kiswahili' }).click()
  const received = page.getByRole('group').filter({ hasText: 'Application received' })
  await received.getByText('Application received', { exact: true }).click()
  await expect(received).toContainText('Tumepokea maombi yako {reference}')

  await page.goto('/admin/messages?only=failed&q=zawadi')
  await page.getByRole('button', { name: 'Send the 1 message of this page again' }).click()
  await page.getByRole('button', { name: 'Send 1 message again' }).click()
  await expect(page.getByText('1 message is on the way again')).toBeVisible()
})

test('staff see why e-mails pause, and send all failed ones again', async ({
  page,
  server,
  mail,
}) => {
  const { db } = openDatabase(locationOf(server.variables))
  const stateOf = (state: MessageState) =>
    db.selectFrom('outbox').select('_id').where('state', '=', state).execute()
  await db.deleteFrom('outbox').execute()
  mail.treat(() => ({ recipient: '550 5.1.1 No such person here' }))
  for (const name of ['one', 'two']) await apply(server.url, { email: `${name}@example.org` })
  await expect.poll(() => stateOf('failed')).toHaveLength(2)
  mail.treat(() => ({ recipient: '550 5.4.5 Daily user sending limit exceeded' }))
  await apply(server.url, { email: 'three@example.org' })
  await expect.poll(() => db.selectFrom('email_pause').select('reply').execute()).toHaveLength(1)
  await enterBackOffice(page, '/admin')
  const reason = 'its sending limit is reached (550 5.4.5). They wait, and go out by themselves'
  await expect(page.getByRole('main')).toContainText(reason)
  await expectToFit(page)
  await page.goto('/admin/messages')
  await expect(page.getByRole('main')).toContainText(reason)
  await expectToFit(page)
  await expectAccessible(page)

  const again = page.getByRole('button', { name: 'Send failed e-mails again' })
  await again.click()
  const question = page.getByRole('alertdialog', { name: 'Send 2 e-mails again?' })
  await expectAccessible(page)
  await expectToFit(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await stateOf('failed')).toHaveLength(2)
  mail.treat(() => ({}))
  await again.click()
  await question.getByRole('button', { name: 'Send 2 e-mails again' }).click()
  await expect(page.getByText('2 e-mails are on the way again')).toBeVisible()
  await expect(again).toHaveCount(0)
  // The message of the pause itself waits for a minute.
  await expect.poll(() => stateOf('sent')).toHaveLength(2)
  await page.reload()
  await expect(page.getByRole('link', { description: 'Failed' })).toHaveText('0')
  await expect(page.getByRole('main')).not.toContainText('No e-mails have gone out')
  await db.destroy()
})

/** Checks at the width of a phone that neither the page nor the panel scrolls sideways. */
async function expectToFit(page: Page) {
  const before = page.viewportSize()!
  await page.setViewportSize({ width: 360, height: 800 })
  await expectNoSidewaysScroll(page)
  const wide = await page.locator('dialog, [role=dialog], main').evaluateAll((all) =>
    all
      .flatMap((one) => [...one.querySelectorAll('*')])
      .filter((one) => one.getBoundingClientRect().right > 361 && !one.closest('.sr-only'))
      .map((one) => one.outerHTML.slice(0, 100)),
  )
  expect(wide).toEqual([])
  await page.setViewportSize(before)
}
