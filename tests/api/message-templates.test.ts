import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { languages } from '../../contract/language/languages.ts'
import { type MessageKind, templateKinds } from '../../contract/message/message.ts'
import type { MessageTemplate, TemplateVersion } from '../../contract/message/template.ts'
import { checkTemplates } from '../../server/cli/doctor/check-messages.ts'
import { emailSenderOf } from '../../server/email-setup.ts'
import { ownText } from '../../server/services/messages/email-templates.ts'
import {
  renderRow,
  renderSmsRow,
  samplePerson,
} from '../../server/services/messages/render-message.ts'
import { templateReader } from '../../server/services/messages/template-reader.ts'
import { contentReader } from '../../server/services/content/content-reader.ts'
import { readSettings } from '../../server/settings.ts'
import { choicesOf, startApi } from '../support/api.ts'
import { intakeActors } from '../support/intakes.ts'

const PUBLIC_URL = 'https://vijana.example.org'
const { ask, token, db, variables } = await startApi({ PUBLIC_URL, SMS_PRICE: '0.8' })
const choices = await choicesOf(ask)
const { accept, apply, create } = intakeActors(ask, token, choices)
const readSender = emailSenderOf(readSettings({ PUBLIC_URL }), contentReader(db))
const sender = await readSender()
const calls = api.messageTemplates

interface Key {
  kind?: MessageKind
  language?: string
}

const text = { subject: 'Karibu {reference}', body: 'Welcome!\n\n{link}', sms: 'welcome: {link}' }
const offer = {
  subject: 'Until {answer_by}',
  body: 'Answer by {answer_by}:\n\n{link}',
  sms: 'answer by {answer_by}: {link}',
}

const save = (body: object, key: Key = {}) => ask(calls.save, { token, ...key, body })
const query = (intake: string | null): Record<string, string> => (intake === null ? {} : { intake })
const reset = (intake: string | null = null, key: Key = {}) =>
  ask(calls.reset, { token, ...key, query: query(intake) })
const list = async (intake: string | null = null) =>
  (await ask(calls.list, { token, query: query(intake) })).body as MessageTemplate[]
const entry = async (
  intake: string | null = null,
  { kind = 'accepted', language = 'en' }: Key = {},
) => (await list(intake)).find((one) => one.kind === kind && one.language === language)!

/** The message that waits for an applicant, as staff read it. */
async function waitingFor(id: string, kind: MessageKind, transport = 'email') {
  const { body } = await ask(api.attachments.messages, { token, id })
  return body.find((one: Message) => one.kind === kind && one.transport === transport).words
}

interface Message {
  kind: MessageKind
  transport: string
}

test('without an edit, every message in every language has our text', async () => {
  const all = await list()
  expect(all.map(({ kind, language }) => `${kind} ${language}`)).toEqual(
    templateKinds.flatMap((kind) => languages.map((language) => `${kind} ${language}`)),
  )
  expect(await entry(null, { kind: 'offered' })).toEqual({
    kind: 'offered',
    language: 'en',
    intake: null,
    ...ownText('en', 'offered'),
    ours: ownText('en', 'offered'),
    isDefault: true,
    defaultChanged: false,
    placeholders: expect.arrayContaining([
      { name: 'answer_by', required: true },
      { name: 'link', required: true },
      { name: 'department', required: false },
    ]),
    updatedAt: null,
    updatedBy: null,
    problem: null,
  })
})

test('a text that is saved as it stands gives the same messages, byte for byte', async () => {
  const rendered = async () => {
    const read = templateReader(db, sender)
    const messages: string[] = []
    for (const language of languages) {
      for (const kind of templateKinds) {
        const stored = await read(kind, { language, intake: null })
        const row = {
          ...samplePerson,
          language,
          declined_reason: 'dates' as const,
          declined_message: 'One\n\ntwo {link}',
        }
        const email = renderRow(sender, kind, stored, row, { purpose: 'cv' })
        const sms = renderSmsRow(sender, kind, stored, row)
        messages.push(JSON.stringify([email, sms]))
      }
    }
    return messages
  }
  const before = await rendered()
  for (const { kind, language, subject, body, sms } of await list()) {
    const { status } = await save({ subject, body, sms, updatedAt: null }, { kind, language })
    expect([kind, status]).toEqual([kind, 200])
  }
  expect((await list()).filter(({ isDefault }) => isDefault)).toEqual([])
  expect(await rendered()).toEqual(before)
  for (const { kind, language } of await list()) await reset(null, { kind, language })
})

test('a deleted intake takes its texts along', async () => {
  const { _id } = await create(1)
  await save({ ...text, intake: _id })
  expect((await ask(api.intakes.remove, { token, id: _id })).status).toBe(200)
  const rows = await db
    .selectFrom('message_templates')
    .where('intake', '=', _id)
    .selectAll()
    .execute()
  expect(rows).toEqual([])
  expect((await ask(calls.list, { token, query: { intake: _id } })).status).toBe(404)
  expect(await save({ ...text, intake: _id })).toMatchObject({
    status: 422,
    body: { fields: { intake: 'Choose an intake from the list' } },
  })
})

test.each([
  ['subject', { subject: 'One\r\nBcc: eve@example.org' }],
  ['subject', { subject: '{nothing}' }],
  ['subject', { subject: 'a'.repeat(151) }],
  ['subject', { subject: null }],
  ['body', { body: 'no link' }],
  ['body', { body: '{link} {' }],
  ['body', { body: '{{link}}' }],
  ['body', { body: '{link} javascript:alert(1)' }],
  ['body', { body: `{link}${'a'.repeat(5000)}` }],
  ['body', { body: `{link}${'é'.repeat(100_000)}` }],
  ['sms', { sms: 'no link' }],
  ['sms', { sms: `${'a'.repeat(100)} {link}` }],
  ['sms', { sms: 'карибу {link}' }],
  ['sms', { sms: null }],
])('a wrong %s is refused at its field: %#', async (field, changes) => {
  const { status, body } = await save({ ...text, ...changes, updatedAt: null })
  expect([status, Object.keys(body.fields ?? {})]).toEqual([422, [field]])
  expect(body.fields[field]).not.toContain('Invalid')
  expect((await entry()).isDefault).toBe(true)
  const trial = { kind: 'accepted', language: 'en', ...text, ...changes }
  expect((await ask(calls.preview, { token, body: trial })).status).toBe(422)
})

test('an edit conflict is answered with the stored text', async () => {
  const first = await save({ ...text, updatedAt: null })
  expect(first.status).toBe(200)
  const again = await save({ ...text, subject: 'Mine', updatedAt: null })
  expect([again.status, again.body.current.subject]).toEqual([409, text.subject])
  const { updatedAt } = first.body
  expect((await save({ ...text, subject: 'Second', updatedAt })).status).toBe(200)
  expect((await save({ ...text, subject: 'Third', updatedAt })).status).toBe(409)
  await reset()
  expect((await save({ ...text, subject: 'Late', updatedAt })).status).toBe(409)
  const both = await Promise.all(
    ['One', 'Two'].map((subject) =>
      save({ ...text, subject, updatedAt: null }, { kind: 'revoked' }),
    ),
  )
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  await reset(null, { kind: 'revoked' })
})

test('versions stay after a reset, and can be used again', async () => {
  const { _id: intake } = await create(1)
  const key = { kind: 'waiting' as const, language: 'sw' }
  for (let number = 1; number <= 22; number++) {
    await save({ ...text, intake, subject: `Subject ${number}` }, key)
  }
  await reset(intake, key)
  const { body: kept } = await ask(calls.versions, { token, ...key, query: query(intake) })
  const versions = kept as TemplateVersion[]
  expect(versions.map(({ version }) => version)).toEqual(
    Array.from({ length: 20 }, (_, index) => 22 - index),
  )
  expect(versions[0]!.updatedBy).toMatchObject({ name: expect.any(String) })
  const restore = (version: number) =>
    ask(calls.restore, { token, ...key, body: { intake, version } })
  expect((await restore(1)).status).toBe(404)
  expect((await restore(5)).body).toMatchObject({ subject: 'Subject 5', isDefault: false })

  const entity = 'message template'
  const { body } = await ask(api.history, { token, query: { entity, limit: '2' } })
  const name = expect.stringMatching(/^On the waiting list, Kiswahili, Intake /)
  expect(body).toMatchObject([
    { action: 'restore', record: { name } },
    { action: 'reset', record: { name } },
  ])
})

test('our text goes out in place of one that cannot be sent, and staff are told', async () => {
  const { _id } = await apply((await create(3))._id)
  await accept(_id)
  const key = { kind: 'offered' as const }
  await save(offer, key)
  const columns = { body: 'Old {placeholder} {answer_by} {link}', defaultHash: 'of an older text' }
  await db
    .updateTable('message_templates')
    .set({ ...columns, updatedAt: '2026-01-01T00:00:00.000Z' })
    .where('kind', '=', 'offered')
    .execute()

  expect((await waitingFor(_id, 'offered')).text).toContain('Good news')
  expect(await entry(null, key)).toMatchObject({
    isDefault: false,
    defaultChanged: true,
    problem: expect.stringContaining('{placeholder} cannot be filled in here'),
  })
  const { body } = await ask(api.messages.counts, { token })
  expect(body).toMatchObject({
    unusableTexts: ['Place offered, English'],
    smsSender: { shortName: 'SYF', origin: PUBLIC_URL },
  })
  const findings = () => checkTemplates(readSettings({ ...variables, PUBLIC_URL }))
  expect(await findings()).toEqual([
    {
      level: 'problem',
      what: expect.stringMatching(/^The message text "Place offered, English" cannot be sent, so /),
      todo: expect.stringContaining('or use our text again'),
    },
  ])
  await reset(null, key)
  expect(await findings()).toEqual([])
})
