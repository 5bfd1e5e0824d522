import { afterAll, beforeEach, expect, test, vi } from 'vitest'

import { api } from '../../contract/api.ts'
import { addUser, choicesOf, newLink, startApi, submission } from '../support/api.ts'
import { startMailServer } from '../support/mail-server.ts'
import { mailSettings } from '../support/sent-emails.ts'

const METRICS_TOKEN = 'a-token-for-monitoring'

const mail = await startMailServer()
afterAll(() => mail.stop())
const timing = { tick: 20, gap: 0 }
const PUBLIC_URL = 'https://www.example.org'
const settings = { ...mailSettings(mail), METRICS_TOKEN, PUBLIC_URL }
const { app, ask, token } = await startApi(settings, { timing })
await app.listen({ port: 0, host: '127.0.0.1' })

beforeEach(() => mail.treat(() => ({ recipient: '550 5.1.1 No such person' })))

async function read() {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const { body } = await app.inject({ url: '/metrics', headers })
  return body.split('\n')
}

const valueOf = async (series: string) =>
  Number((await read()).find((line) => line.startsWith(`${series} `))?.split(' ')[1])

test('the message to a mistyped address counts as refused, not as failed', async () => {
  await ask(api.public.submit, { body: submission(await choicesOf(ask)) })
  await vi.waitFor(async () => expect(await valueOf('messages{state="refused"}')).toBe(1), 10_000)

  expect(await valueOf('messages{state="failed"}')).toBe(0)
  expect(await valueOf('mails_total{outcome="refused"}')).toBe(1)
  expect(await valueOf('mails_total{outcome="failed"}')).toBe(0)
})

test('so does an e-mail to a user', async () => {
  const { _id } = await addUser(ask, token)
  const before = await valueOf('mails_total{outcome="refused"}')
  await newLink(ask, token, _id)

  expect(await valueOf('mails_total{outcome="refused"}')).toBe(before + 1)
  expect(await valueOf('mails_total{outcome="failed"}')).toBe(0)
})

test('a refusal of the sender counts as failed', async () => {
  mail.treat(() => ({ recipient: '554 5.7.1 Relay access denied' }))
  const { _id } = await addUser(ask, token)
  const before = await valueOf('mails_total{outcome="failed"}')
  await newLink(ask, token, _id)

  expect(await valueOf('mails_total{outcome="failed"}')).toBe(before + 1)
})
