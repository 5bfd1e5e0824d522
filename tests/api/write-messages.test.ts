import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import type { AttachmentsTable } from '../../server/database/tables.ts'
import { addMadeUpApplications, startApi } from '../support/api.ts'
import { sendDue } from '../support/send-due.ts'

const PUBLIC_URL = 'https://vijana.example.org'
const { ask, token, db } = await startApi({ PUBLIC_URL, SMS_PRICE: '0.8' })
const calls = api.messages
const both = (text: string) => ({ en: text, sw: `Kwa ${text}` })
const texts = {
  subject: both('the bus, {reference}'),
  body: both('{first_name}, bus 12 leaves at 7.\n\nCome early.'),
  sms: both('bus 12 leaves at 7. Ref {reference}'),
}

let number = 0
async function addPerson(changes: Partial<AttachmentsTable> = {}) {
  const [made] = await addMadeUpApplications(db, 1)
  const { _id } = made!
  const email = `writing.${++number}@example.org`
  const phone_number = `07${String(10_000_000 + number)}`
  const columns = { first_name: 'Zawadi', email, phone_number, language: 'en' as const, ...changes }
  await db
    .updateTable('attachments')
    .set({ contact_by: 'email', smsRefused: null, ...columns })
    .where('_id', '=', _id)
    .execute()
  return _id
}

const preview = (ids: string[], changes: object = {}) =>
  ask(calls.previewWriting, { token, body: { ids, ...texts, ...changes } })
const write = (ids: string[], changes: object = {}, key?: string) =>
  ask(calls.write, {
    token,
    body: { ids, ...texts, ...changes },
    ...(key && { headers: { 'idempotency-key': key } }),
  })
const undo = (of: string) => ask(calls.undoWriting, { token, body: { undo: of } })
const messagesTo = (ids: string[]) =>
  db
    .selectFrom('outbox')
    .select(['attachment', 'kind', 'transport', 'state', 'about'])
    .where('attachment', 'in', ids)
    .where('kind', '=', 'written')
    .orderBy('_id')
    .execute()

test('the preview says who gets it by what, at what cost, and stores nothing', async () => {
  const ids = [
    await addPerson(),
    await addPerson({ contact_by: 'sms' }),
    await addPerson({ contact_by: 'both', language: 'sw' }),
    await addPerson({ contact_by: 'sms', smsRefused: 'unknown number' }),
  ]
  const { status, body } = await preview(ids)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    people: 4,
    emails: 3,
    sms: 2,
    parts: 2,
    cost: 1.6,
    unreachable: [],
    samples: expect.arrayContaining([
      expect.objectContaining({
        language: 'en',
        people: 3,
        subject: expect.stringMatching(/^the bus, SPH-/),
        text: expect.stringMatching(/^Hello Zawadi,\n\nZawadi, bus 12 leaves at 7\.\n\nCome early/),
        sms: expect.stringMatching(/^SYF: Zawadi, bus 12 leaves at 7\. Ref SPH-/),
      }),
      expect.objectContaining({ language: 'sw', people: 1 }),
    ]),
  })
  expect((await preview(ids, { sms: null })).body).toMatchObject({ emails: 4, sms: 0, cost: 0 })
  expect(await messagesTo(ids)).toEqual([])
})

test('everybody gets the text in the own language, once the minute has passed', async () => {
  const ids = [await addPerson(), await addPerson({ contact_by: 'sms', language: 'sw' })]
  const { status, body } = await write(ids, { read: { emails: 1, sms: 1 } })
  expect([status, body.emails, body.sms]).toEqual([200, 1, 1])
  expect(await messagesTo(ids)).toMatchObject([
    { attachment: ids[0], transport: 'email', state: 'waiting', about: body.undo },
    { attachment: ids[1], transport: 'sms', state: 'waiting', about: body.undo },
  ])
  const { body: listed } = await ask(api.attachments.messages, { token, id: ids[0]! })
  expect(listed[0].words.text).toContain('bus 12 leaves at 7.')
  expect(Date.parse(listed[0].dueAt) - Date.now()).toBeGreaterThan(50_000)
  const { body: events } = await ask(api.history, { token, query: { record: ids[0]! } })
  expect(events[0]).toMatchObject({ action: 'write', user: { name: expect.any(String) } })

  const sent = await sendDue(db, PUBLIC_URL)
  expect(sent.map(({ text }) => text)).toEqual([
    expect.stringContaining('Zawadi, bus 12 leaves at 7.'),
    expect.stringMatching(/^SYF: Zawadi, Kwa bus 12/),
  ])
  expect((await undo(body.undo)).status).toBe(200)
})

test('within the minute the messages are taken back, all of them, and later none', async () => {
  const ids = [await addPerson(), await addPerson({ contact_by: 'both' })]
  const { body } = await write(ids)
  expect(await undo(body.undo)).toMatchObject({
    status: 200,
    body: { message: 'Taken back: 2 people are not told' },
  })
  expect((await messagesTo(ids)).map(({ state }) => state)).toEqual(Array(3).fill('cancelled'))
  const { body: events } = await ask(api.history, { token, query: { record: ids[0]! } })
  expect(events[0]).toMatchObject({ action: 'take back' })

  const late = (await write(ids)).body.undo
  await db
    .updateTable('written_messages')
    .set({ undoUntil: '2026-01-01T00:00:00.000Z' })
    .where('_id', '=', late)
    .execute()
  expect((await undo(late)).status).toBe(409)
  expect(await sendDue(db, PUBLIC_URL)).toHaveLength(3)
  expect((await undo(randomUUID())).status).toBe(404)
})

test('the same person is told once, however the number is written', async () => {
  const ids = [
    await addPerson({ email: 'same@example.org' }),
    await addPerson({ email: 'same@example.org', phone_number: '0722000111' }),
    await addPerson({ phone_number: '+254 722 000 111' }),
  ]
  const { body } = await write([...ids, ...ids])
  expect(body.people).toBe(1)
  expect(await messagesTo(ids)).toMatchObject([{ attachment: ids.toSorted().at(-1) }])
  await undo(body.undo)
})

test('people without a working address are named, with the reason', async () => {
  const ids = [await addPerson(), await addPerson({ contact_by: 'both' }), await addPerson()]
  const failed = { state: 'failed', trouble: 'unknown address' } as const
  const endedAt = new Date(Date.now() + 60_000).toISOString()
  const { undo: earlier } = (await write(ids)).body
  await db
    .updateTable('outbox')
    .set({ ...failed, endedAt })
    .where('about', '=', earlier)
    .where('attachment', '<>', ids[2]!)
    .execute()
  const { body } = await preview(ids)
  expect(body).toMatchObject({
    people: 2,
    emails: 1,
    sms: 1,
    unreachable: [{ _id: ids[0], why: 'there is no such e-mail address' }],
  })
  const none = await write([ids[0]!])
  expect([none.status, none.body.message]).toEqual([409, expect.stringMatching(/^Nobody/)])
  await undo(earlier)
})

test('a repeat of the request tells nobody twice', async () => {
  const ids = [await addPerson()]
  const key = 'writing-once'
  const answers = await Promise.all([write(ids, {}, key), write(ids, {}, key)])
  const again = await write(ids, {}, key)
  expect(new Set([...answers, again].map(({ body }) => body.undo)).size).toBe(1)
  expect(await messagesTo(ids)).toHaveLength(1)
  expect((await write(ids, { subject: both('another') }, key)).status).toBe(409)
  await undo(again.body.undo)
})

test('a message of which not everything was stored is never sent', async () => {
  const ids = [await addPerson()]
  const key = 'broken-off-write'
  const { body } = await write(ids, {}, key)
  const times = { queuedAt: null, undoUntil: '2026-01-01T00:00:00.000Z' }
  await db.updateTable('written_messages').set(times).where('_id', '=', body.undo).execute()
  const again = await write(ids, {}, key)
  expect(again.status).toBe(200)
  expect(again.body.undo).not.toBe(body.undo)
  expect(await sendDue(db, PUBLIC_URL)).toHaveLength(1)
  expect((await messagesTo(ids)).map(({ state }) => state)).toEqual(['cancelled', 'sent'])
})

test.each<[string, object, Record<string, RegExp>]>([
  ['body.en', { body: { en: '', sw: 'x' } }, { 'body.en': /^1 of them reads English: write/ }],
  ['subject.en', { subject: both('{nmae}') }, { 'subject.en': /^\{nmae\} cannot be filled in/ }],
  ['body.en', { body: both('Bus {') }, { 'body.en': /curly bracket/ }],
  ['body.en', { body: both('{{first_name}}') }, { 'body.en': /curly bracket/ }],
  ['body.en', { body: both('{link}') }, { 'body.en': /^\{link\} cannot be filled in here\. Use/ }],
  ['subject.en', { subject: both('a\r\nBcc: eve@example.org\nc') }, { 'subject.en': /one line/ }],
  ['body.en', { body: both('javascript:alert(1)') }, { 'body.en': /is no link/ }],
  ['body.en', { body: both('é'.repeat(50_000)) }, { 'body.en': /at most 5,000/ }],
  ['body.en', { body: both('a\u202eb') }, { 'body.en': /cannot be shown/ }],
  ['sms.en', { sms: both('bus 😀') }, { 'sms.en': /cannot be sent by SMS/ }],
  ['sms.en', { sms: both('long '.repeat(100)) }, { 'sms.en': /^Too long by \d+/ }],
  ['ids', { ids: [] }, { ids: /^Choose the people to write to/ }],
])('a wrong %s is refused at its field: %#', async (_field, changes, fields) => {
  const ids = [await addPerson({ contact_by: 'sms' })]
  for (const ask_ of [preview, write]) {
    const { status, body } = await ask_(ids, changes)
    expect(status).toBe(422)
    expect(body.fields).toEqual(
      Object.fromEntries(
        Object.entries(fields).map(([name, sentence]) => [name, expect.stringMatching(sentence)]),
      ),
    )
  }
  expect(await messagesTo(ids)).toEqual([])
})

test('a language that nobody reads, and the SMS that nobody gets, may stay empty', async () => {
  const ids = [await addPerson()]
  const english = (text: string) => ({ en: text, sw: '' })
  const changes = { subject: english('Bus'), body: english('Bus 12'), sms: english('') }
  const { status, body } = await preview(ids, changes)
  expect([status, body.samples]).toMatchObject([200, [{ language: 'en', sms: null }]])
  const bySms = await preview([await addPerson({ contact_by: 'sms' })], changes)
  expect(bySms.body.fields).toEqual({ 'sms.en': expect.stringMatching(/^1 of them reads English/) })
})

test('a list that has changed since the preview is said, and nobody is told', async () => {
  const ids = [await addPerson(), await addPerson()]
  const changed = await write(ids, { read: { emails: 3, sms: 0 } })
  expect([changed.status, changed.body.message]).toEqual([409, expect.stringMatching(/changed/)])
  const gone = await write([...ids, randomUUID()])
  expect([gone.status, gone.body.message]).toEqual([409, expect.stringMatching(/is gone/)])
  expect(await messagesTo(ids)).toEqual([])
})

test('a message is in the copy of personal data, and its text goes with the last application', async () => {
  const ids = [await addPerson(), await addPerson()] as [string, string]
  const { undo: about } = (await write(ids, { body: both('Your aunt has called.') })).body
  const { body: copy } = await ask(api.personalData.export, { token, query: { ids: ids[0] } })
  expect(copy.applications[0].messages).toMatchObject([
    { kind: 'written', words: { text: expect.stringContaining('Your aunt has called.') } },
  ])
  const stored = db.selectFrom('written_messages').select('texts').where('_id', '=', about)
  const erase = (id: string) => ask(api.personalData.erase, { token, body: { ids: [id] } })
  expect((await erase(ids[0])).status).toBe(200)
  expect(await messagesTo([ids[0]])).toEqual([])
  expect((await ask(api.history, { token, query: { record: ids[0] } })).body).toEqual([])
  expect(await stored.execute()).toHaveLength(1)
  await erase(ids[1])
  expect(await stored.execute()).toEqual([])
})

test('the ids of a filtered list are those that the list shows', async () => {
  const _id = await addPerson()
  const before = new Date(Date.now() + 60_000).toISOString()
  const [all, none] = [
    await ask(api.attachments.ids, { token, query: { before, limit: '1' } }),
    await ask(api.attachments.ids, { token, query: { since: before } }),
  ]
  expect(all.body.ids).toContain(_id)
  expect(all.body.ids.length).toBeGreaterThan(1)
  expect(none.body.ids).toEqual([])
  expect((await ask(api.placements.ids, { token })).body).toEqual({ ids: [] })
})
