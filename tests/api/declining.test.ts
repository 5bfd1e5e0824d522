import { randomUUID } from 'node:crypto'

import { expect, test, vi } from 'vitest'

import { api } from '../../contract/api.ts'
import type { Application } from '../../contract/application/application.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { addUser, choicesOf, startApi, submission } from '../support/api.ts'

const { ask, token } = await startApi()
const choices = await choicesOf(ask)
const colleague = await addUser(ask, token, 'admin')

const message = 'Asante for applying.\nThe department is full until May.'
const full = { reason: 'no-place', message }

async function create(flags: object = {}) {
  const body = submission(choices, { is_accepted: false, is_archived: false, ...flags })
  return (await ask(api.attachments.create, { token, body })).body as Application
}
const get = async (id: string) =>
  (await ask(api.attachments.get, { token, id })).body as Application
const decline = (id: string, body: object) => ask(api.attachments.decline, { token, id, body })
const decide = (body: object) => ask(api.attachments.decide, { token, body })

/** Short name of an application's state. */
function stand({ is_accepted, is_archived, declined_reason }: Application) {
  if (declined_reason) return `declined: ${declined_reason}${is_archived ? '' : ', but active'}`
  return [is_accepted ? 'accepted' : 'pending', ...(is_archived ? ['archived'] : [])].join(', ')
}

const beginnings = {
  pending: {},
  accepted: { is_accepted: true },
  archived: { is_archived: true },
  'accepted, archived': { is_accepted: true, is_archived: true },
  'declined: no-place': full,
}

async function begin(at: keyof typeof beginnings) {
  const { _id } = await create('reason' in beginnings[at] ? {} : beginnings[at])
  if (at.startsWith('declined')) await decline(_id, full)
  return get(_id)
}

/** Bodies of decisions, by the names that the test cases use. */
const decisions: Record<string, (of: Application) => Promise<unknown>> = {
  decline: ({ _id }) => decline(_id, { reason: 'late' }),
  'decline many': ({ _id }) => decide({ ids: [_id], decline: { reason: 'late' } }),
  'toggle acceptance': ({ _id: id }) => ask(api.attachments.accept, { token, id }),
  'toggle archive': ({ _id: id }) => ask(api.attachments.archive, { token, id }),
  accept: ({ _id }) => decide({ ids: [_id], is_accepted: true }),
  revoke: ({ _id }) => decide({ ids: [_id], is_accepted: false }),
  archive: ({ _id }) => decide({ ids: [_id], is_archived: true }),
  unarchive: ({ _id }) => decide({ ids: [_id], is_archived: false }),
  'accept and archive': ({ _id }) => decide({ ids: [_id], is_accepted: true, is_archived: true }),
  'no decline': ({ _id }) => decide({ ids: [_id], decline: null }),
  'edit: accept': (of) => save(of, { is_accepted: true }),
  'edit: unarchive': (of) => save(of, { is_archived: false }),
  'edit: a name': (of) => save(of, { first_name: 'Rehema' }),
}

function save(of: Application, changes: object) {
  return ask(api.attachments.update, { token, id: of._id, body: { ...of, ...changes } })
}

test.each([
  ['pending', 'decline', 'declined: late'],
  ['accepted', 'decline', 'declined: late'],
  ['archived', 'decline', 'declined: late'],
  ['accepted, archived', 'decline', 'declined: late'],
  ['declined: no-place', 'decline', 'declined: late'],
  ['pending', 'decline many', 'declined: late'],
  ['accepted, archived', 'decline many', 'declined: late'],
  ['declined: no-place', 'toggle acceptance', 'accepted'],
  ['declined: no-place', 'toggle archive', 'pending'],
  ['declined: no-place', 'accept', 'accepted'],
  ['declined: no-place', 'revoke', 'declined: no-place'],
  ['declined: no-place', 'archive', 'declined: no-place'],
  ['declined: no-place', 'unarchive', 'pending'],
  ['declined: no-place', 'accept and archive', 'accepted, archived'],
  ['declined: no-place', 'no decline', 'pending, archived'],
  ['pending', 'no decline', 'pending'],
  ['accepted, archived', 'toggle acceptance', 'pending, archived'],
  ['declined: no-place', 'edit: accept', 'accepted, archived'],
  ['declined: no-place', 'edit: unarchive', 'pending'],
  ['declined: no-place', 'edit: a name', 'declined: no-place'],
] as [keyof typeof beginnings, string, string][])(
  'an application that is %s becomes, after "%s", %s',
  async (before, decision, after) => {
    const of = await begin(before)
    // A second decline in the same millisecond would have the time of the first.
    const begun = Date.now()
    await vi.waitUntil(() => Date.now() > begun, { interval: 1 })
    await decisions[decision]!(of)
    const now = await get(of._id)

    const isKept = after === 'declined: no-place'
    expect(stand(now)).toBe(after)
    expect(now.declined_message).toBe(isKept ? message : null)
    expect(now.declinedAt === null).toBe(!after.startsWith('declined'))
    expect(now.declinedAt !== null && now.declinedAt === of.declinedAt).toBe(isKept)
  },
)

test('declining returns the flags and a message, and the record shows reason and time', async () => {
  const before = new Date().toISOString()
  const { _id } = await create({ is_accepted: true })
  const { status, body } = await decline(_id, {
    ...full,
    message: ` ${message.replace('\n', '\r\n')} `,
  })
  const stored = await get(_id)

  expect([status, body]).toEqual([
    200,
    {
      is_accepted: false,
      is_archived: true,
      declined_reason: 'no-place',
      message: 'Application declined',
    },
  ])
  expect(stored).toMatchObject({ declined_reason: 'no-place', declined_message: message })
  expect(stored.declinedAt! >= before).toBe(true)
  expect(stored.updatedAt > stored.createdAt).toBe(true)

  await decline(_id, full)
  expect(await get(_id)).toEqual(stored)
  const { body: back } = await ask(api.attachments.archive, { token, id: _id })
  expect(back).toMatchObject({ is_archived: false, message: 'Application brought back' })
})

test('many applications are declined for one reason, and the returned undo reverts exactly these', async () => {
  const names = Object.keys(beginnings) as (keyof typeof beginnings)[]
  const rows = await Promise.all([...names, 'pending' as const].map(begin))
  const ids = rows.map(({ _id }) => _id)
  const { body } = await decide({ ids: [...ids, randomUUID()], decline: { reason: 'dates' } })

  expect(body.message).toBe('6 applications declined. 1 is there no more')
  expect(new Set(body.changed)).toEqual(new Set(ids))
  expect((await Promise.all(ids.map(get))).map(stand)).toEqual(ids.map(() => 'declined: dates'))
  expect((await decide({ ids, decline: { reason: 'dates' } })).body).toMatchObject({
    changed: [],
    undo: [],
  })

  const sentences = []
  for (const back of body.undo) sentences.push((await decide(back)).body.message)
  expect(sentences).toContain('2 applications no longer declined')
  const after = await Promise.all(ids.map(get))
  expect(after.map(stand)).toEqual(rows.map(stand))
  expect(after[4]!.declined_message).toBe(message)
})

test.each([
  ['accept', { is_accepted: true }],
  ['unarchive', { is_archived: false }],
] as const)(
  'undoing "%s" on declined applications restores the decline',
  async (_word, decision) => {
    const [declined, archived] = [await begin('declined: no-place'), await begin('archived')]
    const { body } = await decide({ ids: [declined._id, archived._id], ...decision })
    for (const back of body.undo) await decide(back)

    expect(await get(declined._id)).toMatchObject({
      is_accepted: false,
      is_archived: true,
      declined_reason: 'no-place',
      declined_message: message,
    })
    expect(stand(await get(archived._id))).toBe('pending, archived')
  },
)

test.each([
  [{}, 'reason'],
  [{ reason: '' }, 'reason'],
  [{ reason: 'because' }, 'reason'],
  [{ reason: 'other', message: 'x'.repeat(1001) }, 'message'],
  [{ reason: 'other', message: 7 }, 'message'],
])('%j is an invalid decline', async (body, field) => {
  const { _id } = await create()
  const { status, body: problem } = await decline(_id, body)

  expect([status, Object.keys(problem.fields)]).toEqual([422, [field]])
  expect(await get(_id)).toMatchObject({ declined_reason: null, is_archived: false })
})

test.each([{ is_accepted: true }, { is_archived: false }])(
  'declining together with %j is an invalid decision',
  async (flags) => {
    const { status, body } = await decide({ ids: [randomUUID()], decline: full, ...flags })
    expect([status, Object.keys(body.fields)]).toEqual([422, ['decline']])
  },
)

test('declining skips unknown ids', async () => {
  expect((await decline(randomUUID(), full)).status).toBe(404)
})

test('a decline between reading and saving causes a conflict', async () => {
  const opened = await create()
  await ask(api.attachments.decline, { token: colleague.token, id: opened._id, body: full })
  const late = await save(opened, { first_name: 'Rehema' })

  expect([late.status, late.body.current]).toEqual([409, await get(opened._id)])
})

test('concurrent accept and decline leave the result of one of them', async () => {
  const { _id: id } = await create()
  const calls: [Endpoint, object?][] = Array.from({ length: 10 }, (_, index) =>
    index % 2
      ? [api.attachments.decline, full]
      : [api.attachments.decide, { ids: [id], is_accepted: true }],
  )
  const answers = await Promise.all(
    calls.map(([endpoint, body]) => ask(endpoint, { token, id, ...(body && { body }) })),
  )

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(['accepted', 'declined: no-place']).toContain(stand(await get(id)))
})

test('decline reason and message are not searched and do not affect the search', async () => {
  const { _id, referenceId } = await create()
  await decline(_id, { reason: 'other', message: 'Kinyozi' })
  const found = async (query: Record<string, string>) =>
    (await ask(api.attachments.list, { token, query: { limit: '10', ...query } })).body

  expect(await found({ q: 'kinyozi', includeArchived: 'true' })).toEqual([])
  const ids = (rows: Application[]) => rows.map((row) => row._id)
  expect(ids(await found({ q: referenceId, decision: 'other' }))).toEqual([_id])
  expect(await found({ q: referenceId, decision: 'late' })).toEqual([])
  expect(await found({ q: referenceId, decision: 'other', view: 'active' })).toEqual([])
})
