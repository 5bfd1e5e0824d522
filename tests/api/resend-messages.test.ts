import { randomUUID } from 'node:crypto'

import { beforeEach, expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import type { OutboxTable } from '../../server/database/tables.ts'
import { choicesOf, startApi, submission } from '../support/api.ts'

const { ask, token, db } = await startApi()
const choices = await choicesOf(ask)
const day = 24 * 60 * 60 * 1000
const ago = (days: number) => new Date(Date.now() - days * day).toISOString()

beforeEach(() => db.deleteFrom('outbox').execute())

/** Stores a message about a new application, failed an hour ago, with these changes. */
async function failed(changes: Partial<OutboxTable> = {}) {
  const email = `${randomUUID()}@example.org`
  const { body } = await ask(api.public.submit, { body: submission(choices, { email }) })
  const { _id, attachment } = await db
    .selectFrom('outbox')
    .innerJoin('attachments', 'attachments._id', 'outbox.attachment')
    .select(['outbox._id', 'outbox.attachment'])
    .where('referenceId', '=', body.referenceId as string)
    .executeTakeFirstOrThrow()
  const refused = { state: 'failed', trouble: 'refused', reply: '550 5.4.5', tries: 9 } as const
  await db
    .updateTable('outbox')
    .set({ ...refused, endedAt: ago(1 / 24), ...changes })
    .where('_id', '=', _id)
    .execute()
  return { _id, attachment }
}

const resend = (body: object) => ask(api.messages.resend, { token, body })
const stateOf = async (_id: string) => {
  const row = db.selectFrom('outbox').select('state').where('_id', '=', _id)
  return (await row.executeTakeFirstOrThrow()).state
}

test('some messages are queued again, the others are counted', async () => {
  const { _id, attachment } = await failed()
  const sent = await failed({ state: 'sent' })
  const unsure = await failed({ state: 'unsure', trouble: 'no answer' })
  const ids = [_id, _id, sent._id, unsure._id, randomUUID()]
  const { status, body } = await resend({ ids })

  expect([status, body]).toEqual([200, { queued: 2, left: 2 }])
  expect([await stateOf(_id), await stateOf(sent._id)]).toEqual(['waiting', 'sent'])
  const row = db.selectFrom('outbox').select(['tries', 'endedAt']).where('_id', '=', _id)
  expect(await row.executeTakeFirst()).toEqual({ tries: 0, endedAt: null })
  const { body: entries } = await ask(api.history, { token, query: { record: attachment } })
  expect(entries[0]).toMatchObject({ action: 'resend', user: { name: 'Administrator' } })
})

test('all failed e-mails since a time are queued again, and the number is known before', async () => {
  const recent = await Promise.all([failed(), failed()])
  const old = await failed({ endedAt: ago(40) })
  const lastWeek = await failed({ endedAt: ago(7) })
  const others = [await failed({ state: 'unsure' }), await failed({ transport: 'sms' })]
  const outdated = await failed({ kind: 'withdrawn' })
  await ask(api.attachments.accept, { token, id: outdated.attachment })
  const { body: counts } = await ask(api.messages.counts, { token })
  expect(counts.resendable.count).toBe(4)
  expect(counts.resendable.since <= ago(30) && counts.resendable.since > ago(31)).toBe(true)

  const late = await resend({ state: 'failed', since: ago(1) })
  expect(late.body).toEqual({ queued: 2, left: 1 })
  for (const { _id } of recent) expect(await stateOf(_id)).toBe('waiting')
  expect((await resend({ state: 'failed' })).body).toEqual({ queued: 1, left: 1 })
  expect(await stateOf(lastWeek._id)).toBe('waiting')
  for (const { _id } of [old, outdated]) expect(await stateOf(_id)).toBe('failed')
  for (const { _id } of others) expect(await stateOf(_id)).not.toBe('waiting')
  expect((await resend({ state: 'failed' })).body).toEqual({ queued: 0, left: 1 })
})

test('more messages than one transaction takes are queued again', async () => {
  const { _id } = await failed()
  const row = await db.selectFrom('outbox').selectAll().where('_id', '=', _id).executeTakeFirst()
  const copies = Array.from({ length: 249 }, () => ({ ...row!, _id: randomUUID() }))
  await db.insertInto('outbox').values(copies).execute()

  expect((await resend({ state: 'failed' })).body).toEqual({ queued: 250, left: 0 })
})

test('a wrong choice of messages is refused', async () => {
  const { _id } = await failed()
  const bodies = [
    {},
    { ids: [] },
    { ids: ['x'] },
    { state: 'sent' },
    { state: 'failed', since: 'soon' },
    { ids: [_id], state: 'failed' },
    { ids: [], state: 'failed' },
  ]
  for (const body of bodies) expect([body, (await resend(body)).status]).toEqual([body, 422])
  expect(await stateOf(_id)).toBe('failed')
  const { status } = await ask(api.messages.resend, { body: { state: 'failed' } })
  expect(status).toBe(401)
})
