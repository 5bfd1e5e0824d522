import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import type { ContactBy } from '../../contract/application/contact-by.ts'
import type { AttachmentsTable } from '../../server/database/tables.ts'
import { choicesOf, startApi } from '../support/api.ts'
import { intakeActors } from '../support/intakes.ts'

const publicUrl = 'https://vijana.example.org'
const started = await startApi({ PUBLIC_URL: publicUrl, SMS_PRICE: '0.8' })
const { ask, token, db } = started
const choices = await choicesOf(ask)
const { accept, apply, create, decide } = intakeActors(ask, token, choices)

const accepted = { is_accepted: true }
const declined = { decline: { reason: 'dates', message: null } }

async function applyFor(
  intake: string | null,
  contact_by: ContactBy,
  changes: Partial<AttachmentsTable> = {},
) {
  const { _id } = await apply((await create(1))._id)
  await db
    .updateTable('attachments')
    .set({ intake, contact_by, ...changes })
    .where('_id', '=', _id)
    .execute()
  return _id
}

const preview = (ids: string[], decision: object) =>
  ask(api.messages.preview, { token, body: { ids, decision } })

const countOutbox = async () => (await db.selectFrom('outbox').select('_id').execute()).length

test('the preview counts the applicants who want SMS, with the cost of their texts', async () => {
  const ids = [
    await applyFor(null, 'sms'),
    await applyFor(null, 'both'),
    await applyFor(null, 'email'),
    await applyFor(null, 'sms', { smsRefused: 'unknown number' }),
  ]
  const before = await countOutbox()
  const { status, body } = await preview(ids, accepted)

  expect(status).toBe(200)
  expect(body).toMatchObject({ messages: 2, parts: 2, cost: 1.6 })
  expect(body.texts.en).toContain('Zawadi')
  expect(body.texts.sw).toContain('SPH-')
  expect(body.texts.sw).not.toBe(body.texts.en)
  expect(await countOutbox()).toBe(before)
})

test('the parts are those of the rendered texts, and the cost has no rounding errors', async () => {
  // With such an address, each SMS has two parts.
  const PUBLIC_URL = `https://${Array(10).fill('vijana').join('.')}.example.org`
  const long = await startApi({ PUBLIC_URL, SMS_PRICE: '0.7' })
  const actors = intakeActors(long.ask, long.token, await choicesOf(long.ask))
  const { _id: intake } = await actors.create(5)
  const applied = [
    await actors.apply(intake),
    await actors.apply(intake),
    await actors.apply(intake),
  ]
  await long.db.updateTable('attachments').set({ contact_by: 'sms' }).execute()
  const body = { ids: applied.map(({ _id }) => _id), decision: accepted }
  const answer = await long.ask(api.messages.preview, { token: long.token, body })

  // 6 * 0.7 is 4.199999999999999 in binary.
  expect(answer.body).toMatchObject({ messages: 3, parts: 6, cost: 4.2 })
})

test('an acceptance in an intake is an offer, and only for as many as there are places', async () => {
  const { _id: intake } = await create(1)
  const ids = [await applyFor(intake, 'sms'), await applyFor(intake, 'sms')]
  const offered = await preview(ids, accepted)
  const withoutIntake = await preview([await applyFor(null, 'sms')], accepted)

  expect(offered.body).toMatchObject({ messages: 1, parts: 1, cost: 0.8 })
  expect(offered.body.texts.en).not.toBe(withoutIntake.body.texts.en)
})

test('a decision that changes nothing sends nothing, and unknown applications are ignored', async () => {
  const done = await applyFor(null, 'sms')
  await accept(done)
  const open = await applyFor(null, 'sms')
  const unknown = '01890000-0000-7000-8000-000000000000'

  expect((await preview([done, unknown], accepted)).body).toMatchObject({ messages: 0, cost: 0 })
  expect((await preview([done, open, unknown], declined)).body).toMatchObject({ messages: 2 })
})

test('the texts of a decline are those of a decline', async () => {
  const _id = await applyFor(null, 'email')
  const [subject, text, sms] = ['Uamuzi', '{reason}\n\n{message}\n\n{link}', 'soma hapa: {link}']
  const saved = await ask(api.messageTemplates.save, {
    token,
    kind: 'declined',
    language: 'sw',
    body: { subject, body: text, sms },
  })
  expect(saved.status).toBe(200)
  const { body } = await preview([_id], declined)

  expect(body).toMatchObject({ messages: 0, parts: 0, cost: 0 })
  expect(body.texts.sw).toMatch(/^SYF: Zawadi, soma hapa: https:.*\/sw\/s\/SPH-/)
})

test('a wrong question about a decision gets a sentence', async () => {
  const ids = [await applyFor(null, 'sms')]
  const answers = [
    await preview(ids, { is_accepted: false }),
    await preview(ids, { decline: { reason: 'whim' } }),
    await preview([], accepted),
    await preview(['no id'], accepted),
    await ask(api.messages.preview, { token, body: { ids } }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422])
  for (const { body } of answers) expect(body.message).toMatch(/^[A-Z].*\w/)
})

test('without a gateway but with a mail server, the preview has no SMS', async () => {
  const off = await startApi({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@example.org' })
  const actors = intakeActors(off.ask, off.token, await choicesOf(off.ask))
  const { _id } = await actors.apply((await actors.create(1))._id)
  await off.db.updateTable('attachments').set({ contact_by: 'sms' }).execute()
  const body = { ids: [_id], decision: accepted }
  const answer = await off.ask(api.messages.preview, { token: off.token, body })

  expect(answer.body).toEqual({ messages: 0, parts: 0, cost: 0, texts: { en: '', sw: '' } })
  const { planned, ids } = { planned: accepted, ids: [_id] }
  await off.ask(api.attachments.decide, { token: off.token, body: { ids, planned } })
  const sending = await off.ask(api.attachments.previewDecisions, {
    token: off.token,
    body: { ids },
  })
  expect(sending.body.messages).toMatchObject([{ transport: 'email' }])
})

test('the preview of planned answers has a message for each transport, and the cost of SMS', async () => {
  const ids = [
    await applyFor(null, 'sms'),
    await applyFor(null, 'both'),
    await applyFor(null, 'email'),
    await applyFor(null, 'both', { smsRefused: 'number blocked' }),
  ]
  await decide({ ids, planned: accepted })
  const { body } = await ask(api.attachments.previewDecisions, { token, body: { ids } })
  const messages = body.messages as {
    application: { _id: string }
    transport: string
    to: string
  }[]

  expect(
    messages.map(({ application, transport }) => [ids.indexOf(application._id), transport]),
  ).toEqual([
    [0, 'sms'],
    [1, 'email'],
    [1, 'sms'],
    [2, 'email'],
    [3, 'email'],
  ])
  expect(messages[0]).toMatchObject({ to: expect.stringMatching(/^\+2547\d{8}$/), subject: '' })
  expect(body.sms).toEqual({ messages: 2, parts: 2, cost: 1.6 })
})
