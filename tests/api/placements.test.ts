import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import type { Placement } from '../../contract/intake/placement.ts'
import { addUser, choicesOf, startApi } from '../support/api.ts'
import { dayIn, intakeActors } from '../support/intakes.ts'

const { app, ask, token } = await startApi()
const choices = await choicesOf(ask)
const { accept, answer, apply, create, get } = intakeActors(ask, token, choices)

/** The placement of an applicant who has confirmed a place. */
async function placed(dates: object = {}) {
  const { _id: intake } = await create(1, dates)
  const applied = await apply(intake)
  await accept(applied._id)
  await answer(applied, 'confirm')
  const [placement] = await list({ application: applied._id })
  return { applied, intake, placement: placement! }
}

async function list(query: Record<string, string>) {
  return (await ask(api.placements.list, { token, query })).body as Placement[]
}

function bodyOf(placement: Placement, changes: object = {}) {
  const { department, supervisor, ...body } = placement
  return { ...body, department: department?._id, supervisor: supervisor?._id ?? null, ...changes }
}

const update = (placement: Placement, changes: object) =>
  ask(api.placements.update, { token, id: placement._id, body: bodyOf(placement, changes) })

test('placements are listed by state, as their dates say', async () => {
  const running = await placed({ startsOn: dayIn(-3), endsOn: dayIn(60) })
  const ended = await placed({
    opensAt: '2020-01-01T00:00:00Z',
    startsOn: '2020-03-01',
    endsOn: dayIn(-1),
  })
  const soon = await placed({ startsOn: dayIn(5), endsOn: dayIn(60) })
  const later = await placed({ startsOn: dayIn(50), endsOn: dayIn(60) })
  const all = [running, ended, soon, later].map(({ placement }) => placement._id)
  const found = async (state: string) => {
    const rows = await list({ state, limit: '200' })
    return rows.map(({ _id }) => all.indexOf(_id)).filter((index) => index >= 0)
  }

  expect(await found('running')).toEqual([0])
  expect(await found('ended')).toEqual([1])
  expect(await found('starting')).toEqual([2])
  expect(await found('upcoming')).toEqual([2, 3])
  expect(await list({ intake: soon.intake })).toHaveLength(1)
  expect(await list({ q: soon.applied.email })).toHaveLength(1)
  expect(await list({ department: choices.institution })).toEqual([])
})

test('staff set the supervisor and the dates, and two of them do not overwrite each other', async () => {
  const { placement } = await placed()
  const colleague = await addUser(ask, token, 'admin')

  const { status, body } = await update(placement, {
    supervisor: colleague._id,
    endsOn: dayIn(100),
  })

  expect([status, body.supervisor, body.endsOn]).toEqual([
    200,
    { _id: colleague._id, name: colleague.name },
    dayIn(100),
  ])
  expect((await update(placement, { endsOn: dayIn(120) })).status).toBe(409)
  const { body: events } = await ask(api.history, { token, query: { record: placement._id } })
  expect(events).toMatchObject([{ action: 'change', fields: ['endsOn', 'supervisor'] }])
})

test.each([
  [{ endsOn: '2020-01-01' }, 'endsOn'],
  [{ brokenOffOn: dayIn(45) }, 'brokenOffReason'],
  [{ brokenOffOn: '2099-01-01', brokenOffReason: 'Illness' }, 'brokenOffOn'],
  [{ startsOn: 'soon' }, 'startsOn'],
  [{ supervisorPhone: 'none' }, 'supervisorPhone'],
])('%j is refused beside the field %s, and nothing changes', async (changes, field) => {
  const { placement } = await placed()

  const { status, body } = await update(placement, changes)

  expect([status, Object.keys(body.fields)]).toEqual([422, [field]])
  expect(await list({ application: placement.application._id })).toEqual([placement])
})

test('a broken off attachment has a reason, and its letters are withdrawn', async () => {
  const { applied, placement } = await placed()

  const changes = { brokenOffOn: dayIn(41), brokenOffReason: 'Illness' }
  expect((await update(placement, changes)).body.state).toBe('broken_off')

  const body = { reference: applied.referenceId, contact: applied.email }
  expect((await ask(api.public.ownApplication, { body })).body.letters).toEqual([])
})

test('a revoked acceptance ends the placement, and its undo brings it back as it was', async () => {
  const { applied, placement } = await placed()
  await update(placement, { supervisorName: 'Fatma Ali' })
  const { undo } = (await accept(applied._id)).body

  expect(await list({ application: applied._id })).toEqual([])
  expect((await ask(api.placements.get, { token, id: placement._id })).status).toBe(404)

  await ask(api.attachments.decide, { token, body: undo[0] })
  expect(await list({ application: applied._id })).toMatchObject([{ supervisorName: 'Fatma Ali' }])
})

test('editing an application never changes its placement', async () => {
  const { body: departments } = await ask(api.public.departments)
  const places = departments.map(({ _id }: { _id: string }) => ({ department: _id, places: 1 }))
  const { applied, placement } = await placed({ places })
  const other = departments[1]._id
  const dates = { startsOn: dayIn(50), endsOn: dayIn(120) }
  const { body: moved } = await update(placement, { ...dates, department: other })
  expect(moved.updatedAt > placement.updatedAt).toBe(true)
  const { body: events } = await ask(api.history, { token, query: { record: placement._id } })
  expect(events).toMatchObject([{ action: 'change', fields: ['department', 'startsOn', 'endsOn'] }])

  const edits = [
    { phone_number: '0722 999 999' },
    { first_name: 'Rehema' },
    { agree_communications: true },
    { department: departments[2]._id },
    { department: choices.department },
    { is_archived: true },
    { is_archived: false },
  ]
  for (const edit of edits) {
    const body = { ...(await get(applied._id)), ...edit }
    const { status } = await ask(api.attachments.update, { token, id: applied._id, body })
    const [{ application: _, ...now } = placement] = await list({ application: applied._id })
    const { application: __, ...expected } = moved
    expect([edit, status, now]).toEqual([edit, 200, expected])
  }
})

test('a place that is confirmed anew has a new placement, and the history says so', async () => {
  const { applied, placement } = await placed()
  await update(placement, { supervisorName: 'Fatma Ali', endsOn: dayIn(100) })
  await accept(applied._id)
  await accept(applied._id)
  await answer(applied, 'confirm')

  const [renewed] = await list({ application: applied._id })
  expect(renewed).toMatchObject({ supervisorName: null, endsOn: placement.endsOn })
  const { body: events } = await ask(api.history, { token, query: { record: placement._id } })
  const changed = { action: 'change', fields: ['endsOn', 'supervisorName'] }
  expect(events).toMatchObject([changed, changed])
})

test('the export has every placement, and the history says so', async () => {
  const { applied, intake } = await placed()

  const { text } = await ask(api.placements.export, { token, query: { intake } })

  const [headings, line] = text.split('\r\n')
  expect(headings).toContain('First Day,Last Day,Supervisor')
  expect(line).toContain(applied.referenceId)
  const query = { action: 'export', entity: 'placement' }
  const { body } = await ask(api.history, { token, query })
  expect(body[0].count).toBe(1)
})

test('a user who supervises or is assigned is not deleted', async () => {
  const { applied, placement } = await placed()
  const colleague = await addUser(ask, token, 'admin')
  const remove = () => ask(api.users.remove, { token, id: colleague._id })
  const assign = (user: string | null) =>
    ask(api.attachments.assign, { token, id: applied._id, body: { user } })
  const { body: supervised } = await update(placement, { supervisor: colleague._id })
  await assign(colleague._id)

  const both = await remove()
  expect([both.status, both.body.message]).toEqual([
    409,
    'This user supervises 1 placement and is assigned to 1 application, so it cannot be deleted. Name somebody else there first.',
  ])
  await assign(null)
  const one = await remove()
  expect([one.status, one.body.message]).toEqual([
    409,
    'This user supervises 1 placement, so it cannot be deleted. Name somebody else there first.',
  ])
  expect((await list({ application: applied._id }))[0]).toEqual(supervised)

  const { undo } = (await accept(applied._id)).body
  expect((await remove()).status, 'a placement that does not count').toBe(200)
  await ask(api.attachments.decide, { token, body: undo[0] })
  expect((await list({ application: applied._id }))[0]).toMatchObject({
    supervisor: null,
    supervisorName: colleague.name,
  })
})

const feed = (url: string) => app.inject({ url: new URL(url).pathname })

test('the calendar has numbers by day and department, and no names', async () => {
  const { applied, placement, intake } = await placed()
  await placed()
  const { body } = await ask(api.calendar.create, { token })

  const { statusCode, headers, payload } = await feed(body.url)

  expect([statusCode, headers['content-type'], headers['x-robots-tag']]).toEqual([
    200,
    'text/calendar; charset=utf-8',
    'noindex',
  ])
  const lines = payload.split('\r\n')
  expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  const unfolded = payload.replaceAll('\r\n ', '')
  const start = unfolded.indexOf(`DTSTART;VALUE=DATE:${placement.startsOn.replaceAll('-', '')}`)
  expect(unfolded.slice(start)).toMatch(/^.*\r\nDTEND.*\r\nSUMMARY:.*: \d+ starts?\r\n/)
  expect(unfolded).toContain(`UID:opens-${intake}@foundation`)
  for (const secret of [applied.first_name, applied.last_name, applied.email]) {
    expect(unfolded).not.toContain(secret)
  }
  const again = (await feed(body.url)).payload
  expect(again.match(/^UID:.*$/gm)).toEqual(payload.match(/^UID:.*$/gm))
})

test('a calendar link ends when it is replaced or revoked, or its user is no administrator', async () => {
  const colleague = await addUser(ask, token, 'admin')
  const createLink = async () =>
    (await ask(api.calendar.create, { token: colleague.token })).body.url as string
  const first = await createLink()
  const second = await createLink()
  expect([(await feed(first)).statusCode, (await feed(second)).statusCode]).toEqual([404, 200])

  const { name, email } = colleague
  const demoted = { name, email, role: 'user' }
  await ask(api.users.update, { token, id: colleague._id, body: demoted })
  expect((await feed(second)).statusCode).toBe(404)
  await ask(api.users.update, { token, id: colleague._id, body: { ...demoted, role: 'admin' } })
  expect((await feed(second)).statusCode).toBe(200)

  expect((await ask(api.calendar.remove, { token: colleague.token })).status).toBe(200)
  expect((await feed(second)).statusCode).toBe(404)
  const { body } = await ask(api.calendar.get, { token: colleague.token })
  expect(body).toEqual({ createdAt: null })
  expect((await app.inject({ url: '/calendar/guess.ics' })).statusCode).toBe(404)
})

test('the report counts each step, and its file hides small numbers', async () => {
  const { _id: intake } = await create(20)
  const all = await Promise.all(Array.from({ length: 9 }, () => apply(intake)))
  for (const { _id } of all.slice(0, 7)) await accept(_id)
  for (const applied of all.slice(0, 6)) await answer(applied, 'confirm')
  await answer(all[6]!, 'decline')

  const { body } = await ask(api.intakes.funnel, { token, id: intake })
  const steps = { applied: 9, offered: 7, confirmed: 6, started: 0, completed: 0 }
  expect(body).toMatchObject({ total: steps, places: 20, taken: 6, waiting: 0 })
  expect(body.breakdowns.gender).toEqual([{ name: 'Female', ...steps }])
  expect(body.breakdowns.department).toMatchObject([steps])

  const { text } = await ask(api.intakes.exportFunnel, { token, id: intake })
  expect(text).toContain('All,')
  expect(text).toContain(',9,7,6,fewer than 5,fewer than 5')
  expect(text).toContain('Definition,')
  const unknown = await ask(api.intakes.funnel, { token, id: choices.department })
  expect(unknown.status).toBe(404)
})
