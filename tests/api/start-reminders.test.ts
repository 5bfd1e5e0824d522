import { afterEach, expect, test, vi } from 'vitest'

import { api } from '../../contract/api.ts'
import type { Message } from '../../contract/message/message.ts'
import type { Placement } from '../../contract/intake/placement.ts'
import { startOfDayInKenya } from '../../contract/time-zone.ts'
import { runOfferJobs } from '../../server/jobs.ts'
import { newEditableRecord } from '../../server/services/ids.ts'
import { isStartReminderOutdated } from '../../server/services/placements/start-reminders.ts'
import { addMadeUpApplications, choicesOf, startApi } from '../support/api.ts'
import { dayIn, intakeActors } from '../support/intakes.ts'

const PUBLIC_URL = 'https://example.org'
const { ask, db, token } = await startApi({ PUBLIC_URL })
const choices = await choicesOf(ask)
const { accept, answer, apply, create, decide } = intakeActors(ask, token, choices)

const kind = 'placement_starts'

afterEach(() => void vi.useRealTimers())

/** A moment some days after the midnight with which a day begins in Kenya. */
function after(day: string, days: number, milliseconds = 0) {
  return Date.parse(startOfDayInKenya(day)) + days * 86_400_000 + milliseconds
}

async function at<Result>(time: number, work: () => Promise<Result>) {
  vi.useFakeTimers({ toFake: ['Date'], now: time })
  try {
    return await work()
  } finally {
    // The session of the test would have ended at that time.
    vi.useRealTimers()
  }
}

const runAt = (time: number) => at(time, () => runOfferJobs(db))

/** The placement of an applicant who has confirmed a place. It starts in 40 days. */
async function placed(changes: object = {}) {
  const { _id: intake } = await create(1)
  const applied = await apply(intake, changes)
  await accept(applied._id)
  await answer(applied, 'confirm')
  const placement = await placementOf(applied._id)
  return { applied, placement, startsOn: placement.startsOn }
}

async function placementOf(application: string) {
  const { body } = await ask(api.placements.list, { token, query: { application } })
  return (body as Placement[])[0]!
}

async function update({ _id }: Placement, changes: object) {
  const { body } = await ask(api.placements.get, { token, id: _id })
  const department = body.department._id
  const { status } = await ask(api.placements.update, {
    token,
    id: _id,
    body: { ...body, supervisor: null, department, ...changes },
  })
  expect(status).toBe(200)
}

async function remindersOf(id: string) {
  const { body } = await ask(api.attachments.messages, { token, id })
  return (body as Message[]).filter((message) => message.kind === kind)
}

const countOf = async (id: string) => (await remindersOf(id)).length

/** Whether a reminder of a first day would be cancelled at a time. */
const isOutdated = (attachment: string, about: string, time = Date.now()) =>
  at(time, () => isStartReminderOutdated(db, { attachment, about }))

test('an applicant is reminded at midnight in Kenya three days before, once', async () => {
  const { applied, startsOn } = await placed()

  await runAt(after(startsOn, -3, -1))
  expect(await countOf(applied._id)).toBe(0)
  for (const days of [-3, -3, -2, -1, 0, 1]) await runAt(after(startsOn, days))
  expect(await countOf(applied._id)).toBe(1)
})

test('an attachment that has started is not announced any more', async () => {
  const { applied, startsOn } = await placed()
  const last = await placed()

  await runAt(after(last.startsOn, 0, -1))
  expect(await countOf(last.applied._id)).toBe(1)

  await db.deleteFrom('outbox').where('attachment', '=', applied._id).execute()
  await runAt(after(startsOn, 0))
  expect(await countOf(applied._id)).toBe(0)
})

test('a waiting reminder is true until the first day has passed in Kenya', async () => {
  const { applied, startsOn } = await placed()

  expect(await isOutdated(applied._id, startsOn)).toBe(false)
  expect(await isOutdated(applied._id, startsOn, after(startsOn, 1, -1))).toBe(false)
  expect(await isOutdated(applied._id, startsOn, after(startsOn, 1))).toBe(true)
})

test('a moved first day gets a reminder of its own, and the earlier one is outdated', async () => {
  const { applied, placement, startsOn } = await placed()
  await runAt(after(startsOn, -3))
  const later = dayIn(50)
  await update(placement, { startsOn: later })

  await runAt(after(startsOn, -1))
  expect(await countOf(applied._id)).toBe(1)
  expect(await isOutdated(applied._id, startsOn)).toBe(true)
  expect(await isOutdated(applied._id, later)).toBe(false)

  await runAt(after(later, -2))
  await runAt(after(later, -2))
  expect(await countOf(applied._id)).toBe(2)
})

test('a reminder that was cancelled before it was sent is repeated when its day is true again', async () => {
  const { applied, placement, startsOn } = await placed()
  await runAt(after(startsOn, -3))
  await update(placement, { startsOn: dayIn(50) })
  const cancelled = { state: 'cancelled', endedAt: new Date().toISOString() } as const
  const where = db.updateTable('outbox').set(cancelled).where('attachment', '=', applied._id)
  await where.where('kind', '=', kind).execute()
  await update(placement, { startsOn })

  await runAt(after(startsOn, -2))
  await runAt(after(startsOn, -2))

  const states = (await remindersOf(applied._id)).map(({ state }) => state)
  expect(states).toEqual(['waiting', 'cancelled'])
})

test('nobody is reminded of an attachment that was broken off', async () => {
  const { applied, placement, startsOn } = await placed()
  await update(placement, { brokenOffOn: startsOn, brokenOffReason: 'Illness' })

  await runAt(after(startsOn, -2))

  expect(await countOf(applied._id)).toBe(0)
  expect(await isOutdated(applied._id, startsOn)).toBe(true)
})

test('nobody is reminded of a place that was given up, and an undo brings the reminder back', async () => {
  const { applied: withdrawn, startsOn } = await placed()
  const { applied: revoked } = await placed()
  const { referenceId: reference, email: contact } = withdrawn
  await ask(api.public.withdraw, { body: { reference, contact } })
  const { undo } = (await accept(revoked._id)).body

  await runAt(after(startsOn, -2))
  for (const { _id } of [withdrawn, revoked]) {
    expect(await countOf(_id)).toBe(0)
    expect(await isOutdated(_id, startsOn)).toBe(true)
  }

  await decide(undo[0])
  await runAt(after(startsOn, -1))
  expect(await countOf(revoked._id)).toBe(1)
  expect(await isOutdated(revoked._id, startsOn)).toBe(false)
})

test('an applicant who has not confirmed the place is not reminded', async () => {
  const { _id: intake } = await create(1)
  const applied = await apply(intake)
  await accept(applied._id)

  await runAt(Date.now() + 38 * 86_400_000)

  expect(await countOf(applied._id)).toBe(0)
})

test('the words have the first day and the department of the placement, not those of the intake', async () => {
  const { body: departments } = await ask(api.public.departments)
  const { applied, placement } = await placed({ first_name: 'Amani' })
  const { _id: department, name } = departments.find(
    ({ _id }: { _id: string }) => _id !== placement.department?._id,
  )
  await update(placement, { startsOn: '2098-09-03', endsOn: '2098-12-31', department })

  await runAt(after('2098-09-03', -3))

  const [reminder] = await remindersOf(applied._id)
  expect(reminder).toMatchObject({
    state: 'waiting',
    transport: 'email',
    words: { subject: 'Your attachment starts on 3 September 2098' },
  })
  expect(reminder!.words!.text).toContain(`starts on 3 September 2098, in ${name}.`)
  expect(reminder!.words!.text).toContain(`/status?reference=${applied.referenceId}`)
})

test('each of many people is reminded once, also by two processes at once', async () => {
  const startsOn = dayIn(200)
  const rows = await addMadeUpApplications(db, 210, () => ({
    is_accepted: true,
    is_archived: false,
    declined_reason: null,
    declined_message: null,
    declinedAt: null,
    withdrawnAt: null,
    offerState: 'confirmed',
  }))
  const placements = rows.map(({ _id: attachment, department }, index) => ({
    ...newEditableRecord(),
    attachment,
    department,
    startsOn: index % 3 === 0 ? dayIn(199) : startsOn,
    endsOn: dayIn(300),
    supervisor: null,
    supervisorName: null,
    supervisorPhone: null,
    brokenOffOn: null,
    brokenOffReason: null,
  }))
  await db.insertInto('placements').values(placements).execute()

  await at(after(startsOn, -2), () => Promise.all([runOfferJobs(db), runOfferJobs(db)]))

  const reminders = await db
    .selectFrom('outbox')
    .select(['attachment', 'about'])
    .where('kind', '=', kind)
    .where(
      'attachment',
      'in',
      rows.map(({ _id }) => _id),
    )
    .execute()
  const expected = placements.map(({ attachment, startsOn: about }) => ({ attachment, about }))
  const byId = (one: { attachment: string }, other: { attachment: string }) =>
    one.attachment < other.attachment ? -1 : 1
  expect(reminders.toSorted(byId)).toEqual(expected.toSorted(byId))
})
