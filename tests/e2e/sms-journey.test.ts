import { postReports, startSmsGateway } from '../support/sms-gateway.ts'
import { newDatabase, startServer } from '../support/server.ts'
import { serverClock } from '../support/server-clock.ts'
import { tick, type } from '../support/hands.ts'
import { aPerson, control, fillIn, sendButton, submitButton } from './application-form.ts'
import { list, rowOf } from './records.ts'
import { api, enterBackOffice, expect, onlyInAll, test as base } from './support.ts'

interface Fixtures {
  gateway: Awaited<ReturnType<typeof startSmsGateway>>
  morning: ReturnType<typeof serverClock>
}

/** A server with an SMS gateway, whose clock starts at ten in the morning in Kenya. */
const test = base.extend<object, Fixtures>({
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
    async ({ engine, gateway, morning }, use) => {
      const { variables, remove } = await newDatabase(engine, process.env['TEST_DATABASE_URL'])
      const server = await startServer({
        ...variables,
        ...morning.variables,
        SMS_URL: gateway.url,
        PUBLIC_URL: 'https://www.example.org',
      })
      await use({ url: server.url, variables })
      await server.stop('SIGTERM')
      await remove()
    },
    { scope: 'worker' },
  ],
})

test(
  'an applicant chooses SMS, is told by SMS what it was decided, and changes to e-mail',
  { tag: ['@both-engines', ...onlyInAll()] },
  async ({ page, context, request, gateway, morning, server }) => {
    test.setTimeout(120_000)
    const person = aPerson('sms-journey')
    await page.goto('/industrial-attachment/apply')
    await fillIn(page, person)
    await tick(page.locator('[name=contact_by][value=sms]'))
    await submitButton(page).click()
    await sendButton(page).click()
    await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()

    const office = await context.newPage()
    const bar = office.getByRole('group', { name: 'Selected applications' })
    await enterBackOffice(office, list)
    await tick(rowOf(office, person.email).getByRole('checkbox'))
    await expect(office.getByText('Accepting sends 1 SMS, 1 part, about KES 0.80.')).toBeVisible()
    await bar.getByRole('button', { name: 'Accept' }).click()
    await expect(office.getByText('1 application accepted')).toBeVisible()
    morning.set('2026-11-25T10:02:00+03:00')
    const [sms] = await gateway.arrivals(1)
    expect(sms).toMatchObject({ parts: 1, cost: 0.8 })
    const link = /https:\/\/www\.example\.org(\/s\/\S+)$/.exec(sms!.text)?.[1]

    await office.goto('/admin/messages?transport=sms')
    const row = rowOf(office, 'Accepted')
    await expect(row).toContainText('SMS, 1 part, KES 0.80')
    await expect(row).toContainText('Sent')
    const call = await api(request)
    const { reportUrl } = await call('GET', '/admin/messages/counts')
    const { pathname } = new URL(reportUrl)
    await postReports(`${server.url}${pathname}`, [[sms!, 'Success']])
    await office.reload()
    await expect(row).toContainText('Delivered')

    await page.goto(link!)
    await expect(page).toHaveURL(/\/industrial-attachment\/status\?reference=SPH-/)
    await type(control(page, 'contact'), person.phone_number)
    await sendButton(page).click()
    const section = page.getByRole('region', { name: 'Messages' })
    await expect(section).toContainText('By SMS')
    await section.getByText('Change', { exact: true }).click()
    await tick(page.locator('[name=contact_by][value=email]'))
    await section.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('status')).toContainText('Saved.')

    await office.goto(list)
    await tick(rowOf(office, person.email).getByRole('checkbox'))
    await office
      .getByRole('button', { name: /^Revoke/ })
      .first()
      .click()
    await expect(office.getByText('1 application pending again')).toBeVisible()
    morning.set('2026-11-25T10:05:00+03:00')
    await office.goto('/admin/messages?transport=email')
    await expect(async () => {
      await office.reload()
      const told = rowOf(office, 'Acceptance revoked')
      await expect(told).toContainText('Saved to a file, not sent', { timeout: 2000 })
    }).toPass()
    expect(gateway.asked).toHaveLength(1)
  },
)
