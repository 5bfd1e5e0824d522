import { once } from 'node:events'
import { get as request, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import type { HistoryEntry } from '../../contract/history.ts'
import {
  addMadeUpApplications,
  addUser,
  choicesOf,
  newLink,
  setPassword,
  signIn,
  startApi,
  submission,
} from '../support/api.ts'
import { inDays, intakeBody } from '../support/intakes.ts'

const { app, ask, token, db } = await startApi()
const choices = await choicesOf(ask)
const { body: me } = await ask(api.auth.me, { token })
const own = { _id: me.user._id, name: me.user.name }

async function history(query: Record<string, string> = {}) {
  const { status, body, headers } = await ask(api.history, { token, query })
  expect(status).toBe(200)
  return { entries: body as HistoryEntry[], total: headers['x-total-count'] }
}
/** The events of a record, oldest first. */
async function eventsOf(record: string) {
  const { entries } = await history({ record })
  return entries
    .toReversed()
    .map(({ action, user, fields }) => [action, user?.name ?? null, ...(fields ?? [])])
}

test('every change of an application is recorded with its user', async () => {
  const other = await addUser(ask, token, 'admin')
  const body = submission(choices, { is_accepted: false, is_archived: false })
  const { body: created } = await ask(api.attachments.create, { token, body })
  const id = created._id as string
  const as = { token: other.token, id }
  await ask(api.attachments.accept, as)
  await ask(api.attachments.accept, as)
  await ask(api.attachments.archive, { token, id })
  await ask(api.attachments.decide, { token, body: { ids: [id], is_archived: false } })
  const changes = { first_name: 'Rehema', email: 'rehema@example.org', is_accepted: true }
  await ask(api.attachments.update, { ...as, body: { ...body, ...changes } })
  const message = 'Karibu tena, but not this year.'
  await ask(api.attachments.decline, { token, id, body: { reason: 'no-place', message } })
  await ask(api.attachments.decline, { ...as, body: { reason: 'dates' } })
  await ask(api.attachments.archive, as)
  await ask(api.attachments.decide, { token, body: { ids: [id], decline: { reason: 'late' } } })
  await ask(api.attachments.accept, as)
  await ask(api.attachments.remove, { token, id })

  expect(JSON.stringify(await db.selectFrom('history').selectAll().execute())).not.toMatch(/Karibu/)
  expect(await eventsOf(id)).toEqual([
    ['create', own.name],
    ['accept', other.name],
    ['revoke', other.name],
    ['archive', own.name],
    ['unarchive', own.name],
    ['change', other.name, 'first_name', 'email'],
    ['accept', other.name],
    ['decline', own.name],
    ['decline', other.name],
    ['bring back', other.name],
    ['decline', own.name],
    ['bring back', other.name],
    ['accept', other.name],
    ['delete', own.name],
  ])
})

test('a submission and its repeats are recorded once, without a user', async () => {
  const before = (await history({ action: 'submit' })).entries.length
  const headers = { 'idempotency-key': 'one-and-the-same' }
  for (let i = 0; i < 3; i++) {
    await ask(api.public.submit, { body: submission(choices, { email: 'a@b.ke' }), headers })
  }
  const { body: found } = await ask(api.attachments.list, { token, query: { q: 'a@b.ke' } })
  const { entries } = await history({ action: 'submit' })

  expect(entries).toHaveLength(before + 1)
  expect(entries[0]).toMatchObject({
    user: null,
    entity: 'attachment',
    record: { _id: found[0]._id, name: "Zawadi Ng'ang'a" },
    fields: null,
    count: null,
  })
})

test.each([
  ['institution', api.institutions, { name: 'Chuo Kipya', county: 'Lamu' }, { county: 'Kwale' }],
  [
    'course',
    api.courses,
    { name: 'Ubaharia', institution: choices.institution, certification: 'Diploma' },
    { name: 'Uvuvi', certification: 'Degree' },
  ],
  ['department', api.departments, { name: 'Idara Mpya', code: 'IDM' }, { code: 'IDP' }],
  ['user', api.users, { name: 'Mtu Mpya', email: 'mtu@example.org' }, { role: 'admin' }],
  [
    'intake',
    api.intakes,
    intakeBody(choices.department, 3, { name: 'Awamu Mpya', opensAt: inDays(10) }),
    { answerDays: 14, places: [{ department: choices.department, places: 4 }] },
  ],
] as const)(
  'creating, changing and deleting a %s is recorded',
  async (entity, calls, input, change) => {
    const { body: created } = await ask(calls.create, { token, body: input })
    const id = created._id as string
    await ask(calls.update, { token, id, body: { ...input, ...change } })
    await ask(calls.update, { token, id, body: { ...input, ...change } })
    const { entries } = await history({ record: id })
    await ask(calls.remove, { token, id })

    expect(entries.map((entry) => [entry.entity, entry.record])).toEqual(
      entries.map(() => [entity, { _id: id, name: { ...input, ...change }.name }]),
    )
    expect(await eventsOf(id)).toEqual([
      ['create', own.name],
      ['change', own.name, ...Object.keys(change)],
      ['delete', own.name],
    ])
  },
)

test('refused changes are not recorded', async () => {
  const { total } = await history({ limit: '1' })
  await ask(api.institutions.create, { token, body: { name: '', county: 'Lamu' } })
  await ask(api.institutions.remove, { token, id: choices.institution })
  const { body: departments } = await ask(api.public.departments)
  const twin = { name: departments[0].name, code: 'TWIN' }
  expect((await ask(api.departments.create, { token, body: twin })).status).toBe(409)
  await ask(api.users.remove, { token, id: own._id })

  expect((await history({ limit: '1' })).total).toBe(total)
})

test('sign-ins, failures, sign-outs and passwords are recorded with their account', async () => {
  const user = await addUser(ask, token)
  const wrong = { email: user.email, password: 'a wrong password' }
  await ask(api.auth.login, { body: wrong })
  await ask(api.auth.logout, { token: await signIn(ask, user) })
  await ask(api.auth.changePassword, {
    token: user.token,
    body: { currentPassword: user.password, password: 'a long new password' },
  })
  await setPassword(ask, await newLink(ask, token, user._id), 'another long password')

  expect(await eventsOf(user._id)).toEqual([
    ['create', own.name],
    ['password link', own.name],
    ['password change', user.name],
    ['sign-in', user.name],
    ['failed sign-in', null],
    ['sign-in', user.name],
    ['sign-out', user.name],
    ['password change', user.name],
    ['password link', own.name],
    ['password change', user.name],
  ])
})

test('a failed sign-in to an unknown account is recorded without its input', async () => {
  const email = 'nobody-at-all@example.org'
  await ask(api.auth.login, { body: { email, password: 'whatever it is' } })
  const [entry] = (await history({ action: 'failed sign-in', limit: '1' })).entries
  const stored = JSON.stringify(await db.selectFrom('history').selectAll().execute())

  expect(entry).toMatchObject({ user: null, entity: null, record: null })
  expect(stored).not.toContain('nobody-at-all')
})

test('an export is recorded with its number of rows, also if it is aborted', async () => {
  await addMadeUpApplications(db, 3000)
  await ask(api.attachments.export, { token, query: { q: 'mombasa', includeArchived: 'false' } })
  const listed = await ask(api.attachments.list, { token, query: { q: 'mombasa', limit: '1' } })
  const [whole] = (await history({ action: 'export' })).entries
  expect(whole).toMatchObject({ user: own, entity: 'attachment', record: null })
  expect(String(whole!.count)).toBe(listed.headers['x-total-count'])

  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { authorization: `Bearer ${token}` }
  const asked = request(`${url}/api${api.attachments.export.path}`, { headers })
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  await once(answer, 'data')
  answer.destroy()
  let broken: HistoryEntry | undefined
  while (!broken || broken._id === whole!._id) {
    await sleep(20)
    broken = (await history({ action: 'export', limit: '1' })).entries[0]
  }
  expect(broken).toMatchObject({ user: own, entity: 'attachment' })
  expect(broken.count).toBeGreaterThan(0)
  expect(broken.count).toBeLessThan(3000)
})

test('the history keeps the names of deleted users, and no names of deleted records', async () => {
  const user = await addUser(ask, token, 'admin')
  const body = submission(choices, { last_name: 'Kusahaulika', is_accepted: true })
  const { body: created } = await ask(api.attachments.create, { token: user.token, body })
  await ask(api.attachments.remove, { token: user.token, id: created._id })
  await ask(api.users.remove, { token, id: user._id })
  const { entries } = await history({ user: user._id })

  expect(entries.map(({ action }) => action)).toEqual([
    'delete',
    'create',
    'sign-in',
    'password change',
  ])
  for (const entry of entries) {
    expect(entry.user).toEqual({ _id: user._id, name: user.name })
    expect(entry.record?.name).toBeNull()
  }
  const stored = JSON.stringify(await db.selectFrom('history').selectAll().execute())
  expect(stored).not.toMatch(/Kusahaulika|zawadi|@example/i)
  expect(stored).not.toContain(user.name)
  expect((await history({ q: user.name, user: user._id })).entries).toEqual(entries)
})

test('the history is filtered and paged, newest first', async () => {
  const { entries: whole } = await history()
  const moments = whole.map(({ createdAt }) => createdAt)
  expect(moments).toEqual(moments.toSorted().toReversed())

  const pages: HistoryEntry[] = []
  for (let page = 1; page <= Math.ceil(whole.length / 7); page++) {
    const { entries, total } = await history({ limit: '7', page: String(page) })
    expect(total).toBe(String(whole.length))
    pages.push(...entries)
  }
  expect(pages).toEqual(whole)

  const filters: [Record<string, string>, (entry: HistoryEntry) => boolean][] = [
    [{ entity: 'attachment' }, ({ entity }) => entity === 'attachment'],
    [{ entity: 'user' }, ({ entity }) => entity === 'user'],
    [{ action: 'submit' }, ({ action }) => action === 'submit'],
    [{ action: 'delete' }, ({ action }) => action === 'delete'],
    [{ user: own._id }, ({ user }) => user?._id === own._id],
    [
      { user: own._id, entity: 'attachment', action: 'accept' },
      ({ user, entity, action }) =>
        user?._id === own._id && entity === 'attachment' && action === 'accept',
    ],
  ]
  for (const [query, belongs] of filters) {
    const { entries, total } = await history({ ...query, limit: '200' })
    expect([query, entries]).toEqual([query, whole.filter(belongs)])
    expect(total).toBe(String(entries.length))
  }
})
