import { openDatabase } from '../../server/database/open.ts'
import { paste, type } from '../support/hands.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { mailSettings } from '../support/sent-emails.ts'
import { locationOf, newDatabase, startServer } from '../support/server.ts'
import { serverClock } from '../support/server-clock.ts'
import { startSmsGateway } from '../support/sms-gateway.ts'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { createApplications, list } from './records.ts'
import { administrator, enterBackOffice, expect, hold, test as base } from './support.ts'

interface Fixtures {
  mail: MailServer
  gateway: Awaited<ReturnType<typeof startSmsGateway>>
  morning: ReturnType<typeof serverClock>
}

/** A server with a mail server and an SMS gateway, whose clock starts at ten in the morning in Kenya. */
const test = base.extend<object, Fixtures>({
  mail: [
    async ({ engine: _ }, use) => {
      const mail = await startMailServer()
      await use(mail)
      await mail.stop()
    },
    { scope: 'worker' },
  ],
  gateway: [
    async ({ engine: _ }, use) => {
      const gateway = await startSmsGateway()
      await use(gateway)
      await gateway.stop()
    },
    { scope: 'worker' },
  ],
  morning: [
    async ({ engine: _ }, use) => {
      const clock = serverClock('2026-11-25T10:00:00+03:00')
      await use(clock)
      clock.remove()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ engine, mail, gateway, morning }, use) => {
      const { variables, remove } = await newDatabase(engine, process.env['TEST_DATABASE_URL'])
      const server = await startServer({
        ...variables,
        ...morning.variables,
        ...mailSettings(mail),
        SMS_URL: gateway.url,
      })
      await use({ url: server.url, variables })
      await server.stop('SIGTERM')
      await remove()
    },
    { scope: 'worker' },
  ],
})

test('staff write to 12 filtered people by e-mail and SMS, and take it back once', async ({
  page,
  request,
  server,
  mail,
  gateway,
  morning,
}) => {
  test.setTimeout(120_000)
  const people = await createApplications(request, 12, 'bustrip')
  const { db } = openDatabase(locationOf(server.variables))
  const set = (columns: object, emails: string[]) =>
    db.updateTable('attachments').set(columns).where('email', 'in', emails).execute()
  const emails = people.map(({ email }) => email)
  await set({ contact_by: 'sms' }, emails.slice(0, 3))
  await set({ language: 'sw' }, emails.slice(2, 4))
  await db.destroy()

  await enterBackOffice(page, `${list}?q=bustrip`)
  // Late replies to decisions, which empty the selection, leave the choice as it was.
  await page.locator('[data-opens]').first().focus()
  await page.keyboard.press('x')
  const file = await hold(page, /\/export/)
  const decision = await hold(page, /\/decisions$/)
  await page.keyboard.press('d')
  await page.keyboard.press('r')
  await page.getByRole('button', { name: 'Write to 1 applicant' }).click()
  const few = page.getByRole('dialog', { name: 'Write to 1 applicant' })
  await expect(few.getByLabel('Subject').first()).toBeVisible()
  decision.letGo()
  await expect(page.getByText(/applications? pending again/)).toBeVisible()
  const refetched = page.waitForResponse(/\/admin\/attachments\?/)
  file.letGo()
  await refetched
  await expect(page.getByText('Export completed successfully')).toBeVisible()
  await type(few.getByLabel('Subject').first(), 'The bus')
  await few.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Write to 12 applicants' }).click()
  const dialog = page.getByRole('dialog', { name: 'Write to 12 applicants' })
  const [english, kiswahili] = ['English', 'Kiswahili'].map((name) =>
    dialog.getByRole('region', { name }),
  ) as [typeof dialog, typeof dialog]
  await type(english.getByLabel('Subject'), 'The bus of ')
  await english.getByRole('button', { name: 'Insert Reference ID' }).first().click()
  await paste(english.getByLabel('Text of the e-mail'), 'Bus 12 leaves at 7 from Likoni {nmae}')
  await type(english.getByLabel('SMS'), 'bus 12 leaves at 7 from Likoni')
  await expect(english).toContainText(/At most \d+ of 160 characters: 1 part, KES\s0\.80/)
  const check = dialog.getByRole('button', { name: 'Check who gets it' })
  await check.click()
  await expect(english).toContainText('{nmae} cannot be filled in here')
  await expect(kiswahili).toContainText('2 of them read Kiswahili: write this in Kiswahili, too')
  await expectAccessible(page)
  await paste(english.getByLabel('Text of the e-mail'), 'Bus 12 leaves at 7 from Likoni.')
  await type(kiswahili.getByLabel('Subject'), 'Basi')
  await paste(kiswahili.getByLabel('Text of the e-mail'), 'Basi 12 litaondoka saa moja.')
  await type(kiswahili.getByLabel('SMS'), 'basi 12 litaondoka saa moja')
  // Without SMS, their texts are hidden, and kept.
  const bySms = dialog.getByLabel(/^Send an SMS/)
  await bySms.press('Space')
  await expect(kiswahili.getByLabel('SMS')).toBeHidden()
  await bySms.press('Space')

  // The edits outlive a session that has expired.
  await page.evaluate(() => localStorage.setItem('token', 'x'.repeat(43)))
  await check.click()
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await type(again.getByLabel('Password', { exact: true }), administrator.password)
  await again.getByRole('button', { name: 'Sign in' }).click()
  await expect(again).toHaveCount(0)

  // A text that is changed while it is being checked is not the one that would be sent.
  const preview = dialog.getByRole('region', { name: 'Preview' })
  const checking = await hold(page, /\/preview$/)
  await check.click()
  await checking.begun
  await kiswahili.getByLabel('Subject').press('End')
  await page.keyboard.type(' la leo', { delay: 25 })
  checking.letGo()
  await expect(check).not.toHaveAttribute('aria-disabled')
  await expect(preview).toHaveCount(0)
  await check.click()
  await expect(preview).toContainText('12 people: 9 e-mails and 3 SMS')
  await expect(preview).toContainText(/3 SMS, 3 parts, about KES\s2\.40/)
  await expect(preview).toContainText('Basi la leo')
  await expect(preview).toContainText('Basi 12 litaondoka saa moja.')
  await expectAccessible(page)
  for (const [width, height] of [
    [360, 780],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expectNoSidewaysScroll(page)
  }
  await dialog.getByRole('button', { name: 'Back to the text' }).click()
  await expect(english.getByLabel('Subject')).toHaveValue('The bus of {reference}')
  await check.click()
  await dialog.getByRole('button', { name: 'Send to 12 people' }).click()
  await expect(page.getByText('12 people are told in a minute')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Taken back: 12 people are not told')).toBeVisible()

  await page.getByRole('button', { name: 'Write to 12 applicants' }).click()
  await type(english.getByLabel('Subject'), 'The bus')
  await paste(english.getByLabel('Text of the e-mail'), 'Bus 12 leaves at 8 from Likoni.')
  await type(english.getByLabel('SMS'), 'bus 12 leaves at 8 from Likoni')
  await type(kiswahili.getByLabel('Subject'), 'Basi')
  await paste(kiswahili.getByLabel('Text of the e-mail'), 'Basi 12 litaondoka saa mbili.')
  await type(kiswahili.getByLabel('SMS'), 'basi 12 litaondoka saa mbili')
  await check.click()
  await dialog.getByRole('button', { name: 'Send to 12 people' }).click()
  await expect(page.getByText('12 people are told in a minute')).toBeVisible()
  morning.set('2026-11-25T10:03:00+03:00')
  await gateway.arrivals(3)
  const told = () => mail.arrived.filter(({ to }) => emails.includes(to))
  await expect.poll(() => told().length, { timeout: 30_000 }).toBe(9)
  const withoutName = gateway.asked.map(({ text }) => text.replace(/^SYF: [^,]+, /, ''))
  expect(withoutName.toSorted()).toEqual([
    'basi 12 litaondoka saa mbili',
    'bus 12 leaves at 8 from Likoni',
    'bus 12 leaves at 8 from Likoni',
  ])
  const texts = told().map(({ to, text }) => [to, /Bus 12|Basi 12/.exec(text)?.[0]])
  expect(new Map(texts as [string, string][]).get(emails[3]!)).toBe('Basi 12')
  expect(new Set(told().map(({ to }) => to)).size).toBe(9)
})
