import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import type { Application } from '../../contract/application/application.ts'
import type { HistoryEntry } from '../../contract/history.ts'
import { choicesOf, startApi, submission } from '../support/api.ts'
import { intakeActors } from '../support/intakes.ts'
import { anotherPerson } from '../support/submission.ts'

const { ask, token, db } = await startApi()
const choices = await choicesOf(ask)
const { institution, course } = choices

let people = 0

/** The answers of an applicant who types names in place of what is not in the list. */
function typing(typed: { institution_name?: string; course_name?: string }) {
  return submission(choices, {
    ...anotherPerson(),
    email: `asha${++people}@example.org`,
    ...(typed.institution_name && { institution: undefined }),
    ...(typed.course_name && { course: undefined }),
    ...typed,
  })
}

const submit = (body: object) => ask(api.public.submit, { body })

async function list(query: Record<string, string>) {
  const { status, body } = await ask(api.attachments.list, { token, query })
  expect(status).toBe(200)
  return body as Application[]
}

/** An application with typed names, as staff see it. */
async function apply(typed: Parameters<typeof typing>[0]) {
  const { status, body } = await submit(typing(typed))
  expect(status).toBe(201)
  const [found] = await list({ q: body.referenceId })
  return found!
}

const confirm = ({ _id }: { _id: string }, body: object) =>
  ask(api.attachments.confirmUnlisted, { token, id: _id, body })

test('an institution and a course that are not in the list are typed', async () => {
  const application = await apply({
    institution_name: '  Kisumu   Polytechnic ',
    course_name: 'Boat Building',
  })

  expect(application).toMatchObject({
    institution: null,
    institution_name: 'Kisumu Polytechnic',
    course: null,
    course_name: 'Boat Building',
  })
  const credentials = { reference: application.referenceId, contact: application.email }
  const { body: copy } = await ask(api.public.ownAnswers, { body: credentials })
  expect(copy).toMatchObject({ institution: null, institution_name: 'Kisumu Polytechnic' })
  const { body: data } = await ask(api.personalData.export, {
    token,
    query: { ids: application._id },
  })
  expect(data.applications[0]).toMatchObject({ course_name: 'Boat Building' })
})

test('only the course is typed if the institution is in the list', async () => {
  const application = await apply({ course_name: 'Boat Building' })

  expect(application.institution?._id).toBe(institution)
  expect([application.course, application.course_name]).toEqual([null, 'Boat Building'])
})

const required = 'Required'
const notBoth = 'Choose from the list or write the name, not both'

test.each([
  [
    { institution: '', course: '' },
    { institution: required, course: required },
  ],
  [
    { institution: null, course: undefined },
    { institution: required, course: required },
  ],
  [{ institution: '', course: '', institution_name: 'A' }, { course_name: required }],
  [{ institution: '', institution_name: 'A' }, { course_name: required }],
  [{ institution_name: 'A' }, { institution_name: notBoth, course_name: required }],
  [{ course_name: 'B' }, { course_name: notBoth }],
  [{ course: '', course_name: ' ' }, { course: required }],
  [{ course: '', course_name: 'B'.repeat(201) }, { course_name: 'Use at most 200 characters' }],
] as const)('an application with %j is refused', async (changes, fields) => {
  const body = submission(choices, { email: `refused${++people}@example.org`, ...changes })
  const { status, body: answer } = await submit(body)

  expect([status, answer.fields]).toEqual([422, fields])
})

test('lists are searched and sorted by typed names, and find the unlisted ones', async () => {
  const first = await apply({ institution_name: 'AAA Óyster College', course_name: 'AAA Diving' })
  const last = await apply({ institution_name: 'ZZZ College', course_name: 'ZZZ Diving' })
  const listed = (await submit(submission(choices, { email: `listed${++people}@example.org` })))
    .body
  const ids = async (query: Record<string, string>) => (await list(query)).map(({ _id }) => _id)

  expect(await ids({ q: 'oyster' })).toEqual([first._id])
  expect(await ids({ q: 'zzz diving' })).toEqual([last._id])
  for (const sort of ['institution', 'course']) {
    const rows = await list({ sort, limit: '100' })
    const sorted = rows.map(({ _id }) => _id)
    expect([sorted[0], sorted.at(-1)]).toEqual([first._id, last._id])
    expect(await ids({ sort, limit: '1', page: String(sorted.length) })).toEqual([last._id])
    expect(await ids({ sort: `-${sort}`, limit: '100' })).toEqual(sorted.toReversed())
    // With a search, the rows are sorted in another way.
    const typed = rows.filter(({ email }) => email.startsWith('asha')).map(({ _id }) => _id)
    expect(await ids({ sort, q: 'asha', limit: '100' })).toEqual(typed)
    expect(typed.length).toBe(sorted.length - 1)
  }
  const unlisted = await list({ unlisted: 'true', limit: '100' })
  expect(unlisted.every(({ course_name }) => course_name !== null)).toBe(true)
  expect(unlisted.map(({ referenceId }) => referenceId)).not.toContain(listed.referenceId)
  expect(unlisted.length).toBeGreaterThan(1)
})

test('files mark typed names', async () => {
  const { referenceId } = await apply({ institution_name: 'Marked', course_name: 'Welding' })
  const { text } = await ask(api.attachments.export, { token, query: { q: referenceId } })

  expect(text).toContain(',Marked (not in the list),Welding (not in the list),')
})

test('staff confirm both names as new', async () => {
  const application = await apply({ institution_name: 'takaungu poly', course_name: 'sails' })
  const { status, body } = await confirm(application, {
    institution: { name: 'Takaungu Polytechnic', county: 'Kilifi' },
    course: { name: 'Sail Making', certification: 'Certificate' },
  })

  expect(status).toBe(200)
  expect(body).toMatchObject({
    institution: { name: 'Takaungu Polytechnic' },
    course: { name: 'Sail Making', certification: 'Certificate' },
    institution_name: null,
    course_name: null,
  })
  expect(body.updatedAt > application.updatedAt).toBe(true)
  const { body: courses } = await ask(api.public.courses, {
    query: { institution: body.institution._id },
  })
  expect(courses).toMatchObject([{ name: 'Sail Making' }])
  expect((await list({ q: 'sail making' })).map(({ _id }) => _id)).toEqual([application._id])
  expect(await list({ q: 'takaungu poly sails' })).toEqual([])

  const events = async (record: string) =>
    ((await ask(api.history, { token, query: { record } })).body as HistoryEntry[]).map(
      ({ action, fields }) => [action, fields],
    )
  const [change] = await events(application._id)
  expect(change).toEqual(['change', ['institution', 'course', 'institution_name', 'course_name']])
  expect(await events(body.institution._id)).toEqual([['create', null]])
  expect(await events(body.course._id)).toEqual([['create', null]])
})

test('staff choose an existing institution and course, or one after the other', async () => {
  const both = await apply({ institution_name: 'TUM', course_name: 'IT' })
  const chosen = await confirm(both, { institution, course })
  expect(chosen.body).toMatchObject({ institution: { _id: institution }, course: { _id: course } })

  const other = await apply({ institution_name: 'TUM', course_name: 'IT' })
  const half = await confirm(other, { institution })
  expect(half.body).toMatchObject({
    institution: { _id: institution },
    course: null,
    course_name: 'IT',
  })
  const added = await confirm(other, { course: { name: 'Knots', certification: 'Others' } })
  expect(added.body).toMatchObject({ institution: { _id: institution }, course: { name: 'Knots' } })
  const again = await confirm(other, { course })
  expect([again.status, again.body.message]).toEqual([
    409,
    'The institution and the course of this application are in the list already.',
  ])
})

test('wrong confirmations are refused and store nothing', async () => {
  const { body: institutions } = await ask(api.public.institutions)
  const stranger = institutions.find(({ _id }: { _id: string }) => _id !== institution)
  const typed = await apply({ institution_name: 'Watamu College', course_name: 'Turtles' })
  const listed = await apply({ course_name: 'Turtles' })
  const county = 'Kilifi'
  const newCourse = { name: 'Turtles', certification: 'Degree' }
  const count = () => db.selectFrom('institutions').select('_id').execute()
  const before = await count()
  const refused = async (of: { _id: string }, body: object) => {
    const { status, body: answer } = await confirm(of, body)
    return [status, Object.keys(answer.fields)]
  }

  expect(await refused(typed, {})).toEqual([422, ['course']])
  expect(await refused(typed, { course: newCourse })).toEqual([422, ['institution']])
  expect(await refused(typed, { institution: { name: 'X', county: 'Atlantis' } })).toEqual([
    422,
    ['institution'],
  ])
  expect(await refused(typed, { institution: { name: 'X', county }, course })).toEqual([
    422,
    ['course'],
  ])
  expect(await refused(typed, { institution: stranger._id, course })).toEqual([422, ['course']])
  expect(await refused(typed, { institution: course, course: newCourse })).toEqual([
    422,
    ['institution'],
  ])
  expect(await refused(listed, { institution: { name: 'X', county }, course: newCourse })).toEqual([
    422,
    ['institution'],
  ])
  const taken = { name: stranger.name.toUpperCase(), county }
  expect(await refused(typed, { institution: taken, course: newCourse })).toEqual([
    409,
    ['institution'],
  ])
  const { body: own } = await ask(api.courses.get, { token, id: course })
  const { name, certification } = own
  expect(await refused(listed, { course: { name, certification } })).toEqual([409, ['course']])
  expect(await count()).toEqual(before)
  expect((await list({ q: typed.referenceId }))[0]).toEqual(typed)
})

test('staff may edit an application with typed names, and choose from the list there', async () => {
  const application = await apply({ institution_name: 'Shimoni', course_name: 'Reefs' })
  const { _id: id, updatedAt } = application
  const save = (changes: object) =>
    ask(api.attachments.update, { token, id, body: { ...application, ...changes } })

  const moved = await save({ first_name: 'Rehema', updatedAt })
  expect(moved.body).toMatchObject({ first_name: 'Rehema', institution_name: 'Shimoni' })
  const neither = await save({ institution_name: '', updatedAt: moved.body.updatedAt })
  expect(neither.body.message).toMatch(/^Please fill in all required fields: institution/)
  const listed = { institution, course, institution_name: null, course_name: null }
  const chosen = await save({ ...listed, updatedAt: moved.body.updatedAt })
  expect(chosen.body).toMatchObject({ course: { _id: course }, course_name: null })
})

test('letters, placements and the report of an intake know applicants of unlisted institutions', async () => {
  const actors = intakeActors(ask, token, choices)
  const intake = await actors.create(1)
  const { body: receipt } = await submit({
    ...typing({ institution_name: 'Mtwapa Technical', course_name: 'Plumbing' }),
    intake: intake._id,
  })
  const [applied] = await list({ q: receipt.referenceId })
  await actors.accept(applied!._id)
  await actors.answer(applied!, 'confirm')

  const { body: placements } = await ask(api.placements.list, { token })
  expect(placements).toMatchObject([{ institution: null, institution_name: 'Mtwapa Technical' }])
  const { text } = await ask(api.placements.export, { token })
  expect(text).toContain('Mtwapa Technical (not in the list)')
  await ask(api.attachments.letter, { token, id: applied!._id, query: { kind: 'acceptance' } })
  const letter = await db.selectFrom('letters').select('institution').executeTakeFirstOrThrow()
  expect(letter.institution).toBe('Mtwapa Technical')
  const { body: report } = await ask(api.intakes.funnel, { token, id: intake._id })
  expect(report.breakdowns.institution).toMatchObject([{ name: 'Not in the list', applied: 1 }])
})

test('erasing an application erases what was typed', async () => {
  const application = await apply({ institution_name: 'Gone College', course_name: 'Vanishing' })
  await ask(api.personalData.erase, { token, body: { ids: [application._id] } })

  const rows = await Promise.all(
    (['attachments', 'search_texts', 'history', 'idempotency_keys'] as const).map((table) =>
      db.selectFrom(table).selectAll().execute(),
    ),
  )
  expect(JSON.stringify(rows)).not.toMatch(/gone college|vanishing/i)
})
