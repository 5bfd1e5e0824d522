import { afterEach, expect, test, vi } from 'vitest'

import { api } from '../../contract/api.ts'
import type { Message } from '../../contract/message/message.ts'
import { runOfferJobs } from '../../server/jobs.ts'
import { remindOfOffers } from '../../server/services/applications/offer-jobs.ts'
import { choicesOf, startApi } from '../support/api.ts'
import { dayIn, inDays, intakeActors } from '../support/intakes.ts'
import { countTransactions } from '../support/transactions.ts'

const { ask, db, token } = await startApi()
const choices = await choicesOf(ask)
const { accept, answer, apply, create, decide, get, status } = intakeActors(ask, token, choices)

afterEach(() => void vi.useRealTimers())

/** Sets the clock of the server, and runs the jobs. Another run has nothing to remind of. */
async function runAt(time: string) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) })
  await runOfferJobs(db)
  const { count } = await countTransactions(db, remindOfOffers)
  expect(count, 'nobody is locked who was reminded').toBe(0)
  // The session of the test would have ended at that time.
  vi.useRealTimers()
}

async function kindsOf(id: string) {
  const { body } = await ask(api.attachments.messages, { token, id })
  return (body as Message[]).map(({ kind }) => kind).toReversed()
}

/** An application with an open offer, and the moments before and after its last day ends in Kenya. */
async function offered(intake: string) {
  const applied = await apply(intake)
  await accept(applied._id)
  const { answerBy } = (await get(applied._id)).offer!
  const at = (days: number, milliseconds = 0) =>
    new Date(Date.parse(answerBy) + days * 86_400_000 + milliseconds).toISOString()
  return { applied, at }
}

test('an offer lapses at midnight in Kenya, and both sides are told', async () => {
  const { _id: intake } = await create(1)
  const { applied, at } = await offered(intake)

  await runAt(at(0))
  expect((await get(applied._id)).offer?.state).toBe('open')
  await runAt(at(0, 1))
  expect(await get(applied._id)).toMatchObject({
    is_accepted: false,
    is_archived: true,
    offer: { state: 'lapsed', answeredAt: null },
  })
  expect((await answer(applied, 'confirm')).body.message).toBe(
    'The time to answer this offer is over. If you still want the place, please contact us.',
  )

  expect(await kindsOf(applied._id)).toEqual([
    'received',
    'offered',
    'offer_reminder',
    'offer_lapsed',
  ])
  const query = { record: applied._id, action: 'lapse' }
  expect((await ask(api.history, { token, query })).body).toMatchObject([{ user: null }])
})

test('an answer after the last moment is too late, even if no job has run', async () => {
  const intake = (await create(2))._id
  const { applied, at } = await offered(intake)
  const late = await offered(intake)

  vi.useFakeTimers({ toFake: ['Date'], now: new Date(at(0)) })
  expect((await answer(applied, 'confirm')).status).toBe(200)
  vi.setSystemTime(new Date(at(0, 1)))
  expect((await answer(late.applied, 'confirm')).status).toBe(409)
})

test('an applicant is reminded 3 days and 1 day before, once, also after a restart', async () => {
  const { applied, at } = await offered((await create(1))._id)

  await runAt(at(-3, -1))
  expect(await kindsOf(applied._id)).toEqual(['received', 'offered'])
  for (const time of [at(-3), at(-3), at(-2)]) await runAt(time)
  expect(await kindsOf(applied._id)).toEqual(['received', 'offered', 'offer_reminder'])
  await runAt(at(-1))
  await runAt(at(-1))
  expect(await kindsOf(applied._id)).toEqual([
    'received',
    'offered',
    'offer_reminder',
    'offer_reminder',
  ])
})

test('who has confirmed is not reminded, and who had one day to answer is not, either', async () => {
  const { applied: confirmed, at } = await offered((await create(1))._id)
  await answer(confirmed, 'confirm')
  const short = await offered((await create(1, { answerDays: 1 }))._id)

  await runAt(short.at(-1))
  await runAt(at(-1))

  expect(await kindsOf(confirmed._id)).not.toContain('offer_reminder')
  expect(await kindsOf(short.applied._id)).toEqual(['received', 'offered', 'offer_lapsed'])
})

test('the waiting list has the order of arrival, until staff move somebody', async () => {
  const { _id: intake } = await create(1)
  const all = [await apply(intake), await apply(intake), await apply(intake)]
  const [first = '', second = '', third = ''] = all.map(({ _id }) => _id)
  const ranks = () =>
    Promise.all([first, second, third].map(async (id) => (await get(id)).waiting?.rank))
  const move = (id: string, rank: number | null) =>
    ask(api.attachments.rank, { token, id, body: { rank } })

  await decide({ ids: [third], waiting: true })
  await decide({ ids: [first, second], waiting: true })
  expect(await ranks()).toEqual([1, 2, 3])
  expect((await status(all[2]!)).waiting).toEqual({ rank: 3, of: 3, places: 1 })

  expect((await move(third, 1)).body.waiting).toEqual({ rank: 1, of: 3 })
  expect(await ranks()).toEqual([2, 3, 1])
  await move(first, 3)
  expect(await ranks()).toEqual([3, 2, 1])
  await move(first, 2)
  expect(await ranks()).toEqual([2, 3, 1])
  await move(third, 99)
  expect(await ranks()).toEqual([1, 2, 3])
  await move(third, 1)
  await move(third, null)
  expect(await ranks()).toEqual([1, 2, 3])
  expect((await move(third, 0)).status).toBe(422)

  await decide({ ids: [first], waiting: false })
  expect(await ranks()).toEqual([undefined, 1, 2])
  expect((await move(first, 1)).status).toBe(409)
})

test('a lapsed offer puts the next on the waiting list in its place where the intake says so', async () => {
  const [automatic, byHand] = [await create(1, { autoPromote: true }), await create(1)]
  const waiting = async (intake: string) => {
    const { applied, at } = await offered(intake)
    const [next, last] = [await apply(intake), await apply(intake)]
    await decide({ ids: [last._id, next._id], waiting: true })
    return { applied, at, next, last }
  }
  const [one, other] = [await waiting(automatic._id), await waiting(byHand._id)]
  expect((await answer(one.applied, 'decline')).status).toBe(200)
  expect((await answer(other.applied, 'decline')).status).toBe(200)

  await runOfferJobs(db)
  await runOfferJobs(db)

  expect(await get(one.next._id)).toMatchObject({ offer: { state: 'open' }, waiting: null })
  expect((await get(one.last._id)).waiting).toEqual({ rank: 1, of: 1 })
  expect((await get(other.next._id)).offer).toBeNull()
  expect(await kindsOf(one.next._id)).toEqual(['received', 'waiting', 'offered'])
})

test('nobody is promoted after the intake has started', async () => {
  const dates = { closesAt: inDays(-1), startsOn: dayIn(-1), endsOn: dayIn(60) }
  const { _id: intake } = await create(1, { autoPromote: true })
  const { _id } = await apply(intake)
  await decide({ ids: [_id], waiting: true })
  const stored = (await ask(api.intakes.get, { token, id: intake })).body
  const places = stored.places.map(
    ({ department, places: number }: { department: object; places: number }) => ({
      department,
      places: number,
    }),
  )
  const body = { ...stored, ...dates, places }
  expect((await ask(api.intakes.update, { token, id: intake, body })).status).toBe(200)

  await runOfferJobs(db)

  expect((await get(_id)).offer).toBeNull()
})

test('an application without an intake cannot wait', async () => {
  const { _id } = await apply((await create(1))._id)
  const body = { ...(await get(_id)), intake: null }
  await ask(api.attachments.update, { token, id: _id, body })

  const { body: decided } = await decide({ ids: [_id], waiting: true })
  expect([decided.changed, decided.left]).toEqual([[], [_id]])
  expect(decided.message).toContain('without an intake')
})
