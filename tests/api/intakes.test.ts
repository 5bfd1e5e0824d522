import { randomUUID } from 'node:crypto'

import { expect, onTestFinished, test, vi } from 'vitest'

import { api } from '../../contract/api.ts'
import type { Intake } from '../../contract/intake/intake.ts'
import { choicesOf, startApi, signIn, submission } from '../support/api.ts'
import { inDays, intakeActors, intakeBody } from '../support/intakes.ts'
import { hasLocks, waitingForLocks } from '../support/locks.ts'
import { inTransaction } from '../../server/database/transaction.ts'
import { administrator } from '../support/server.ts'

const { ask, db, token } = await startApi()
const choices = await choicesOf(ask)
const { accept, apply, create, get } = intakeActors(ask, token, choices)
const { department } = choices

const post = (body: object) => ask(api.intakes.create, { token, body })
const put = (id: string, body: object) => ask(api.intakes.update, { token, id, body })
const read = async (id: string) => (await ask(api.intakes.get, { token, id })).body as Intake
const remove = (id: string) => ask(api.intakes.remove, { token, id })
const list = async (query: Record<string, string>) =>
  (await ask(api.intakes.list, { token, query })).body as Intake[]

/** The body that saves an intake as it is, with changes. */
function bodyOf({ places, state: _, ...intake }: Intake, changes: object = {}) {
  const rows = places.map(({ department: of, places: number }) => ({
    department: of._id,
    places: number,
  }))
  return { ...intake, places: rows, ...changes }
}

test('an intake is created, read, found, changed and deleted', async () => {
  const body = intakeBody(department, 3, { name: 'Msimu wa Vuli', name_sw: 'Vuli' })
  const { status, body: created } = await post(body)
  expect(status).toBe(201)
  expect(created).toMatchObject({
    ...body,
    places: [{ department: { _id: department }, places: 3, taken: 0 }],
    state: 'open',
  })
  expect(await read(created._id)).toEqual(created)
  expect(await list({ q: 'vuli' })).toEqual([created])

  const changed = await put(created._id, bodyOf(created, { name: 'Msimu wa Kiangazi', places: [] }))
  expect(changed.body).toMatchObject({ name: 'Msimu wa Kiangazi', places: [] })
  const removed = await remove(created._id)
  expect([removed.status, removed.body.message]).toEqual([200, 'Intake deleted successfully'])
  expect((await ask(api.intakes.get, { token, id: created._id })).status).toBe(404)
})

test.each([
  [{ closesAt: inDays(-11) }, { closesAt: 'The intake must close after it opens' }],
  [
    { startsOn: '2027-03-02', endsOn: '2027-03-01' },
    { endsOn: 'The last day must not be before the first day' },
  ],
  [
    { startsOn: '2020-03-01', endsOn: '2020-06-01' },
    { endsOn: 'The last day must not be before the intake opens' },
  ],
  [{ answerDays: 0 }, { answerDays: 'Use a whole number from 1 to 90' }],
  [{ places: [{ department, places: -1 }] }, { places: 'Use a whole number from 0 to 10000' }],
  [
    { places: [department, department].map((of) => ({ department: of, places: 1 })) },
    { places: 'Name each department once' },
  ],
  [
    { places: [{ department: randomUUID(), places: 1 }] },
    { places: 'Choose departments from the list' },
  ],
  [{ name: ' ' }, { name: 'Required' }],
])('an intake with %j is refused, when created and when saved', async (changes, fields) => {
  const intake = await create(2)
  const refused = await post(intakeBody(department, 2, changes))
  expect([refused.status, refused.body.fields]).toEqual([422, fields])
  const late = await put(intake._id, bodyOf(intake, changes))
  expect([late.status, late.body.fields]).toEqual([422, fields])
  expect(await read(intake._id)).toEqual(intake)
})

test('two intakes have different names, regardless of case', async () => {
  const { name } = await create(1)
  const twin = await post(intakeBody(department, 1, { name: name.toUpperCase() }))
  const message = 'An intake with this name exists already.'
  expect([twin.status, twin.body.fields]).toEqual([409, { name: message }])

  const other = await create(1)
  expect((await put(other._id, bodyOf(other, { name }))).body.fields).toEqual({ name: message })
})

test('places are not lowered below what is taken', async () => {
  const intake = await create(3)
  for (const { _id } of [await apply(intake._id), await apply(intake._id)]) await accept(_id)
  const lowered = async (places: object[]) => {
    const { status, body } = await put(intake._id, bodyOf(await read(intake._id), { places }))
    return [status, body.message ?? body.places[0].places]
  }

  const name = intake.places[0]!.department.name
  const sentence = `${name}: 2 places are taken, so there cannot be fewer.`
  expect(await lowered([{ department, places: 1 }])).toEqual([409, sentence])
  expect(await lowered([])).toEqual([409, sentence])
  expect((await read(intake._id)).places[0]).toMatchObject({ places: 3, taken: 2 })
  expect(await lowered([{ department, places: 2 }])).toEqual([200, 2])
})

test('an intake in use is not deleted', async () => {
  const { _id } = await create(1)
  const applied = await apply(_id)
  const refused = await remove(_id)
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'This intake is used by 1 application, so it cannot be deleted.',
  ])
  expect((await get(applied._id)).intake?._id).toBe(_id)

  await ask(api.attachments.remove, { token, id: applied._id })
  expect((await remove(_id)).status).toBe(200)
})

test('an application that arrives during the deletion of its intake is taken, or refused', async () => {
  for (let round = 0; round < 10; round++) {
    const { _id } = await create(1)
    const body = submission(choices, { email: `${randomUUID()}@example.org`, intake: _id })
    const [removed, sent] = await Promise.all([remove(_id), ask(api.public.submit, { body })])

    expect([
      [200, 409],
      [409, 201],
    ]).toContainEqual([removed.status, sent.status])
    const without = await db
      .selectFrom('attachments')
      .where('intake', '=', _id)
      .select('_id')
      .execute()
    expect(without).toHaveLength(sent.status === 201 ? 1 : 0)
  }
})

test.runIf(hasLocks)('a submission waits for the deletion of its intake', async () => {
  const { _id } = await create(1)
  const body = submission(choices, { email: `${randomUUID()}@example.org`, intake: _id })
  const sent = await inTransaction(db, async (transaction) => {
    await transaction.deleteFrom('intakes').where('_id', '=', _id).execute()
    const answer = ask(api.public.submit, { body })
    await vi.waitFor(async () => expect(await waitingForLocks(db)).toBe(1))
    return { answer }
  })

  const { status, body: refused } = await sent.answer
  expect([status, refused.message]).toEqual([
    409,
    'This intake is over. Please open the form again.',
  ])
})

test('the state of an intake changes at its times, and with the day in Kenya', async () => {
  const { _id } = await create(1, {
    opensAt: '2030-03-01T05:00:00Z',
    closesAt: '2030-03-10T21:00:00Z',
    startsOn: '2030-04-01',
    endsOn: '2030-06-30',
  })
  onTestFinished(() => void vi.useRealTimers())
  const changes = [
    ['2030-03-01T04:59:59.999Z', 'planned'],
    ['2030-03-01T05:00:00.000Z', 'open'],
    ['2030-03-10T20:59:59.999Z', 'open'],
    ['2030-03-10T21:00:00.000Z', 'closed'],
    // Midnight in Kenya is 21:00 UTC.
    ['2030-03-31T20:59:59.999Z', 'closed'],
    ['2030-03-31T21:00:00.000Z', 'running'],
    ['2030-06-30T20:59:59.999Z', 'running'],
    ['2030-06-30T21:00:00.000Z', 'ended'],
  ] as const
  for (const [time, state] of changes) {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) })
    const later = { token: await signIn(ask, administrator) }
    const { body } = await ask(api.intakes.get, { ...later, id: _id })
    expect([time, body.state]).toEqual([time, state])
    const found = await ask(api.intakes.list, { ...later, query: { state, limit: '200' } })
    expect(found.body.map((intake: Intake) => intake._id)).toContain(_id)
    const other = state === 'ended' ? 'running' : 'ended'
    const without = await ask(api.intakes.list, { ...later, query: { state: other, limit: '200' } })
    expect(without.body.map((intake: Intake) => intake._id)).not.toContain(_id)
  }
})

test('the export has the places and the times in Kenya', async () => {
  const name = `Awamu "${randomUUID()}"`
  const intake = await create(4, { name, closesAt: '2030-03-10T21:00:00Z' })
  await accept((await apply(intake._id))._id)
  const { text } = await ask(api.intakes.export, { token, query: { q: name } })
  const of = intake.places[0]!.department.name

  expect(text).toContain(`"${name.replaceAll('"', '""')}"`)
  expect(text).toContain('2030-03-11 00:00:00')
  expect(text).toContain(`${of}: 4,`)
  expect(text).toContain(`${of}: 1,`)
  expect(text.trimEnd().split('\r\n')).toHaveLength(2)
})
