import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import type { Application } from '../../contract/application/application.ts'
import type { HistoryEntry } from '../../contract/history.ts'
import type { ListedMessage } from '../../contract/message/message.ts'
import { addMadeUpApplications, addUser, choicesOf, startApi, submission } from '../support/api.ts'

const { ask, token, db } = await startApi()
const choices = await choicesOf(ask)

const history = (query: Record<string, string>) => listOf<HistoryEntry>(api.history, query)
const messages = (query: Record<string, string>) => listOf<ListedMessage>(api.messages.list, query)

/** One page, checked against its total. */
async function listOf<Row>(endpoint: Parameters<typeof ask>[0], query: Record<string, string>) {
  const answer = await ask(endpoint, { token, query: { limit: '200', ...query } })
  expect(answer.status).toBe(200)
  expect(answer.headers['x-total-count']).toBe(String(answer.body.length))
  return answer.body as Row[]
}

/** Applies as an applicant, and finds the application. */
async function apply(changes: Record<string, unknown>) {
  const { body } = await ask(api.public.submit, { body: submission(choices, changes) })
  const query = { q: body.referenceId }
  const found = await ask(api.attachments.list, { token, query })
  return found.body[0] as Application
}

test('the history is searched by the names of users and records, as it shows them', async () => {
  const other = await addUser(ask, token, 'admin')
  const person = {
    first_name: 'Salama',
    last_name: "Wang'ombe",
    email: 'kipekee@example.org',
    phone_number: '0798 765 432',
  }
  const { _id: id, institution } = await apply(person)
  await ask(api.attachments.accept, { token: other.token, id })
  await apply({ last_name: 'Mwingine' })
  const events = async (query: Record<string, string>) =>
    (await history(query)).map(({ action, record }) => [action, record?._id])

  for (const q of ["salama wang'ombe", 'WANGOMBE', 'sala ngombe']) {
    expect([q, await events({ q })]).toEqual([
      q,
      [
        ['accept', id],
        ['submit', id],
      ],
    ])
  }
  expect(await events({ q: 'wangombe', action: 'submit' })).toEqual([['submit', id]])
  expect(await events({ q: 'wangombe', user: other._id })).toEqual([['accept', id]])
  expect(await events({ q: other.name })).toEqual([
    ['accept', id],
    ['sign-in', other._id],
    ['password change', other._id],
    ['password link', other._id],
    ['create', other._id],
  ])
  for (const q of ['kipekee', other.email, '0798765432', institution!.name, 'wangombe mwingine']) {
    expect([q, await events({ q })]).toEqual([q, []])
  }

  await ask(api.institutions.update, {
    token,
    id: choices.institution,
    body: { name: 'Chuo Kitafutwacho', county: 'Lamu' },
  })
  expect(await events({ q: 'kitafutwacho' })).toEqual([['change', choices.institution]])
  await ask(api.attachments.remove, { token, id })
  expect(await events({ q: 'wangombe' })).toEqual([])
})

test('the history is sorted by time and by action', async () => {
  const oldest = await history({ sort: 'createdAt' })
  const actions = (await history({ sort: 'action' })).map(({ action }) => action)

  expect(await history({})).toEqual(oldest.toReversed())
  expect(new Set(actions).size).toBeGreaterThan(4)
  expect(actions).toEqual(actions.toSorted())
})

test('messages are searched by the name of the applicant, as the list shows it', async () => {
  const { _id: id } = await apply({ last_name: "Wang'ombe", email: 'kipekee@example.org' })
  await ask(api.attachments.accept, { token, id })
  const told = async (query: Record<string, string>) =>
    (await messages(query)).map(({ kind, application }) => [kind, application?._id])

  expect(await told({ q: "zawadi wang'ombe" })).toEqual([
    ['accepted', id],
    ['received', id],
  ])
  await db.updateTable('outbox').set({ state: 'failed' }).where('kind', '=', 'accepted').execute()
  expect(await told({ q: 'wangombe', only: 'failed' })).toEqual([['accepted', id]])
  for (const q of ['kipekee', 'wangombe mwingine']) expect([q, await told({ q })]).toEqual([q, []])
})

test('messages are found by the phone number and the reference ID of the applicant', async () => {
  const { _id, referenceId } = await apply({ first_name: 'Mwanahamisi', phone_number: '798765433' })
  const compact = referenceId.replaceAll('-', '')
  for (const q of ['0798 765 433', '+254 798-765-433', referenceId, compact, `hamisi ${compact}`]) {
    const found = (await messages({ q })).map(({ application }) => application?._id)
    expect([q, found]).toEqual([q, [_id]])
  }
  for (const q of [`salama ${compact}`, 'zz 0798765433']) expect(await messages({ q })).toEqual([])
})

test('messages are sorted by time and name', async () => {
  for (const first_name of ['Ávila', 'Bahati', 'ali']) await apply({ first_name })
  expect(await messages({})).toEqual((await messages({ sort: 'createdAt' })).toReversed())
  const names = (await messages({ sort: 'name' })).map(({ application }) => application?.name)
  expect(names.slice(0, 3)).toEqual(["ali Ng'ang'a", "Ávila Ng'ang'a", "Bahati Ng'ang'a"])
})

test.each([
  ['the history', api.history, 'action'],
  ['the history', api.history, '-createdAt'],
  ['messages', api.messages.list, 'name'],
  ['messages', api.messages.list, '-name'],
])('the pages of %s, sorted, add up to the whole list', async (_name, endpoint, sort) => {
  const rowsOf = async (query: Record<string, string>) =>
    (await ask(endpoint, { token, query: { sort, ...query } })).body as { _id: string }[]
  const whole = await rowsOf({})
  const pages: { _id: string }[] = []
  for (let page = 1; page <= Math.ceil(whole.length / 2); page++) {
    pages.push(...(await rowsOf({ limit: '2', page: String(page) })))
  }

  expect(new Set(whole.map(({ _id }) => _id)).size).toBe(whole.length)
  expect(whole.length).toBeGreaterThan(4)
  expect(pages).toEqual(whole)
})

test('a search for a name that thousands of applicants have asks for more of it', async () => {
  const rows = await addMadeUpApplications(db, 5001, () => ({ first_name: 'Sawasawa' }))
  const q = 'sawasawa'
  const message = 'More than 5,000 applicants have such a name. Type more of it.'
  for (const endpoint of [api.history, api.messages.list]) {
    const { status, body } = await ask(endpoint, { token, query: { q, limit: '25' } })
    expect([status, body]).toEqual([422, { message, error: message, fields: { q: message } }])
  }
  await db.deleteFrom('attachments').where('_id', '=', rows[0]!._id).execute()
  expect(await history({ q })).toEqual([])
})
