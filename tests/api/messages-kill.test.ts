import { randomUUID } from 'node:crypto'

import { expect, inject, onTestFinished, test } from 'vitest'

import { compareLetters, expireClaims, mailSettings } from '../support/letters.ts'
import { startMailServer } from '../support/mail-server.ts'
import { sendOwnApplicants, startOwnServer } from '../support/own-server.ts'
import { newDatabase } from '../support/server.ts'
import { submission } from '../support/submission.ts'
import { choicesAt, submit } from '../support/visitors.ts'

const isPostgres = process.env['TEST_ENGINE'] === 'postgres'
const clients = 8
const enough = 60

test('a SIGKILL in the middle of sending loses no message and doubles the one under way', async () => {
  const { mail, variables } = await newPlace()
  const settings = { ...variables, ...mailSettings(mail) }
  for (const _round of [1, 2]) {
    const server = await startOwnServer(settings)
    const applicants = sendOwnApplicants(server.url, clients, await choicesAt(server.url))
    const before = mail.arrived.length
    await applicants.receipts(enough)
    await applicants.callOff()
    await mail.arrivals(before + 20)
    await server.stop('SIGKILL')
    await expireClaims(variables)
  }
  const last = await startOwnServer(settings)

  const { lost, wrong, twice } = await compareLetters(last.url, mail, 20)
  expect({ lost, wrong }).toEqual({ lost: 0, wrong: 0 })
  expect(twice).toBeLessThanOrEqual(2)
  expect(await last.stop('SIGTERM')).toBe(0)
}, 60_000)

test('a mail whose answer a SIGKILL cuts off twice goes twice, and then never by itself', async () => {
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
  const [first, second, third] = await mail.arrivals(3)

  expect(second).toEqual(first)
  expect(third!.to).toBe('other@example.org')
  expect(await last.stop('SIGTERM')).toBe(0)
}, 60_000)

test('SIGTERM in the middle of sending loses and doubles nothing', async () => {
  const { mail, variables } = await newPlace()
  const settings = { ...variables, ...mailSettings(mail) }
  const first = await startOwnServer(settings)
  const applicants = sendOwnApplicants(first.url, clients, await choicesAt(first.url))
  await applicants.receipts(enough)
  await applicants.callOff()
  await mail.arrivals(20)
  expect(await first.stop('SIGTERM')).toBe(0)
  const second = await startOwnServer(settings)

  const compared = await compareLetters(second.url, mail, 20)
  expect(compared).toEqual({ lost: 0, wrong: 0, twice: 0 })
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
    await Promise.all(all.map((applicants) => applicants.callOff()))

    const compared = await compareLetters(servers[0].url, mail, 20)
    expect(compared).toEqual({ lost: 0, wrong: 0, twice: 0 })
    expect(mail.connections()).toBeGreaterThan(1)
    for (const { stop } of servers) expect(await stop('SIGTERM')).toBe(0)
  },
  60_000,
)

/** A mail server, and the settings of a new database; gone after the test. */
async function newPlace() {
  const mail = await startMailServer(() => ({ slow: 5 }))
  const { variables, remove } = isPostgres
    ? await newDatabase('postgres', inject('postgresUrl'))
    : await newDatabase('sqlite', undefined)
  onTestFinished(async () => {
    await mail.stop()
    await remove()
  })
  return { mail, variables }
}
