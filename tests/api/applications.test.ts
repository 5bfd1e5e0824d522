import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import type { AttachmentsTable } from '../../server/database/tables.ts'
import type { Application } from '../../contract/application/application.ts'
import { addApplications } from '../../server/services/search-texts.ts'
import {
  addMadeUpApplications,
  addUser,
  choicesOf,
  startApi,
  submission,
  type Question,
} from '../support/api.ts'
import { withoutOffer } from '../support/intakes.ts'

const { ask, token, db } = await startApi()
const choices = await choicesOf(ask)
const made = await addMadeUpApplications(db, 1200)

const asked = (question: Question = {}) => ({ token, ...question })
const list = async (query: Record<string, string> = {}) => {
  const { status, body, headers } = await ask(api.attachments.list, asked({ query }))
  expect(status).toBe(200)
  return { rows: body as Application[], total: headers['x-total-count'] }
}
const get = (id: string) => ask(api.attachments.get, asked({ id }))
const idsOf = (rows: { _id: string }[]) => rows.map(({ _id }) => _id)
const madeIds = new Set(idsOf(made))
const onlyMade = (rows: Application[]) => rows.filter(({ _id }) => madeIds.has(_id))

/** Valid input of staff for a new application. */
const staffInput = (changes: Record<string, unknown> = {}) =>
  submission(choices, { is_accepted: false, is_archived: false, ...changes })

async function create(changes: Record<string, unknown> = {}) {
  const { status, body } = await ask(api.attachments.create, asked({ body: staffInput(changes) }))
  expect(status).toBe(201)
  return body as Application
}

test('without a limit the list holds every active application, newest first', async () => {
  const { rows, total } = await list()
  const expected = made.filter(({ is_archived }) => !is_archived).toReversed()

  expect(expected.length).toBeGreaterThan(1000)
  expect(idsOf(onlyMade(rows))).toEqual(idsOf(expected))
  expect(total).toBeUndefined()
})

test.each([
  [{ includeArchived: 'false' }, ({ is_archived }) => !is_archived],
  [{ includeArchived: 'true' }, () => true],
  [{ status: 'archived' }, ({ is_archived }) => is_archived],
  [{ status: 'accepted' }, ({ is_archived, is_accepted }) => is_accepted && !is_archived],
  [{ status: 'pending' }, ({ is_archived, is_accepted }) => !is_accepted && !is_archived],
  [{ accepted: 'true' }, ({ is_archived, is_accepted }) => is_accepted && !is_archived],
  [{ accepted: 'true', includeArchived: 'true' }, ({ is_accepted }) => is_accepted],
  [{ accepted: 'true', view: 'archived' }, (row) => row.is_accepted && row.is_archived],
  [{ accepted: 'false', includeArchived: 'true' }, ({ is_accepted }) => !is_accepted],
  [{ accepted: 'true', includeArchived: 'true', q: '@example.' }, (row) => row.is_accepted],
  [{ decision: 'declined' }, ({ declined_reason }) => declined_reason !== null],
  [{ decision: 'documents' }, ({ declined_reason }) => declined_reason === 'documents'],
  [
    { decision: 'declined', view: 'archived', q: '@example.' },
    ({ declined_reason }) => declined_reason !== null,
  ],
  [
    { status: 'pending', includeArchived: 'true' },
    ({ is_archived, is_accepted }) => !is_accepted && !is_archived,
  ],
] as [Record<string, string>, (row: (typeof made)[number]) => boolean][])(
  'the list for %j holds just the applications that it should',
  async (query, belongs) => {
    const expected = idsOf(made.filter(belongs).toReversed())

    expect(expected.length).toBeGreaterThan(0)
    expect(idsOf(onlyMade((await list(query)).rows))).toEqual(expected)
  },
)

/** A row without the columns that only the server uses. */
function asShown(row: AttachmentsTable) {
  const { consentedAt: _, last_told: _told, institutionKey, courseKey, ...others } = row
  expect([institutionKey, courseKey]).toEqual([null, null])
  const { nameKey: _name, phoneKey: _phone, firstNameKey: _first, ...shown } = others
  const unanswered = { extra: [], extraMissing: [] }
  return withoutOffer({ ...shown, sameAs: expect.any(Number), papers: [], ...unanswered })
}

test('an application is returned as stored, with the names of its references', async () => {
  const row = asShown(made[700]!)
  const named = async (table: 'institutions' | 'departments' | 'courses', _id: string | null) =>
    db.selectFrom(table).select(['_id', 'name']).where('_id', '=', _id!).executeTakeFirst()
  const course = await named('courses', row.course)

  expect((await get(row._id)).body).toEqual({
    ...row,
    institution: await named('institutions', row.institution),
    department: await named('departments', row.department),
    course: { label: expect.any(String), certification: expect.any(String), ...course },
    documents: [],
  })
})

const byText = (row: Application, key: 'institution' | 'course' | 'department') =>
  (row[key]?.name ?? '').toLowerCase()
const statusRank = (row: Application) => (row.is_archived ? 2 : row.is_accepted ? 1 : 0)
const sortKeys: Record<string, (row: Application) => string | number> = {
  first_name: (row) => `${row.first_name} ${row.last_name}`.toLowerCase(),
  email: (row) => row.email,
  institution: (row) => byText(row, 'institution'),
  course: (row) => byText(row, 'course'),
  department: (row) => byText(row, 'department'),
  year_of_study: (row) => row.year_of_study,
  status: statusRank,
  createdAt: (row) => row._id,
}

test.each(Object.keys(sortKeys))(
  'sorting by %s returns each row once, in either order',
  async (sort) => {
    const key = sortKeys[sort]!
    const [up, down] = await Promise.all(
      [sort, `-${sort}`].map((order) => list({ includeArchived: 'true', sort: order })),
    )
    const keys = onlyMade(up!.rows).map(key)
    const first = await list({ includeArchived: 'true', sort: `-${sort}`, limit: '7' })

    expect(new Set(idsOf(onlyMade(up!.rows))).size).toBe(made.length)
    expect(idsOf(down!.rows)).toEqual(idsOf(up!.rows).toReversed())
    expect(idsOf(first.rows)).toEqual(idsOf(down!.rows.slice(0, 7)))
    // Only first characters are compared, because databases sort the other characters differently.
    const starts = keys.map((value) => (typeof value === 'string' ? value.charAt(0) : value))
    expect(starts).toEqual(starts.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
  },
)

/** `npm test` joins pages for one column of each kind: of another table, with a rank, with a time, and none. */
const pagedSorts =
  process.env['TEST_SCOPE'] === 'once'
    ? ['course', 'status', 'createdAt', undefined]
    : [...Object.keys(sortKeys), undefined]

test.each(pagedSorts)(
  'sorting by %s, the pages join up to the whole list, each with the full count',
  async (sort) => {
    const orders = sort ? [{ sort }, { sort: `-${sort}` }] : [{}]
    for (const order of orders.flatMap((some) => [
      { ...some, includeArchived: 'true' },
      { ...some, status: 'pending' },
    ])) {
      const { rows: whole } = await list(order)
      const pages: Application[] = []
      for (let page = 1; page <= Math.ceil(whole.length / 190); page++) {
        const { rows, total } = await list({ ...order, limit: '190', page: String(page) })
        expect(total).toBe(String(whole.length))
        pages.push(...rows)
      }
      expect(whole.length).toBeGreaterThan(190)
      expect(idsOf(pages)).toEqual(idsOf(whole))

      const beyond = await list({ ...order, limit: '200', page: '999' })
      expect([beyond.rows, beyond.total]).toEqual([[], String(whole.length)])
    }
  },
)

test('search finds an application by name, e-mail and reference ID', async () => {
  const created = await create({
    first_name: 'Xola',
    middle_name: 'Quwa',
    last_name: 'Tsuma-Kombo',
    email: 'xola.tsuma@quwa.example.org',
  })
  const alone = [
    'Xola',
    'quwa',
    'TSUMA-KOMBO',
    'xola quwa',
    'Xola Tsuma-Kombo',
    'Xola Quwa Tsuma-Kombo',
    '  xola  ',
    'tsuma@quwa',
    created.referenceId,
    created.referenceId.slice(-8).toLowerCase(),
  ]
  for (const q of alone) {
    const { rows, total } = await list({ q, limit: '5' })
    expect([q, idsOf(rows), total]).toEqual([q, [created._id], '1'])
  }
})

test('filters find an application by institution, course and department', async () => {
  const names = new Map<string | null, string>()
  for (const table of ['institutions', 'courses', 'departments'] as const) {
    const rows = await db.selectFrom(table).select(['_id', 'name']).execute()
    for (const { _id, name } of rows) names.set(_id, name.toLowerCase())
  }
  const referred = ({ institution, course, department }: (typeof made)[number]) =>
    [institution, course, department].map((id) => names.get(id)!)

  for (const name of referred(made[0]!)) {
    const words = name.split(' ')
    const expected = made.filter((row) => {
      const { first_name, middle_name, last_name, email, referenceId } = row
      const own = [first_name, middle_name, last_name, email, referenceId].join(' ').toLowerCase()
      const text = [own, ...referred(row)].join(' ')
      return !row.is_archived && words.every((word) => text.includes(word))
    })
    const { rows } = await list({ q: name.toUpperCase() })

    expect(idsOf(onlyMade(rows))).toEqual(idsOf(expected.toReversed()))
  }
})

test('search finds an applicant without a middle name by first and last name', async () => {
  const { _id } = await create({ first_name: 'Mwanasha', middle_name: '', last_name: 'Bakari' })

  expect(idsOf((await list({ q: 'mwanasha bakari' })).rows)).toEqual([_id])
})

test('%, _ and \\ are literal characters in a search', async () => {
  const odd = await create({ first_name: 'x100%', last_name: String.raw`a_b\c` })
  for (const q of ['100%', 'a_b', String.raw`b\c`, '%', String.raw`\c`]) {
    const { rows } = await list({ q })
    expect([q, idsOf(rows)]).toEqual([q, [odd._id]])
  }
  // If `_` were a wildcard of LIKE, the search would find every row.
  expect(idsOf((await list({ q: '_b\\' })).rows)).toEqual([odd._id])
  expect((await list({ q: 'a%b' })).rows).toEqual([])
})

test('search, status and filters combine', async () => {
  const { department, course, institution } = made.find((row) => row.is_accepted)!
  const query = {
    status: 'accepted',
    institution: institution!,
    course: course!,
    department: department!,
    q: '@example.',
  }
  const expected = made.filter(
    (row) =>
      row.is_accepted &&
      !row.is_archived &&
      row.department === department &&
      row.course === course &&
      row.institution === institution,
  )

  expect(idsOf((await list(query)).rows)).toEqual(idsOf(expected.toReversed()))
})

test('an application created by staff gets a reference ID', async () => {
  const { referenceId, _id, ...created } = await create({ is_accepted: true, is_archived: true })

  expect(referenceId).toMatch(/^SPH-\d{4}-/)
  expect((await get(_id)).body).toEqual({ ...created, referenceId, _id })
  expect(created).toMatchObject({ is_accepted: true, is_archived: true, first_name: 'Zawadi' })
})

test('staff may omit the links, the start date and the yes-or-no answers', async () => {
  const links = { linkedin_url: '', github_url: null, resume_url: undefined, cover_letter_url: ' ' }
  const flags = { can_attend_onsite: null, is_accepted: null, is_archived: null }
  const created = await create({ ...links, ...flags, available_start_date: '' })

  expect(created).toMatchObject({
    linkedin_url: null,
    github_url: null,
    resume_url: null,
    cover_letter_url: null,
    available_start_date: null,
    can_attend_onsite: true,
    is_accepted: false,
    is_archived: false,
  })
})

test('missing answers of staff are reported in one message, in the order of the form', async () => {
  const message = async (body: object) => {
    const answers = await Promise.all([
      ask(api.attachments.create, asked({ body })),
      ask(api.attachments.update, asked({ body, id: made[0]!._id })),
    ])
    expect(answers.map(({ status }) => status)).toEqual([422, 422])
    expect(answers[0].body).toEqual(answers[1].body)
    expect(answers[0].body.error).toBe(answers[0].body.message)
    return answers[0].body.message as string
  }

  expect(await message({})).toBe(
    'Please fill in all required fields: first_name, last_name, phone_number, email, residential_location, date_of_birth, gender, year_of_study, expected_graduation_date, about_yourself, community_engagement_statement, understanding_of_swahilipot, institution, course, department',
  )
  expect(
    await message(staffInput({ last_name: ' ', course: { _id: '' }, agree_terms: false })),
  ).toBe('Please fill in all required fields: last_name, course')
  expect(await message(staffInput({ agree_terms: false }))).toBe('You must agree to the terms')
  expect(await message(staffInput({ agree_terms: undefined }))).toBe('You must agree to the terms')
  expect(await message(staffInput({ email: 'zawadi' }))).toBe(
    'Please check email: Valid email required',
  )
})

test('an application can be saved exactly as it was read', async () => {
  for (const row of [made[3]!, made[11]!, await create()]) {
    const { body: before } = await get(row._id)
    const answer = await ask(api.attachments.update, asked({ id: row._id, body: before }))
    const { body: after } = await get(row._id)

    expect(answer.status).toBe(200)
    expect(answer.body).toEqual(after)
    expect({ ...after, updatedAt: '' }).toEqual({ ...before, updatedAt: '' })
  }
})

test('an update replaces the answers and keeps identifiers and creation time', async () => {
  const created = await create()
  const { status, body } = await ask(
    api.attachments.update,
    asked({
      id: created._id,
      body: staffInput({
        _id: randomUUID(),
        referenceId: 'SPH-2020-AAAAAAAA',
        createdAt: '2020-01-01T00:00:00.000Z',
        first_name: 'Rehema',
        middle_name: null,
        is_archived: true,
      }),
    }),
  )
  expect(status).toBe(200)

  expect(body).toEqual({
    ...created,
    first_name: 'Rehema',
    middle_name: null,
    is_archived: true,
    updatedAt: body.updatedAt,
  })
  expect(body.updatedAt >= created.updatedAt).toBe(true)
})

test('staff cannot choose a course of another institution', async () => {
  const foreign = await db
    .selectFrom('courses')
    .select('_id')
    .where('institution', '!=', choices.institution)
    .executeTakeFirstOrThrow()
  const body = staffInput({ course: foreign._id })
  for (const [endpoint, id] of [
    [api.attachments.create, undefined],
    [api.attachments.update, made[0]!._id],
  ] as const) {
    const answer = await ask(endpoint, asked({ body, ...(id && { id }) }))
    expect([answer.status, answer.body.fields]).toEqual([
      422,
      { course: 'Choose a course of the chosen institution' },
    ])
  }
})

test('accept and archive toggle their flag and return its value', async () => {
  const { _id: id } = await create()
  const updatedAt = expect.any(String)
  const flip = async (endpoint: typeof api.attachments.accept | typeof api.attachments.archive) =>
    (await ask(endpoint, asked({ id }))).body

  expect(await flip(api.attachments.accept)).toEqual({
    is_accepted: true,
    undo: [{ ids: [id], updatedAt, is_accepted: false }],
    message: 'Application accepted',
  })
  expect(await flip(api.attachments.archive)).toEqual({
    is_archived: true,
    undo: [{ ids: [id], updatedAt, is_archived: false }],
    message: 'Application archived',
  })
  expect((await get(id)).body).toMatchObject({ is_accepted: true, is_archived: true })
  expect(await flip(api.attachments.accept)).toEqual({
    is_accepted: false,
    undo: [{ ids: [id], updatedAt, is_accepted: true }],
    message: 'Acceptance revoked',
  })
  expect(await flip(api.attachments.archive)).toEqual({
    is_archived: false,
    undo: [{ ids: [id], updatedAt, is_archived: true }],
    message: 'Application unarchived',
  })
  expect((await get(id)).body).toMatchObject({ is_accepted: false, is_archived: false })
})

test.each(['', '{}', 'null'])('accept and archive also toggle with the body %j', async (body) => {
  const { _id: id } = await create()
  const headers = { 'content-type': 'application/json' }
  for (const flag of [true, false]) {
    const accepted = await ask(api.attachments.accept, asked({ id, body, headers }))
    const archived = await ask(api.attachments.archive, asked({ id, body, headers }))
    expect([accepted.body.is_accepted, archived.body.is_archived]).toEqual([flag, flag])
  }
})

test('accept and archive change nothing if the flag already has the wanted value', async () => {
  const { _id: id } = await create()
  const { accept, archive } = api.attachments
  for (const [endpoint, body, action] of [
    [accept, { is_accepted: true }, 'accept'],
    [archive, { is_archived: true }, 'archive'],
    [accept, { is_accepted: false }, 'revoke'],
    [archive, { is_archived: false }, 'unarchive'],
  ] as const) {
    const first = await ask(endpoint, asked({ id, body }))
    const stored = await get(id)
    const second = await ask(endpoint, asked({ id, body }))

    expect(first.body).toMatchObject(body)
    expect([second.status, second.body]).toEqual([200, { ...first.body, undo: [] }])
    expect((await get(id)).body).toEqual(stored.body)
    const query = { record: id, action }
    expect((await ask(api.history, asked({ query }))).body).toHaveLength(1)
  }
})

test('an odd number of concurrent toggles ends with true', async () => {
  const { _id: id } = await create()
  await Promise.all(Array.from({ length: 21 }, () => ask(api.attachments.accept, asked({ id }))))

  expect((await get(id)).body.is_accepted).toBe(true)
})

test('the counts match the lists', async () => {
  const { body } = await ask(api.attachments.counts, asked())
  const totalOf = async (query: Record<string, string>) =>
    Number((await list({ ...query, limit: '1' })).total)

  expect(body).toEqual({
    total: await totalOf({ includeArchived: 'true' }),
    active: await totalOf({}),
    pending: await totalOf({ status: 'pending' }),
    accepted: await totalOf({ status: 'accepted' }),
    archived: await totalOf({ status: 'archived' }),
    declined: await totalOf({ view: 'archived', decision: 'declined' }),
    withdrawn: await totalOf({ view: 'archived', decision: 'withdrawn' }),
    possiblyTwice: await totalOf({ view: 'active', sameAs: 'open' }),
    papersMissing: await totalOf({ view: 'active', papers: 'missing' }),
  })
  expect(body.declined).toBeGreaterThan(20)
  expect(body.pending + body.accepted + body.archived).toBe(body.total)
  expect(body.total).toBeGreaterThanOrEqual(made.length)
})

test('of two administrators who delete the same application, one gets a 404', async () => {
  const other = await addUser(ask, token, 'admin')
  const { _id: id } = await create()
  const answers = await Promise.all(
    [token, other.token].map((bearer) => ask(api.attachments.remove, { token: bearer, id })),
  )
  const [deleted, gone] = answers.toSorted((a, b) => a.status - b.status)

  expect([deleted!.status, deleted!.body.message]).toEqual([
    200,
    'Application deleted successfully',
  ])
  expect([gone!.status, gone!.body.message]).toEqual([
    404,
    'This application does not exist. It may have been deleted.',
  ])
  expect((await get(id)).status).toBe(404)
})

test('an application without references is listed, found and shown with nulls', async () => {
  const nothing = { institution: null, course: null, department: null }
  const [template] = made
  const imported = {
    ...template!,
    ...nothing,
    _id: randomUUID(),
    referenceId: 'SPH-2020-MPQRSTVW',
    last_name: 'Kutoka-Zamani',
    is_archived: false,
  }
  await addApplications(db, [imported])

  const shown = { ...asShown(imported), documents: [] }
  expect((await get(imported._id)).body).toEqual(shown)
  expect((await list({ q: 'kutoka-zamani' })).rows).toEqual([shown])
  for (const sort of ['institution', 'course', 'department']) {
    const [first] = (await list({ sort, limit: '1' })).rows
    expect(first).toMatchObject(nothing)
  }
  const saved = await ask(api.attachments.update, asked({ id: imported._id, body: imported }))
  expect([saved.status, saved.body.message]).toEqual([
    422,
    'Please fill in all required fields: institution, course, department',
  ])
})
