import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import type { Application } from '../../contract/application/application.ts'
import type { HistoryEntry } from '../../contract/history.ts'
import type { Message } from '../../contract/message/message.ts'
import { answerByOf } from '../../contract/intake/offer.ts'
import { dayInKenya } from '../../contract/time-zone.ts'
import { addUser, choicesOf, startApi } from '../support/api.ts'
import { dayIn, intakeActors } from '../support/intakes.ts'

const { ask, token } = await startApi()
const choices = await choicesOf(ask)
const { accept, answer, apply, create, decide, get, status } = intakeActors(ask, token, choices)

async function history(record: string) {
  const { body } = await ask(api.history, { token, query: { record } })
  return (body as HistoryEntry[]).map(({ action, note }) => (note ? [action, note] : action))
}

async function messages(id: string) {
  const { body } = await ask(api.attachments.messages, { token, id })
  return (body as Message[]).map(({ kind, state }) => `${kind}: ${state}`).toReversed()
}

async function takenOf(id: string) {
  const { body } = await ask(api.intakes.get, { token, id })
  return body.places[0].taken as number
}

test('accepting in an intake offers a place until the end of a day in Kenya', async () => {
  const { _id: intake, startsOn } = await create(2, { answerDays: 5 })
  const { _id } = await apply(intake)

  const accepted = await accept(_id)

  const { is_accepted, offer, ...row } = await get(_id)
  expect([accepted.status, accepted.body.is_accepted, is_accepted]).toEqual([200, true, true])
  expect(offer).toEqual({
    state: 'open',
    answerBy: answerByOf(Date.parse(row.updatedAt), { answerDays: 5, startsOn }),
    answeredAt: null,
  })
  expect(offer?.answerBy).toMatch(/T20:59:59\.999Z$/)
  expect(await takenOf(intake)).toBe(1)
  expect(await messages(_id)).toEqual(['received: waiting', 'offered: waiting'])
})

test('an offer is to be answered before the attachment begins, or on the day of the offer', async () => {
  const lastDayOf = async (startsOn: string) => {
    const { _id } = await apply((await create(1, { startsOn, answerDays: 90 }))._id)
    await accept(_id)
    return dayInKenya((await get(_id)).offer!.answerBy)
  }
  const today = dayInKenya(Date.now())

  expect(await lastDayOf(dayIn(3))).toBe(dayIn(2))
  expect(await lastDayOf(today)).toBe(today)
  expect(await lastDayOf(dayIn(-5))).toBe(today)
})

test('an edit that leaves out the flags keeps the confirmed place', async () => {
  const applied = await apply((await create(1))._id)
  await accept(applied._id)
  await answer(applied, 'confirm')
  const { is_accepted: _, is_archived: __, ...body } = await get(applied._id)

  const changed = { ...body, phone_number: '0722 999 999' }
  const { status: code } = await ask(api.attachments.update, {
    token,
    id: applied._id,
    body: changed,
  })

  const { is_accepted, offer } = await get(applied._id)
  expect([code, is_accepted, offer?.state]).toEqual([200, true, 'confirmed'])
})

test('without an intake, an accepted application has no offer', async () => {
  const { _id } = await ask(api.attachments.create, {
    token,
    body: { ...(await apply((await create(1))._id)), intake: null, is_accepted: true },
  }).then(({ body }) => body as Application)

  const { is_accepted, offer, intake } = await get(_id)
  expect([is_accepted, offer, intake]).toEqual([true, null, null])
})

test('the last place is refused, and given with a reason that the history shows', async () => {
  const { _id: intake } = await create(1)
  const [first, second] = [await apply(intake), await apply(intake)]
  await accept(first._id)

  const refused = await accept(second._id)
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({ fields: {}, code: 'no_place' })
  expect(refused.body.message).toContain('no free place')
  expect((await get(second._id)).offer).toBeNull()

  const without = await accept(second._id, { overbook: true })
  expect([without.status, without.body.fields]).toEqual([422, { reason: 'Give a reason' }])

  const reason = 'The department has one more desk'
  expect((await accept(second._id, { overbook: true, reason })).status).toBe(200)
  expect((await get(second._id)).offer?.state).toBe('open')
  expect(await history(second._id)).toEqual([['accept', reason], 'submit'])
  expect(await takenOf(intake)).toBe(2)
})

test('of many that are accepted at once, as many get a place as there are', async () => {
  const { _id: intake } = await create(3)
  const all = await Promise.all(Array.from({ length: 8 }, () => apply(intake)))

  const answers = await Promise.all(all.map(({ _id }) => accept(_id)))

  expect(answers.filter(({ status: code }) => code === 200)).toHaveLength(3)
  expect(answers.filter(({ status: code }) => code === 409)).toHaveLength(5)
  expect(await takenOf(intake)).toBe(3)
})

test('a bulk decision gives the places that are left and names the others', async () => {
  const { _id: intake } = await create(2)
  const ids = [await apply(intake), await apply(intake), await apply(intake)].map(({ _id }) => _id)

  const { body } = await decide({ ids, is_accepted: true })

  expect([body.changed.length, body.left.length]).toEqual([2, 1])
  expect(body.message).toBe('2 applications accepted. 1 was left as it is: no free place')

  const beyond = await decide({ ids, is_accepted: true, overbook: true, reason: 'A guest desk' })
  expect(beyond.body.changed).toEqual(body.left)
  expect(await takenOf(intake)).toBe(3)
})

test('the undo of an acceptance gives the place back and sends nothing', async () => {
  const { _id: intake } = await create(1)
  const { _id } = await apply(intake)
  const { undo } = (await accept(_id)).body

  for (const body of undo) await decide(body)

  expect(await get(_id)).toMatchObject({ is_accepted: false, offer: null, is_archived: false })
  expect(await takenOf(intake)).toBe(0)
  expect(await messages(_id)).toEqual(['received: waiting', 'offered: cancelled'])
})

test('an applicant confirms a place once, from two phones', async () => {
  const { _id: intake, startsOn, endsOn } = await create(1)
  const applied = await apply(intake)
  await accept(applied._id)
  expect((await status(applied)).offer.state).toBe('open')

  const answers = await Promise.all([answer(applied, 'confirm'), answer(applied, 'confirm')])

  expect(answers.map(({ status: code }) => code)).toEqual([200, 200])
  expect(answers[1]?.body).toMatchObject({
    standing: 'accepted',
    offer: { state: 'confirmed' },
    letters: ['acceptance'],
  })
  const after = await get(applied._id)
  expect([after.is_accepted, after.is_archived, after.offer?.state]).toEqual([
    true,
    false,
    'confirmed',
  ])
  expect(await history(applied._id)).toEqual(['confirm offer', 'accept', 'submit'])
  const query = { application: applied._id }
  const { body: placements } = await ask(api.placements.list, { token, query })
  expect(placements).toHaveLength(1)
  expect(placements[0]).toMatchObject({ startsOn, endsOn, state: 'upcoming' })

  const late = await answer(applied, 'decline')
  expect([late.status, late.body.message]).toEqual([
    409,
    'You have confirmed this place already. If you cannot come after all, please withdraw.',
  ])
})

test('a declined place goes to somebody else, and the offer can be made again', async () => {
  const { _id: intake } = await create(1)
  const [first, second] = [await apply(intake), await apply(intake)]
  await accept(first._id)

  expect((await answer(first, 'decline')).body.offer.state).toBe('declined')

  expect(await get(first._id)).toMatchObject({
    is_accepted: false,
    is_archived: true,
    offer: { state: 'declined' },
  })
  expect((await answer(first, 'confirm')).status).toBe(409)
  expect((await accept(second._id)).status).toBe(200)
  expect((await accept(first._id)).body.code).toBe('no_place')
  await accept(second._id)
  expect((await accept(first._id)).status).toBe(200)
  expect(await get(first._id)).toMatchObject({ is_archived: false, offer: { state: 'open' } })
})

test('the undo of a new offer restores the declined one', async () => {
  const { _id: intake } = await create(1)
  const applied = await apply(intake)
  await accept(applied._id)
  await answer(applied, 'decline')
  const before = await get(applied._id)

  const { undo } = (await accept(applied._id)).body
  for (const body of undo) await decide(body)

  const { updatedAt: _, ...restored } = await get(applied._id)
  expect({ ...restored, updatedAt: before.updatedAt }).toEqual(before)
})

test('the undo of a revoked confirmation needs a free place', async () => {
  const { _id: intake } = await create(1)
  const [first, second] = [await apply(intake), await apply(intake)]
  await accept(first._id)
  await answer(first, 'confirm')
  const { undo } = (await accept(first._id)).body
  expect((await get(first._id)).offer).toBeNull()
  await accept(second._id)

  const refused = await decide(undo[0])
  expect(refused.body).toMatchObject({ changed: [], left: [first._id] })

  await accept(second._id)
  await decide(undo[0])
  expect((await get(first._id)).offer?.state).toBe('confirmed')
  expect(await messages(first._id)).not.toContain('revoked: waiting')
})

test('who withdraws gives the place back', async () => {
  const { _id: intake } = await create(1)
  const applied = await apply(intake)
  await accept(applied._id)
  await answer(applied, 'confirm')

  const body = { reference: applied.referenceId, contact: applied.email }
  expect((await ask(api.public.withdraw, { body })).body.standing).toBe('withdrawn')

  expect(await get(applied._id)).toMatchObject({ is_accepted: false, offer: { state: 'declined' } })
  expect(await takenOf(intake)).toBe(0)
  expect((await answer(applied, 'confirm')).status).toBe(409)
})

test('an application moves to another department only if a place is free there', async () => {
  const { body: departments } = await ask(api.public.departments)
  const other = departments[1]._id
  const places = [
    { department: choices.department, places: 1 },
    { department: other, places: 1 },
  ]
  const { _id: intake } = await create(1, { places })
  const [here, there] = [await apply(intake), await apply(intake, { department: other })]
  await accept(here._id)
  await accept(there._id)
  const move = async () => {
    const body = { ...(await get(here._id)), department: other }
    return ask(api.attachments.update, { token, id: here._id, body })
  }

  expect((await move()).body.code).toBe('no_place')

  await accept(there._id)
  expect((await move()).status).toBe(200)
  expect((await get(here._id)).offer?.state).toBe('open')
})

test('an accepted application that moves to another intake gets a new offer there', async () => {
  const [one, other] = [await create(1), await create(1, { answerDays: 30 })]
  const applied = await apply(one._id)
  await accept(applied._id)
  await answer(applied, 'confirm')

  const body = { ...(await get(applied._id)), intake: other._id }
  expect((await ask(api.attachments.update, { token, id: applied._id, body })).status).toBe(200)

  const { offer, intake } = await get(applied._id)
  expect([intake?._id, offer?.state]).toEqual([other._id, 'open'])
  expect([await takenOf(one._id), await takenOf(other._id)]).toEqual([0, 1])
})

test('an unknown intake is refused, and a body without one leaves it as it is', async () => {
  const { _id: intake } = await create(1)
  const { _id } = await apply(intake)
  const { intake: _, ...body } = await get(_id)
  const update = (changes: object) =>
    ask(api.attachments.update, { token, id: _id, body: { ...body, ...changes } })

  const unknown = await update({ intake: choices.department })
  expect([unknown.status, Object.keys(unknown.body.fields)]).toEqual([422, ['intake']])
  expect((await update({ first_name: 'Rehema' })).status).toBe(200)
  expect((await get(_id)).intake?._id).toBe(intake)
})

test('an answer needs the proof, and an offer', async () => {
  const { _id: intake } = await create(1)
  const applied = await apply(intake)

  expect((await answer(applied, 'confirm')).status).toBe(409)
  await accept(applied._id)
  const stranger = { ...applied, email: 'somebody@example.org' }
  expect((await answer(stranger, 'decline')).status).toBe(404)
  expect((await answer(applied, 'maybe' as 'confirm')).status).toBe(422)
  expect((await get(applied._id)).offer?.state).toBe('open')
})

test('lists filter by intake, offer and assignee, also in a search', async () => {
  const colleague = await addUser(ask, token, 'admin')
  const { _id: intake } = await create(2)
  const [offered, undecided] = [await apply(intake), await apply(intake)]
  await accept(offered._id)
  const assign = (user: string | null) =>
    ask(api.attachments.assign, { token, id: offered._id, body: { user } })
  expect((await assign(colleague._id)).body.assignee).toEqual({
    _id: colleague._id,
    name: colleague.name,
  })
  const list = async (query: Record<string, string>, as = token) => {
    const { body } = await ask(api.attachments.list, { token: as, query: { intake, ...query } })
    return (body as Application[]).map(({ _id }) => _id)
  }

  expect(await list({})).toEqual([undecided._id, offered._id])
  expect(await list({ offer: 'open' })).toEqual([offered._id])
  expect(await list({ offer: 'confirmed' })).toEqual([])
  expect(await list({ assignee: 'none' })).toEqual([undecided._id])
  expect(await list({ assignee: 'me' })).toEqual([])
  expect(await list({ assignee: 'me' }, colleague.token)).toEqual([offered._id])
  expect(await list({ q: offered.email, offer: 'open', assignee: colleague._id })).toEqual([
    offered._id,
  ])
  expect(await list({ q: undecided.email, offer: 'open' })).toEqual([])
  expect((await assign(null)).body.assignee).toBeNull()
  expect((await assign(choices.department)).status).toBe(422)
})
