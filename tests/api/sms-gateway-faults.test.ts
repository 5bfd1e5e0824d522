import { expect, onTestFinished, test, vi } from 'vitest'

import { api } from '../../contract/api.ts'
import { choicesOf, signIn, startApi, submission } from '../support/api.ts'
import { apply as applyAt, listApplications, post } from '../support/concurrent-applicants.ts'
import { startMailServer } from '../support/mail-server.ts'
import { newData, startOwnServer } from '../support/own-server.ts'
import { mailSettings } from '../support/sent-emails.ts'
import { administrator } from '../support/server.ts'
import { serverClock } from '../support/server-clock.ts'
import { reportOf, startSmsGateway, type GatewayBehaviour } from '../support/sms-gateway.ts'

const morning = Date.parse('2026-11-25T10:00:00+03:00')
const minute = 60_000

/** The server with a gateway and a mail server. Its clock stands still at ten in the morning. */
async function startAll(balance = 1000) {
  vi.useFakeTimers({ toFake: ['Date'], now: morning })
  onTestFinished(() => void vi.useRealTimers())
  const gateway = await startSmsGateway(() => ({}), { balance })
  onTestFinished(() => gateway.stop())
  const mail = await startMailServer()
  onTestFinished(mail.stop)
  const settings = { SMS_URL: gateway.url, PUBLIC_URL: 'https://www.example.org' }
  const started = await startApi(
    { ...settings, ...mailSettings(mail) },
    { timing: { tick: 20, gap: 0 } },
  )
  await started.app.listen({ port: 0, host: '127.0.0.1' })
  return { ...started, gateway, mail }
}

type Started = Awaited<ReturnType<typeof startAll>>

/** Applications whose applicants want SMS, each with its own number. */
async function apply({ ask, db }: Started, count: number) {
  const choices = await choicesOf(ask)
  const applied = []
  for (let index = 0; index < count; index++) {
    const number = String(index).padStart(6, '0')
    const email = `applicant${index}@example.org`
    const body = submission(choices, { phone_number: `0712${number}`, email, contact_by: 'sms' })
    const { referenceId } = (await ask(api.public.submit, { body })).body
    const { _id } = await db
      .selectFrom('attachments')
      .select('_id')
      .where('referenceId', '=', referenceId)
      .executeTakeFirstOrThrow()
    applied.push({ _id, to: `+254712${number}`, email })
  }
  return applied
}

/** Accepts all, and lets the undo window end. */
async function acceptAll({ ask, token }: Started, applied: { _id: string }[]) {
  const ids = applied.map(({ _id }) => _id)
  const { status } = await ask(api.attachments.decide, { token, body: { ids, is_accepted: true } })
  expect(status).toBe(200)
  vi.setSystemTime(Date.now() + minute)
}

const isLater = (time: string) => Date.parse(time) > Date.now()

function messagesOf({ db }: Started) {
  return db.selectFrom('outbox').selectAll().where('kind', '=', 'accepted').orderBy('_id').execute()
}

/** Every fault that the gateway's contract knows, in turn. */
const faults: GatewayBehaviour[] = [
  {},
  { code: 100 },
  { code: 102 },
  { code: 403 },
  { hangUp: 'accepted' },
  {},
  { code: 404 },
  { code: 406 },
  {},
  { code: 407 },
  { code: 409 },
  { body: 'no JSON' },
  {},
  { status: 400 },
  { code: 500 },
  {},
  { code: 501 },
  { code: 502 },
  {},
  { status: 429 },
  {},
  { status: 503 },
  { nobody: 'InvalidSenderId' },
  {},
  { code: 401 },
  { code: 402 },
  { code: 405 },
  { status: 401 },
]

test('whatever the gateway answers, everybody is told once, and the account adds up', async () => {
  const started = await startAll()
  const { gateway, mail, ask } = started
  const applied = await apply(started, faults.length + 4)
  // The first numbers get the faults, one each: SMS that are due at the same time have no order.
  const met = new Set<string>()
  gateway.treat(({ to }) => {
    if (met.has(to)) return {}
    met.add(to)
    return faults[met.size - 1] ?? {}
  })
  await acceptAll(started, applied)

  await vi.waitFor(async () => {
    const open = (await messagesOf(started)).filter(({ state }) => /waiting|sending/.test(state))
    // When all messages wait, it is the time of the next one at once. During an attempt the clock
    // stands still: otherwise its claim would expire.
    const areWaiting = open.every(({ state, dueAt }) => state === 'waiting' && isLater(dueAt))
    if (open.length > 0 && areWaiting) {
      vi.setSystemTime(Math.min(...open.map(({ dueAt }) => Date.parse(dueAt))))
    }
    expect(open.map(({ transport, trouble }) => [transport, trouble])).toEqual([])
  }, 90_000)

  const rows = await messagesOf(started)
  for (const { _id, to, email } of applied) {
    const own = rows.filter(({ attachment }) => attachment === _id)
    const known = own.filter(({ state }) => state === 'sent')
    expect(own.map(({ transport, state }) => `${transport} ${state}`)).toContain(
      known[0]?.transport === 'sms' ? 'sms sent' : 'email sent',
    )
    // Nobody is told twice by a known success, and nobody gets two SMS.
    expect(known).toHaveLength(1)
    expect(gateway.textsTo(to).length).toBeLessThanOrEqual(1)
    const emails = mail.arrived.filter((one) => one.to === email && /accepted/.test(one.text))
    expect(emails).toHaveLength(known[0]?.transport === 'email' ? 1 : 0)
  }
  const again = await signIn(ask, administrator)
  const { body } = await ask(api.messages.counts, { token: again })
  expect(body.sms.month.cost).toBe(gateway.total())
  const costs = rows.reduce((sum, { cost }) => sum + (cost ?? 0), 0) / 10_000
  expect(costs).toBeCloseTo(gateway.total(), 4)
  const accounts = await ask(api.messages.account, { token: again, query: { month: '2026-11' } })
  expect(accounts.text).toContain(gateway.total().toFixed(4))
}, 120_000)

test('credit that ends in the middle of a batch forgets nobody', async () => {
  const started = await startAll(4)
  const { gateway, mail, ask, token } = started
  const applied = await apply(started, 12)
  await acceptAll(started, applied)

  await vi.waitFor(() => {
    const byEmail = mail.arrived.filter(({ text }) => text.includes('accepted'))
    expect(byEmail).toHaveLength(7)
  }, 20_000)
  expect(gateway.accepted).toHaveLength(5)
  expect((await ask(api.messages.counts, { token })).body.sms).toMatchObject({
    pause: { trouble: 'no credit' },
    month: { cost: 4, parts: 5 },
  })
  // The messages that have gone by e-mail do not go by SMS when there is credit again.
  gateway.setBalance(100)
  await vi.waitFor(async () => {
    vi.setSystemTime(Date.now() + 16 * minute)
    const rows = await messagesOf(started)
    const states = rows.filter(({ transport }) => transport === 'sms').map(({ state }) => state)
    expect(states.toSorted()).toEqual([...Array(7).fill('cancelled'), ...Array(5).fill('sent')])
  }, 30_000)
  expect(gateway.accepted).toHaveLength(5)
}, 60_000)

test('delivery reports that come late, twice, in another order or forged change only the state', async () => {
  const started = await startAll()
  const { gateway, mail, app, ask, token } = started
  const applied = await apply(started, 4)
  await acceptAll(started, applied)
  await gateway.arrivals(4)
  await vi.waitFor(async () => {
    expect((await messagesOf(started)).map(({ state }) => state)).toEqual(Array(4).fill('sent'))
  }, 10_000)
  const smsOf = ({ to }: { to: string }) => gateway.accepted.find((one) => one.to === to)!
  const [delivered, lost, reversed, silent] = applied.map(smsOf)
  const { body } = await ask(api.messages.counts, { token })
  const path = new URL(body.reportUrl).pathname
  const report = (payload: string, to = path) =>
    app.inject({
      method: 'POST',
      url: to,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    })

  const answers = [
    await report(reportOf(delivered!, 'Submitted')),
    await report(reportOf(delivered!, 'Success')),
    await report(reportOf(delivered!, 'Success')),
    await report(reportOf(lost!, 'Failed')),
    await report(reportOf(lost!, 'Failed')),
    await report(reportOf(reversed!, 'Success')),
    await report(reportOf(reversed!, 'Buffered')),
    await report(reportOf(reversed!, 'Failed')),
    await report(reportOf({ id: 'ATXid_forged', to: lost!.to }, 'Success')),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(9).fill(200))
  const forged = await report(reportOf(silent!, 'Failed'), '/api/sms/guessed/report')
  expect(forged.statusCode).toBe(404)
  expect((await report('hello=world')).statusCode).toBe(400)

  const statesOf = async () => {
    const rows = await messagesOf(started)
    return applied.map(({ _id }) =>
      rows
        .filter(({ attachment }) => attachment === _id)
        .map(({ transport, state, delivered: known }) => `${transport} ${state} ${known}`),
    )
  }
  await vi.waitFor(async () => {
    expect(await statesOf()).toEqual([
      ['sms sent yes'],
      ['sms failed no', 'email sent null'],
      ['sms sent yes'],
      ['sms sent null'],
    ])
  }, 10_000)
  expect(mail.arrived.filter(({ text }) => text.includes('accepted'))).toHaveLength(1)
  // Nothing else about the applications has changed.
  expect(await ask(api.attachments.get, { token, id: applied[1]!._id })).toMatchObject({
    body: { contact_by: 'sms', smsRefused: null, is_accepted: true },
  })
}, 60_000)

test('a SIGKILL between the gateway and the commit sends no SMS twice, and an e-mail goes', async () => {
  const gateway = await startSmsGateway()
  onTestFinished(() => gateway.stop())
  const mail = await startMailServer()
  onTestFinished(mail.stop)
  const clock = serverClock('2026-11-25T10:00:00+03:00')
  onTestFinished(clock.remove)
  const variables = await newData()
  const settings = {
    ...variables,
    ...clock.variables,
    ...mailSettings(mail),
    SMS_URL: gateway.url,
    RATE_LIMIT: 'off',
  }
  const first = await startOwnServer(settings)
  for (let index = 0; index < 6; index++) {
    await applyAt(first.url, { phone_number: `071200000${index}`, contact_by: 'sms' })
  }
  const ids = (await listApplications(first.url)).map(({ _id }) => _id)
  let begun = 0
  const held = Promise.withResolvers<void>()
  gateway.treat(() => {
    if (++begun !== 3) return {}
    held.resolve()
    return { answers: 'never' }
  })
  const body = { ids, is_accepted: true }
  const decision = `${first.url}/api/admin/attachments/decisions`
  expect((await post(decision, body, await signedIn(first.url))).status).toBe(200)
  clock.set('2026-11-25T10:02:00+03:00')
  await held.promise
  await first.stop('SIGKILL')
  // The lease of the killed process has expired.
  clock.set('2026-11-25T10:05:00+03:00')
  const second = await startOwnServer(settings)

  await gateway.arrivals(6)
  await vi.waitFor(() => {
    expect(mail.arrived.filter(({ text }) => text.includes('accepted'))).toHaveLength(1)
  }, 30_000)
  const numbers = gateway.accepted.map(({ to }) => to)
  expect(new Set(numbers).size).toBe(6)
  expect(gateway.asked).toHaveLength(6)
  const headers = await signedIn(second.url)
  const counts = await fetch(`${second.url}/api/admin/messages/counts`, { headers })
  expect(await counts.json()).toMatchObject({ sms: { month: { cost: gateway.total() } } })
  expect(await second.stop('SIGTERM')).toBe(0)
}, 90_000)

/** The headers of requests of the administrator. */
async function signedIn(url: string) {
  const response = await post(`${url}/api/auth/login`, administrator)
  const { token } = (await response.json()) as { token: string }
  return { authorization: `Bearer ${token}` }
}
