import { randomUUID } from 'node:crypto'

import { expect, onTestFinished, test, vi } from 'vitest'

import { compareEmails, expireClaims, mailSettings } from '../support/sent-emails.ts'
import { startMailServer, type MailServer, type Behaviour } from '../support/mail-server.ts'
import { newData, sendOwnApplicants, startOwnServer } from '../support/own-server.ts'
import { submission } from '../support/submission.ts'
import { choicesAt, submit } from '../support/concurrent-applicants.ts'

const slowly = { slow: 5 }
const isPostgres = process.env['TEST_ENGINE'] === 'postgres'
const clients = 8
const enough = 60
const some = 20

test('a SIGKILL in the middle of sending loses no message and repeats the one under way', async () => {
  const { mail, variables } = await newPlace()
  const settings = { ...variables, ...mailSettings(mail) }
  let applied = 0
  for (const _round of [1, 2]) {
    const server = await startOwnServer(settings)
    const applicants = sendOwnApplicants(server.url, clients, await choicesAt(server.url))
    const held = holdUp(mail, { answers: 'never' })
    await applicants.receipts(enough)
    await applicants.stop()
    await mail.arrivals((await held) + 1)
    await server.stop('SIGKILL')
    applied += applicants.acknowledged.size
    expect(mail.arrived.length).toBeLessThan(applied)
    await expireClaims(variables)
  }
  mail.treat(() => slowly)
  const last = await startOwnServer(settings)

  // E-mails that a kill interrupted are sent again last.
  await vi.waitFor(async () => {
    const compared = await compareEmails(last.url, mail, 20)
    expect(compared).toEqual({ lost: 0, wrong: 0, repeated: 2 })
  }, 20_000)
  expect(await last.stop('SIGTERM')).toBe(0)
}, 60_000)

test('an e-mail whose attempt a SIGKILL ends is repeated under the same id', async () => {
  const { mail, variables } = await newPlace()
  const settings = { ...variables, ...mailSettings(mail) }
  mail.treat(() => ({ answers: 'never' }))
  for (const round of [1, 2]) {
    const server = await startOwnServer(settings)
    const [choices, key] = [await choicesAt(server.url), randomUUID()]
    if (round === 1) await submit(server.url, key, submission(choices))
    await mail.arrivals(round)
    await server.stop('SIGKILL')
    await expireClaims(variables)
  }
  const last = await startOwnServer(settings)
  mail.treat(() => ({}))
  const other = submission(await choicesAt(last.url), { email: 'other@example.org' })
  await submit(last.url, randomUUID(), other)
  const [first, second, third, fourth] = await mail.arrivals(4)

  expect([second, third]).toEqual([first, first])
  expect(fourth!.to).toBe('other@example.org')
  expect(await last.stop('SIGTERM')).toBe(0)
}, 60_000)

test('SIGTERM in the middle of sending loses and repeats nothing', async () => {
  const { mail, variables } = await newPlace()
  const settings = { ...variables, ...mailSettings(mail) }
  const first = await startOwnServer(settings)
  const applicants = sendOwnApplicants(first.url, clients, await choicesAt(first.url))
  const { promise: told, resolve: goOn } = Promise.withResolvers<void>()
  const held = holdUp(mail, { answers: told })
  await applicants.receipts(enough)
  await applicants.stop()
  await mail.arrivals((await held) + 1)
  const ended = first.stop('SIGTERM')
  await vi.waitUntil(() => isClosed(first.url), 15_000)
  goOn()
  expect(await ended).toBe(0)
  expect(mail.arrived.length).toBeLessThan(applicants.acknowledged.size)
  mail.treat(() => slowly)
  const second = await startOwnServer(settings)

  const compared = await compareEmails(second.url, mail, 20)
  expect(compared).toEqual({ lost: 0, wrong: 0, repeated: 0 })
  expect(await second.stop('SIGTERM')).toBe(0)
}, 60_000)

test.runIf(isPostgres)(
  'two servers on one database send each message once',
  async () => {
    const { mail, variables } = await newPlace()
    const settings = { ...variables, ...mailSettings(mail) }
    const servers = await Promise.all([startOwnServer(settings), startOwnServer(settings)])
    const choices = await choicesAt(servers[0].url)
    const all = servers.map(({ url }) => sendOwnApplicants(url, clients, choices))
    await Promise.all(all.map((applicants) => applicants.receipts(enough)))
    await Promise.all(all.map((applicants) => applicants.stop()))

    const compared = await compareEmails(servers[0].url, mail, 20)
    expect(compared).toEqual({ lost: 0, wrong: 0, repeated: 0 })
    expect(mail.connections()).toBeGreaterThan(1)
    for (const { stop } of servers) expect(await stop('SIGTERM')).toBe(0)
  },
  60_000,
)

/**
 * Lets some e-mails arrive, then treats those to new recipients with `behaviour`. Answers how many had
 * arrived by then.
 */
function holdUp(mail: MailServer, behaviour: Behaviour) {
  const limit = mail.arrived.length + some
  const { promise, resolve } = Promise.withResolvers<number>()
  mail.treat((to) => {
    const isNew = !mail.arrived.some((other) => other.to === to)
    if (mail.arrived.length < limit || !isNew) return slowly
    resolve(mail.arrived.length)
    return behaviour
  })
  return promise
}

const isClosed = (url: string) =>
  fetch(`${url}/healthz`).then(
    () => false,
    () => true,
  )

/** A mail server and the settings of a new database, until the test ends. */
async function newPlace() {
  const mail = await startMailServer(() => slowly)
  onTestFinished(() => mail.stop())
  return { mail, variables: await newData() }
}
