import { randomUUID } from 'node:crypto'

import { afterAll, beforeEach, expect, test, vi } from 'vitest'

import { api } from '../../contract/api.ts'
import { sendAlerts } from '../../server/services/intakes/intake-alerts.ts'
import { withPause } from '../../server/services/messages/email-pause.ts'
import { smtpCarrier } from '../../server/services/messages/smtp-carrier.ts'
import { choicesOf, startApi, submission } from '../support/api.ts'
import { newIntake } from '../support/intakes.ts'
import { startMailServer } from '../support/mail-server.ts'
import { mailSettings } from '../support/sent-emails.ts'

const mail = await startMailServer()
afterAll(() => mail.stop())
const timing = { tick: 20, gap: 0, pause: 1 }
const { app, ask, token, db } = await startApi(mailSettings(mail), { timing })
await app.listen({ port: 0, host: '127.0.0.1' })
const choices = await choicesOf(ask)
const timeout = 10_000

beforeEach(async () => {
  mail.treat(() => ({}))
  mail.refuseSender(undefined)
  await db.deleteFrom('outbox').execute()
  await db.deleteFrom('email_pause').execute()
})

async function apply(email = `${randomUUID()}@example.org`) {
  const headers = { 'idempotency-key': randomUUID() }
  const { status } = await ask(api.public.submit, { body: submission(choices, { email }), headers })
  expect(status).toBe(201)
  return email
}

const messages = () =>
  db.selectFrom('outbox').select(['state', 'tries', 'trouble', 'giveUpAt']).orderBy('_id').execute()
const states = async () => (await messages()).map(({ state }) => state)
const readCounts = async () => (await ask(api.messages.counts, { token })).body
const paused = async () => (await readCounts()).paused
const tried = (times: number) =>
  vi.waitFor(async () => {
    const all = await messages()
    expect(all.reduce((sum, { tries }) => sum + tries, 0)).toBeGreaterThanOrEqual(times)
  }, timeout)
const becomes = (...expected: string[]) =>
  vi.waitFor(async () => expect(await states()).toEqual(expected), timeout)

test.each([
  ['550 5.4.5 Daily user sending limit exceeded', 'sending limit', '550 5.4.5'],
  ['554 5.7.1 Relay access denied', 'not let in', '554 5.7.1'],
  [
    '550 5.7.60 Client does not have permissions to send as this sender',
    'sender refused',
    '550 5.7.60',
  ],
  ['550 5.7.0 Too many', 'sending limit', '550 5.7.0'],
])('a refusal of the sender pauses the queue, and no message is lost: %s', async (...row) => {
  const [recipient, reason, reply] = row
  mail.treat(() => ({ recipient }))
  const before = new Date().toISOString()
  for (let i = 0; i < 3; i++) await apply()
  await tried(3)

  expect(await states()).not.toContain('failed')
  const pause = await paused()
  expect(pause).toMatchObject({ reason, reply })
  expect(pause.since >= before).toBe(true)

  mail.treat(() => ({}))
  await becomes('sent', 'sent', 'sent')
  expect(await paused()).toBeNull()
})

test('a refusal at MAIL FROM pauses the queue', async () => {
  mail.refuseSender('550 5.5.4 Bad sender')
  await apply()
  await apply()
  await tried(2)

  expect(await paused()).toMatchObject({ reason: 'sender refused', reply: '550 5.5.4' })
  mail.refuseSender(undefined)
  await becomes('sent', 'sent')
})

test('the same unclear refusal of three recipients in a row pauses the queue', async () => {
  mail.treat(() => ({ end: '554 5.6.0 No' }))
  await apply('first@example.org')
  await tried(4)
  expect(await paused()).toBeNull()
  expect(await states()).not.toContain('failed')
  await apply('second@example.org')
  await apply('third@example.org')
  await vi.waitFor(async () => expect(await paused()).toMatchObject({ reason: 'paused' }), timeout)

  expect(await paused()).toMatchObject({ reply: '554 5.6.0' })
  expect(await states()).not.toContain('failed')
  mail.treat(() => ({}))
  await becomes('sent', 'sent', 'sent')
  expect(await paused()).toBeNull()
})

test('a refusal of one recipient pauses nothing', async () => {
  const wrong = new Set(['a', 'b', 'c', 'd'].map((name) => `${name}@example.org`))
  mail.treat((to) => (wrong.has(to) ? { recipient: '550 5.1.1 No such user' } : {}))
  for (const email of wrong) await apply(email)
  await apply()
  await becomes('failed', 'failed', 'failed', 'failed', 'sent')

  expect(await paused()).toBeNull()
})

test('in a pause no message is given up, and after a long one each has its full time', async () => {
  mail.treat(() => ({ recipient: '550 5.4.5 Daily user sending limit exceeded' }))
  await apply()
  await tried(1)
  const longAgo = '2026-01-01T00:00:00.000Z'
  await db.updateTable('outbox').set({ giveUpAt: longAgo }).execute()
  const [first] = await messages()
  await tried(first!.tries + 2)
  expect(await states()).toEqual(['waiting'])

  await db.updateTable('email_pause').set({ since: longAgo }).execute()
  await apply()
  const later = new Date(Date.now() + 3_600_000).toISOString()
  const { _id } = await db
    .selectFrom('outbox')
    .select('_id')
    .orderBy('_id', 'desc')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('outbox')
    .set({ giveUpAt: longAgo, dueAt: later })
    .where('_id', '=', _id)
    .execute()
  mail.treat(() => ({}))
  await becomes('sent', 'waiting')
  const [, waiting] = await messages()
  expect(waiting!.giveUpAt > later).toBe(true)
})

test('a refusal of the sender uses up no try of an intake alert', async () => {
  await ask(api.public.notifyOfIntake, { body: { email: 'amina@example.org', language: 'en' } })
  await ask(api.intakes.create, { token, body: newIntake() })
  const headers = { from: 'attachments@example.org', replyTo: { name: '', address: 'a@b.cc' } }
  const carrier = withPause(
    db,
    smtpCarrier(mail.url, async () => headers),
    () => {},
  )
  const sender = { foundation: { name: 'Foundation' }, publicUrl: '' } as never
  const due = () =>
    db.updateTable('intake_alerts').set({ dueAt: new Date().toISOString() }).execute()
  mail.treat(() => ({ recipient: '550 5.4.5 Daily user sending limit exceeded' }))
  for (let hour = 0; hour < 26; hour++) {
    await due()
    await sendAlerts({ db, carrier, sender })
  }
  const left = db.selectFrom('intake_alerts').select('tries')
  expect(await left.execute()).toEqual([{ tries: 0 }])
  expect(await paused()).toMatchObject({ reason: 'sending limit' })

  mail.treat(() => ({}))
  await due()
  await sendAlerts({ db, carrier, sender })
  expect([await left.execute(), await paused()]).toEqual([[], null])
  carrier.close?.()
})
