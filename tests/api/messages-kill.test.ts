import { expect, inject, onTestFinished, test } from 'vitest'

import { compareLetters, expireClaims, mailSettings } from '../support/letters.ts'
import { startMailServer } from '../support/mail-server.ts'
import { newDatabase, startServer } from '../support/server.ts'
import { choicesAt, sendApplicants } from '../support/visitors.ts'

const isPostgres = process.env['TEST_ENGINE'] === 'postgres'
const clients = 8
const enough = 60

test('a SIGKILL in the middle of sending loses no message and doubles the one under way', async () => {
  const { mail, variables } = await newPlace()
  const settings = { ...variables, ...mailSettings(mail) }
  for (const _round of [1, 2]) {
    const server = await startServer(settings)
    const applicants = sendApplicants(server.url, clients, await choicesAt(server.url))
    const before = mail.arrived.length
    await applicants.receipts(enough)
    await applicants.callOff()
    await mail.arrivals(before + 20)
    await server.stop('SIGKILL')
    await expireClaims(variables)
  }
  const last = await startServer(settings)
  onTestFinished(() => void last.stop('SIGKILL'))

  const { lost, wrong, twice } = await compareLetters(last.url, mail, 20)
  expect({ lost, wrong }).toEqual({ lost: 0, wrong: 0 })
  expect(twice).toBeLessThanOrEqual(2)
  expect(await last.stop('SIGTERM')).toBe(0)
}, 60_000)

test('SIGTERM in the middle of sending loses and doubles nothing', async () => {
  const { mail, variables } = await newPlace()
  const settings = { ...variables, ...mailSettings(mail) }
  const first = await startServer(settings)
  const applicants = sendApplicants(first.url, clients, await choicesAt(first.url))
  await applicants.receipts(enough)
  await applicants.callOff()
  await mail.arrivals(20)
  expect(await first.stop('SIGTERM')).toBe(0)
  const second = await startServer(settings)
  onTestFinished(() => void second.stop('SIGKILL'))

  const compared = await compareLetters(second.url, mail, 20)
  expect(compared).toEqual({ lost: 0, wrong: 0, twice: 0 })
  expect(await second.stop('SIGTERM')).toBe(0)
}, 60_000)

test.runIf(isPostgres)(
  'two servers on one database send each message once',
  async () => {
    const { mail, variables } = await newPlace()
    const settings = { ...variables, ...mailSettings(mail) }
    const servers = await Promise.all([startServer(settings), startServer(settings)])
    const choices = await choicesAt(servers[0].url)
    const all = servers.map(({ url }) => sendApplicants(url, clients, choices))
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
