import { expect, onTestFinished, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { emailSenderOf } from '../../server/email-setup.ts'
import { messageRenderer } from '../../server/services/messages/render-message.ts'
import { contentReader } from '../../server/services/content/content-reader.ts'
import { readSettings } from '../../server/settings.ts'
import { addUser, choicesOf, startApi } from '../support/api.ts'
import { intakeActors } from '../support/intakes.ts'
import { startMailServer } from '../support/mail-server.ts'

const PUBLIC_URL = 'https://vijana.example.org'
const { ask, token, db } = await startApi({ PUBLIC_URL, SMS_PRICE: '0.8' })
const choices = await choicesOf(ask)
const { accept, apply, create } = intakeActors(ask, token, choices)
const readSender = emailSenderOf(readSettings({ PUBLIC_URL }), contentReader(db))
const calls = api.messageTemplates

const text = { subject: 'Karibu {reference}', body: 'Welcome!\n\n{link}', sms: 'welcome: {link}' }
const offer = {
  subject: 'Until {answer_by}',
  body: 'Answer by {answer_by}:\n\n{link}',
  sms: 'answer by {answer_by}: {link}',
}

test('a preview is filled in for a made-up person, the longest names, or an application', async () => {
  const trial = { kind: 'accepted', language: 'sw', intake: null, ...text }
  const preview = async (changes: object = {}) =>
    (await ask(calls.preview, { token, body: { ...trial, ...changes } })).body
  expect(await preview()).toMatchObject({
    subject: 'Karibu SPH-2026-7K3Q9M2X',
    text: expect.stringMatching(/^Habari Zawadi,\n\nWelcome!\n\nhttps:.*\n\n/),
    sms: expect.stringMatching(/^SYF: Zawadi, welcome: https:/),
    parts: 1,
    cost: 0.8,
  })
  expect((await preview({ longest: true })).text).toContain('Habari WWWWWWWWWWWWWWWWWWWW,')
  const { _id, referenceId } = await apply((await create(1))._id)
  expect((await preview({ application: _id })).subject).toBe(`Karibu ${referenceId}`)
  const missing = { ...trial, application: '01890000-0000-7000-8000-000000000000' }
  expect((await ask(calls.preview, { token, body: missing })).status).toBe(404)
})

test('a test goes to the signed-in user only, marked, and not too often', async () => {
  const mail = await startMailServer()
  onTestFinished(() => mail.stop())
  const withMail = await startApi({
    SMTP_URL: mail.url,
    MAIL_FROM: 'a@example.org',
    PUBLIC_URL,
    RATE_LIMIT: 'on',
  })
  const user = await addUser(withMail.ask, withMail.token, 'admin')
  const before = mail.arrived.length
  const trial = { kind: 'accepted', language: 'en', intake: null, ...text }
  const send = () => withMail.ask(calls.test, { token: user.token, body: trial })
  const { status, body } = await send()
  expect([status, body.message]).toEqual([200, `Sent to ${user.email}`])
  expect(mail.arrived.slice(before).map(({ headers }) => headers.get('to'))).toEqual([user.email])
  const arrived = mail.arrived.at(-1)
  expect(arrived!.headers.get('subject')).toBe('[Test] Karibu SPH-2026-7K3Q9M2X')
  expect(arrived!.text).toMatch(/^Hello Zawadi,/)

  const statuses = await Promise.all(Array.from({ length: 30 }, async () => (await send()).status))
  expect(statuses.filter((one) => one === 429)).toHaveLength(1)
  expect((await ask(calls.test, { token, body: trial })).status).toBe(503)
}, 30_000)

test('random edits never keep a message from being sent', async () => {
  const { _id } = await apply((await create(3))._id)
  await accept(_id)
  const render = messageRenderer(readSender)
  const pieces = [
    '{',
    '}',
    '{link}',
    '{answer_by}',
    '{reference}',
    '{{link}}',
    '{reason}',
    '{first_name}',
    '{}',
    'habari ',
    '\n',
    '\n\n',
    '\r\n',
    '’',
    '😀',
    '\u202e',
    '\u200f',
    '$1',
    '$&',
    '\\',
    '<b>',
    'é',
    'javascript:x',
    'https://example.org',
    '{constructor}',
    '{__proto__}',
    '',
    '\u0000',
    ' ',
  ]
  let seed = 7
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  const compose = (base: string) => {
    const parts = base.split(' ')
    for (let edit = 0; edit <= random(3); edit++) {
      parts.splice(random(parts.length + 1), random(2), pieces[random(pieces.length)]!)
    }
    return parts.join(' ')
  }
  const saved: Record<number, number> = {}
  const kind = 'offered' as const
  /** A message that was queued before the edit, and its words at that time. */
  let before = { createdAt: '2026-01-01T00:00:00.000Z', words: [] as unknown[] }
  const wordsAt = (createdAt: string) =>
    Promise.all(
      (['email', 'sms'] as const).map(async (transport) => {
        const message = { attachment: _id, kind, about: null, transport, createdAt }
        return (await render(db, message))!
      }),
    )
  before.words = await wordsAt(before.createdAt)
  for (let round = 0; round < 60; round++) {
    const part = (['subject', 'body', 'sms'] as const)[random(3)]!
    const body = { ...offer, [part]: compose(offer[part]) }
    const { status, body: stored } = await ask(calls.save, { token, kind, body })
    saved[status] = (saved[status] ?? 0) + 1
    expect(await wordsAt(before.createdAt)).toEqual(before.words)
    if (status !== 200) continue
    const words = await wordsAt(stored.updatedAt)
    for (const { subject, text: sent } of words) {
      expect(subject).not.toMatch(/[\n\r]/)
      expect(subject + sent).not.toMatch(/[{}]|undefined/)
    }
    before = { createdAt: stored.updatedAt, words }
  }
  expect(Object.keys(saved)).toEqual(['200', '422'])
})
