import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { lateArrival } from '../../contract/intake/intake.ts'
import { choicesOf, startApi, submission } from '../support/api.ts'
import { newIntake } from '../support/intakes.ts'

const hour = 60 * 60 * 1000

/** A new installation with functions to add intakes and to apply. */
async function start() {
  const { ask, token, db } = await startApi()
  const choices = await choicesOf(ask)
  const { body: departments } = await ask(api.public.departments)
  const add = (changes: Parameters<typeof newIntake>[0] = {}) =>
    ask(api.intakes.create, { token, body: newIntake(changes) }).then(({ body }) => body)
  const apply = (changes: object = {}, key: string = randomUUID()) =>
    ask(api.public.submit, {
      body: submission(choices, { email: `${randomUUID()}@example.org`, ...changes }),
      headers: { 'idempotency-key': key },
    })
  const stored = (referenceId: string) =>
    db
      .selectFrom('attachments')
      .select(['intake', 'arrivedLate'])
      .where('referenceId', '=', referenceId)
      .executeTakeFirstOrThrow()
  return { ask, token, db, choices, departments, add, apply, stored }
}

/** Dates from now, in hours. */
const dates = (opens: number, closes: number) => ({
  opensAt: new Date(Date.now() + opens * hour).toISOString(),
  closesAt: new Date(Date.now() + closes * hour).toISOString(),
})

test('without any intake, applications are taken as before', async () => {
  const { ask, apply, stored } = await start()
  expect((await ask(api.public.intakes)).body).toEqual([])
  const { status, body } = await apply()
  expect(status).toBe(201)
  expect(await stored(body.referenceId)).toEqual({ intake: null, arrivedLate: false })
  const other = await apply({ intake: randomUUID() })
  expect([other.status, other.body.message]).toEqual([
    409,
    'This intake is over. Please open the form again.',
  ])
})

test('applicants see open and planned intakes, and no others', async () => {
  const { ask, add, departments } = await start()
  await add({ name: 'Over', ...dates(-90, -1) })
  const planned = await add({ name: 'Next', ...dates(48, 90) })
  const open = await add({
    name: 'Now',
    ...dates(-2, 20),
    places: [{ department: departments[1]._id, places: 2 }],
  })
  const { body } = await ask(api.public.intakes)
  expect(body.map(({ _id, state }: { _id: string; state: string }) => [_id, state])).toEqual([
    [open._id, 'open'],
    [planned._id, 'planned'],
  ])
  const { _id, name, name_sw } = departments[1]
  expect(body[0].departments).toEqual([{ _id, name, name_sw }])
  expect(body[0]).not.toHaveProperty('places')
})

test('a form belongs to the intake that it names, or else to the one that closes first', async () => {
  const { add, apply, stored } = await start()
  const later = await add({ name: 'Later', ...dates(-2, 40) })
  const sooner = await add({ name: 'Sooner', ...dates(-2, 20) })
  const named = await apply({ intake: later._id })
  expect(await stored(named.body.referenceId)).toMatchObject({ intake: later._id })
  const unnamed = await apply()
  expect(await stored(unnamed.body.referenceId)).toMatchObject({ intake: sooner._id })
})

test('a form is late for 24 hours after closing, and then refused with a sentence', async () => {
  const { add, apply, stored, db } = await start()
  const { _id } = await add(dates(-90, 1))
  const close = (ago: number) =>
    db
      .updateTable('intakes')
      .set({ closesAt: new Date(Date.now() - ago).toISOString() })
      .where('_id', '=', _id)
      .execute()
  await close(1000)
  const late = await apply({ intake: _id })
  expect(await stored(late.body.referenceId)).toEqual({ intake: _id, arrivedLate: true })
  await close(lateArrival - 60_000)
  expect((await apply()).status).toBe(201)
  await close(lateArrival)
  const key = randomUUID()
  const over = await apply({ intake: _id }, key)
  expect([over.status, over.body.message]).toEqual([
    409,
    'This intake has closed. Please apply again when the next one opens.',
  ])
  expect((await apply()).body.message).toBe(
    'We are not taking applications at the moment. Please come back when the next intake opens.',
  )
  await add(dates(-1, 90))
  const { body } = await apply({ intake: _id })
  expect(body.message).toBe('This intake is over. Please open the form again.')
  expect(
    await db.selectFrom('idempotency_keys').select('key').where('key', '=', key).execute(),
  ).toEqual([])
})

test('an intake that is only planned takes no form', async () => {
  const { add, apply } = await start()
  const { _id } = await add(dates(5, 90))
  const { status, body } = await apply({ intake: _id })
  expect([status, body.message]).toEqual([409, 'This intake is not open yet.'])
})

test('a department without places in the intake is refused at its field', async () => {
  const { add, apply, departments } = await start()
  const places = [{ department: departments[1]._id, places: 3 }]
  const { _id } = await add({ ...dates(-2, 20), places })
  const { status, body } = await apply({ intake: _id, department: departments[0]._id })
  const sentence = 'This intake has no places in this department'
  expect([status, body.fields]).toEqual([422, { department: sentence }])
  expect((await apply({ intake: _id, department: departments[1]._id })).status).toBe(201)
})

test('a repeat of a submission is the same application, also after closing', async () => {
  const { add, apply, db } = await start()
  const { _id } = await add(dates(-90, 1))
  const [key, email] = [randomUUID(), 'once@example.org']
  const first = await apply({ intake: _id, email }, key)
  const closesAt = new Date(Date.now() - 2 * lateArrival).toISOString()
  await db.updateTable('intakes').set({ closesAt }).execute()
  const again = await apply({ intake: _id, email }, key)
  expect([again.status, again.body.referenceId]).toEqual([201, first.body.referenceId])
})

test('the same answers to the next intake are a new application', async () => {
  const { add, ask, choices } = await start()
  const [one, other] = [await add(dates(-2, 20)), await add(dates(-2, 40))]
  const send = (intake: string) =>
    ask(api.public.submit, {
      body: { ...submission(choices, { email: 'twice@example.org' }), intake },
    })
  const first = await send(one._id)
  const second = await send(other._id)
  expect(second.body.referenceId).not.toBe(first.body.referenceId)
})
