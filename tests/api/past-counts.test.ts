import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import {
  firstId,
  forgetPastCounts,
  wrongPastCounts,
  type Growing,
} from '../../server/database/past-counts.ts'
import { uuidAt } from '../../server/database/uuid.ts'
import { addMadeUpApplications, startApi } from '../support/api.ts'

const { ask, token, db } = await startApi()
const { body: me } = await ask(api.auth.me, { token })

const longAgo = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString()
const applications = await addMadeUpApplications(db, 30)
const actions = ['accept', 'revoke', 'archive', 'submit'] as const
const entities = ['attachment', 'course', null] as const

/** Stores entries and messages of yesterday, so many of each, of which none is counted yet. */
async function addPast(count: number) {
  const _id = () => uuidAt(Date.parse(longAgo))
  const there = await db.selectFrom('attachments').select('_id').execute()
  const attachment = (index: number) => there[index % there.length]!._id
  await forgetPastCounts(db)
  const indexes = Array.from({ length: count }, (_, index) => index)
  await db
    .insertInto('history')
    .values(
      indexes.map((index) => ({
        _id: _id(),
        createdAt: longAgo,
        action: actions[index % actions.length]!,
        entity: entities[index % entities.length]!,
        user: actions[index % actions.length] === 'submit' ? null : me.user._id,
        record: attachment(index),
      })),
    )
    .execute()
  await db
    .insertInto('outbox')
    .values(
      indexes.map((index) => ({
        _id: _id(),
        createdAt: longAgo,
        attachment: attachment(index),
        kind: 'received' as const,
        state: index % 7 === 0 ? ('failed' as const) : ('sent' as const),
        dueAt: longAgo,
        giveUpAt: longAgo,
        endedAt: longAgo,
        tries: 0,
        doubts: 0,
      })),
    )
    .execute()
}

/** How many are said to be, and are. */
async function numbers(call: typeof api.history | typeof api.messages.list, query: object = {}) {
  const page = await ask(call, { token, query: { ...query, limit: '1' } })
  const { body } = await ask(call, { token, query: { ...query } })
  return [Number(page.headers['x-total-count']), (body as unknown[]).length] as const
}

const isKept = async (what: Growing) => {
  const rows = await db.selectFrom('past_counts').select('until').where('what', '=', what).execute()
  return rows.every(({ until }) => until !== firstId)
}
const wrong = async () => (await wrongPastCounts().execute(db)).rows[0]!.n

test('the history says how many entries it has, however it is filtered', async () => {
  await addPast(1200)
  const filters = [
    {},
    { action: 'accept' },
    { action: 'submit' },
    { entity: 'attachment' },
    { user: me.user._id },
    { user: me.user._id, action: 'archive', entity: 'course' },
    { record: applications[3]!._id },
    { action: 'import' },
  ]
  expect(await isKept('history')).toBe(false)
  // The first time all are counted; from then on those of yesterday have been.
  for (const filter of [{}, ...filters]) {
    const [said, found] = await numbers(api.history, filter)
    expect([filter, said]).toEqual([filter, found])
    expect(await isKept('history')).toBe(true)
  }

  const [before] = await numbers(api.history, { action: 'accept' })
  await ask(api.attachments.accept, { token, id: applications.find(isPending)!._id })
  expect(await numbers(api.history, { action: 'accept' })).toEqual([before + 1, before + 1])
  expect(await wrong()).toBe(0)
})

test('messages that are deleted with their application are counted no more', async () => {
  await addPast(1200)
  const [all] = await numbers(api.messages.list)
  expect(await isKept('outbox')).toBe(true)
  expect(await numbers(api.messages.list)).toEqual([all, all])

  const { _id: id } = applications[0]!
  const { body: own } = await ask(api.attachments.messages, { token, id })
  await ask(api.attachments.remove, { token, id })
  const left = all - own.length
  expect(own.length).toBeGreaterThan(10)
  expect(await numbers(api.messages.list)).toEqual([left, left])
  expect(await wrong()).toBe(0)
})

test('messages that are deleted while others are taken into the count are counted no more', async () => {
  for (const { _id: id } of applications.slice(1, 5)) {
    await addPast(1200)
    const read = () => ask(api.messages.list, { token, query: { limit: '1' } })
    await Promise.all([read(), ask(api.attachments.remove, { token, id }), read(), read()])
    const [said, found] = await numbers(api.messages.list)
    expect([said, await wrong()]).toEqual([found, 0])
  }
})

function isPending({ is_accepted, is_archived }: (typeof applications)[number]) {
  return !is_accepted && !is_archived
}
