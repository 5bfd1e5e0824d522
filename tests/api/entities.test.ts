import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { entityNames } from '../../contract/entities.ts'
import { addMadeUpApplications, choicesOf, startApi } from '../support/api.ts'
import { intakeActors } from '../support/intakes.ts'

const { ask, token, db } = await startApi()
const choices = await choicesOf(ask)

type Row = Record<string, unknown> & { _id: string; name: string }

/** The entities: their calls, inputs and expectations. */
const entities = [
  {
    one: 'institution',
    title: 'Institution',
    calls: api.institutions,
    input: { name: 'Chuo cha Pwani', county: 'Kilifi' },
    changed: { name: 'Chuo Kikuu cha Pwani', county: "Murang'a" },
    missing: { name: 'Required', county: 'Required' },
    found: { chuo: true, KILIFI: true, mombasani: false },
    sorts: ['name', 'county', 'createdAt'],
    reads: { name: 'Chuo cha Pwani', county: 'Kilifi' },
  },
  {
    one: 'course',
    title: 'Course',
    calls: api.courses,
    input: { name: 'Useremala', institution: choices.institution, certification: 'Others' },
    changed: { name: 'Ushonaji', institution: choices.institution, certification: 'Diploma' },
    missing: { name: 'Required', institution: 'Required', certification: 'Required' },
    found: { SEREMALA: true, useremali: false },
    sorts: ['name', 'institution', 'certification', 'createdAt'],
    reads: { name: 'Useremala', certification: 'Others' },
  },
  {
    one: 'department',
    title: 'Department',
    calls: api.departments,
    input: { name: 'Idara ya Bahari', code: 'BAH', headOfDepartment: '', description: ' ' },
    changed: {
      name: 'Idara ya Uvuvi',
      name_sw: 'Uvuvi',
      code: 'UVU',
      headOfDepartment: 'Bi. Mwanaisha',
      description: 'Samaki.\nMashua.',
    },
    missing: { name: 'Required', code: 'Required' },
    found: { bahari: true, 'bah idara': false, bah: true },
    sorts: ['name', 'code', 'headOfDepartment', 'createdAt'],
    reads: {
      name: 'Idara ya Bahari',
      name_sw: null,
      code: 'BAH',
      headOfDepartment: null,
      description: null,
    },
  },
  {
    one: 'user',
    title: 'User',
    calls: api.users,
    input: { name: 'Salim Omar', email: 'Salim@Example.org ' },
    changed: { name: 'Salim Ali', email: 'salim.ali@example.org', role: 'admin' },
    missing: { name: 'Required', email: 'Valid email required' },
    found: { 'SALIM OMAR': true, 'salim@example': true, 'salim@example.com': false },
    sorts: ['name', 'email', 'role', 'createdAt', 'updatedAt'],
    reads: { name: 'Salim Omar', email: 'salim@example.org', role: 'user' },
  },
]

test('every entity is tested', () => {
  expect(entities.map(({ one }) => one)).toEqual(entityNames)
})

test.each(entities)('a new $one is read, listed, changed and deleted', async (entity) => {
  const { calls, input, changed, reads, one, title } = entity
  const created = await ask(calls.create, { token, body: { ...input, _id: 'x', password: 'y' } })
  const id = created.body._id
  expect(created.status).toBe(201)
  expect(created.body).toMatchObject(reads)
  expect(Date.now() - Date.parse(created.body.createdAt)).toBeLessThan(60_000)

  const read = await ask(calls.get, { token, id })
  const listed = await ask(calls.list, { token })
  expect([read.status, read.body]).toEqual([200, created.body])
  expect(listed.body.filter((row: Row) => row._id === id)).toEqual([created.body])

  const updated = await ask(calls.update, { token, id, body: changed })
  const { institution: _, ...plain } = changed as Record<string, unknown>
  expect([updated.status, updated.body]).toMatchObject([200, plain])
  expect((await ask(calls.get, { token, id })).body).toEqual(updated.body)
  expect(updated.body.createdAt).toBe(created.body.createdAt)
  const again = await ask(calls.update, { token, id, body: updated.body })
  expect([again.status, { ...again.body, updatedAt: '' }]).toEqual([
    200,
    { ...updated.body, updatedAt: '' },
  ])

  const removed = await ask(calls.remove, { token, id })
  expect([removed.status, removed.body]).toEqual([
    200,
    { message: `${title} deleted successfully` },
  ])
  const sentence = `This ${one} does not exist. It may have been deleted.`
  for (const call of [calls.get, calls.update, calls.remove]) {
    const gone = await ask(call, { token, id, ...(call.method === 'PUT' && { body: changed }) })
    expect([gone.status, gone.body]).toEqual([404, { message: sentence, error: sentence }])
  }
})

test.each(entities)(
  'the error of an empty $one names each required field',
  async ({ calls, missing }) => {
    const { status, body } = await ask(calls.create, { token, body: {} })

    expect([status, body.fields]).toEqual([422, missing])
    for (const [name, message] of Object.entries(missing)) {
      expect(body.message).toContain(`${name}: ${message}`)
    }
  },
)

test.each(entities)(
  'search finds a $one by the texts of its row',
  async ({ calls, input, found }) => {
    const { body: created } = await ask(calls.create, { token, body: input })
    for (const [q, expected] of Object.entries(found)) {
      const { body, headers } = await ask(calls.list, { token, query: { q, limit: '200' } })
      const isThere = body.some(({ _id }: Row) => _id === created._id)
      expect([q, isThere]).toEqual([q, expected])
      expect(headers['x-total-count']).toBe(String(body.length))
    }
    await ask(calls.remove, { token, id: created._id })
  },
)

test.each(entities)('the total of the $one list is right beyond its last page', async (entity) => {
  const { body: whole } = await ask(entity.calls.list, { token })
  const { body, headers } = await ask(entity.calls.list, {
    token,
    query: { limit: '10', page: '90' },
  })
  expect([body, headers['x-total-count']]).toEqual([[], String(whole.length)])
})

test.each(entities)('every sort of the $one list is stable, in either order', async (entity) => {
  const { calls, sorts } = entity
  for (const sort of sorts) {
    const ids = async (query: Record<string, string>) => {
      const { status, body } = await ask(calls.list, { token, query })
      expect([sort, status]).toEqual([sort, 200])
      return body.map(({ _id }: Row) => _id) as string[]
    }
    const up = await ids({ sort })
    const down = await ids({ sort: `-${sort}` })
    const pages = [await ids({ sort, limit: '2' }), await ids({ sort, limit: '2', page: '2' })]

    expect([sort, down]).toEqual([sort, up.toReversed()])
    expect([sort, pages.flat()]).toEqual([sort, up.slice(0, 4)])
  }
})

test.each(entities)('the $one list is sorted by name by default', async (entity) => {
  const { body } = await ask(entity.calls.list, { token })
  const initials = body.map(({ name }: Row) => name.charAt(0).toLowerCase())

  expect(initials).toEqual(initials.toSorted())
})

const clashes = [
  ['institution', { name: 'chuo CHA pwani', county: 'Lamu' }, 'name'],
  ['institution', { name: '‘Chuo’ cha–Pwa\u200bni', county: 'Lamu' }, 'name'],
  ['course', { name: 'Use-remala' }, 'name'],
  ['department', { name: 'Idara\u00a0 ya Ba´hari', code: 'XYZ' }, 'name'],
  ['course', { name: 'USEREMALA' }, 'name'],
  ['department', { name: 'idara ya bahari', code: 'XYZ' }, 'name'],
  ['department', { name: 'Idara Nyingine', code: 'bah' }, 'code'],
  ['user', { name: 'Another', email: 'SALIM@example.org' }, 'email'],
] as const

test.each(clashes)('a second %s like %j is a conflict of its %s', async (one, twin, field) => {
  const { calls, input } = entities.find((entity) => entity.one === one)!
  const { body: first } = await ask(calls.create, { token, body: input })
  const { body: other } = await ask(calls.create, {
    token,
    body: { ...input, name: 'Kingine', code: 'KIN', email: 'kingine@example.org' },
  })
  const body = { ...input, ...twin }
  const created = await ask(calls.create, { token, body })
  const updated = await ask(calls.update, { token, body, id: other._id })

  for (const answer of [created, updated]) {
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([409, [field]])
    expect(answer.body.message).toMatch(/already\.$/)
  }
  expect((await ask(calls.get, { token, id: other._id })).body).toEqual(other)
  const itself = await ask(calls.update, { token, body: { ...first, ...twin }, id: first._id })
  expect(itself.status).toBe(200)
  for (const { _id } of [first, other]) await ask(calls.remove, { token, id: _id })
})

test('names with accents are compared regardless of case', async () => {
  const first = await ask(api.institutions.create, {
    token,
    body: { name: 'École de Mombasa', county: 'Mombasa' },
  })
  const twin = await ask(api.institutions.create, {
    token,
    body: { name: 'éCOLE DE MOMBASA', county: 'Mombasa' },
  })
  const found = await ask(api.institutions.list, { token, query: { q: 'éCOLE' } })
  for (const { body } of [first, twin]) await ask(api.institutions.remove, { token, id: body._id })

  expect(twin.status).toBe(409)
  expect(found.body.map(({ _id }: Row) => _id)).toEqual([first.body._id])
})

test.each(entities)('of ten equal $ones created at once, one is stored', async (entity) => {
  const { calls, input } = entity
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => ask(calls.create, { token, body: input })),
  )
  const stored = answers.filter(({ status }) => status === 201)

  expect(stored).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
  await ask(calls.remove, { token, id: stored[0]!.body._id })
})

test('the same course may exist at another institution or with another certification', async () => {
  const { body: institutions } = await ask(api.institutions.list, { token })
  const other = institutions.find(({ _id }: Row) => _id !== choices.institution)
  const course = { name: 'Ubaharia', institution: choices.institution, certification: 'Diploma' }
  for (const changes of [{}, { certification: 'Degree' }, { institution: other._id }]) {
    const answer = await ask(api.courses.create, { token, body: { ...course, ...changes } })
    expect(answer.status).toBe(201)
  }
})

test('a course of an unknown institution is refused', async () => {
  const body = { name: 'Ubaharia', institution: randomUUID(), certification: 'Diploma' }
  for (const [call, id] of [
    [api.courses.create, ''],
    [api.courses.update, choices.course],
  ] as const) {
    const answer = await ask(call, { token, body, id })
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([422, ['institution']])
  }
})

test('courses are filtered by institution and certification', async () => {
  const { institution } = choices
  const rows = await db.selectFrom('courses').selectAll().execute()
  const coursesOf = async (query: Record<string, string>) =>
    (await ask(api.courses.list, { token, query })).body as (Row & {
      institution: { _id: string }
      certification: string
    })[]
  const own = await coursesOf({ institution })
  const diplomas = await coursesOf({ institution, certification: 'Diploma' })

  expect(own).toHaveLength(rows.filter((row) => row.institution === institution).length)
  expect(own.every((row) => row.institution._id === institution)).toBe(true)
  expect(diplomas).toHaveLength(own.filter((row) => row.certification === 'Diploma').length)
  expect(diplomas.every((row) => row.certification === 'Diploma')).toBe(true)
})

test('a record in use is not deleted, and the error counts its uses', async () => {
  const { body: institution } = await ask(api.institutions.create, {
    token,
    body: { name: 'Chuo Kinachotumika', county: 'Lamu' },
  })
  const newCourse = async (name: string) => {
    const body = { name, institution: institution._id, certification: 'Diploma' }
    return (await ask(api.courses.create, { token, body })).body._id as string
  }
  const { body: department } = await ask(api.departments.create, {
    token,
    body: { name: 'Idara Inayotumika', code: 'ITU' },
  })
  const remove = async (what: 'institutions' | 'courses' | 'departments', id: string) => {
    const { status, body } = await ask(api[what].remove, { token, id })
    return `${status} ${body.message}`
  }
  const first = await newCourse('Uhandisi')
  expect(await remove('institutions', institution._id)).toBe(
    '409 This institution is used by 1 course, so it cannot be deleted.',
  )

  const second = await newCourse('Uhasibu')
  await addMadeUpApplications(db, 3, () => ({
    institution: institution._id,
    course: first,
    department: department._id,
  }))
  expect(await remove('institutions', institution._id)).toBe(
    '409 This institution is used by 2 courses and 3 applications, so it cannot be deleted.',
  )
  expect(await remove('courses', first)).toBe(
    '409 This course is used by 3 applications, so it cannot be deleted.',
  )
  expect(await remove('departments', department._id)).toBe(
    '409 This department is used by 3 applications, so it cannot be deleted.',
  )
  const moved = await ask(api.courses.update, {
    token,
    id: first,
    body: { name: 'Uhandisi', institution: choices.institution, certification: 'Diploma' },
  })
  expect([moved.status, Object.keys(moved.body.fields)]).toEqual([409, ['institution']])

  await db.deleteFrom('attachments').where('institution', '=', institution._id).execute()
  for (const id of [first, second]) {
    expect(await remove('courses', id)).toBe('200 Course deleted successfully')
  }
  expect(await remove('departments', department._id)).toMatch(/^200/)
  expect(await remove('institutions', institution._id)).toMatch(/^200/)
})

test('a department with places in an intake or with placements is not deleted', async () => {
  const { body: department } = await ask(api.departments.create, {
    token,
    body: { name: 'Idara ya Awamu', code: 'IDA' },
  })
  const remove = async () => {
    const { status, body } = await ask(api.departments.remove, { token, id: department._id })
    return `${status} ${body.message}`
  }
  const actors = intakeActors(ask, token, { ...choices, department: department._id })
  const intake = await actors.create(1)
  expect(await remove()).toBe('409 This department is used by 1 intake, so it cannot be deleted.')

  const applied = await actors.apply(intake._id)
  await actors.accept(applied._id)
  await actors.answer(applied, 'confirm')
  expect(await remove()).toBe(
    '409 This department is used by 1 application, 1 intake, and 1 placement, so it cannot be deleted.',
  )
})

test('an institution that gets a course during its deletion is either deleted or kept', async () => {
  for (let round = 0; round < 10; round++) {
    const { body: institution } = await ask(api.institutions.create, {
      token,
      body: { name: `Chuo ${randomUUID()}`, county: 'Lamu' },
    })
    const [removed, course] = await Promise.all([
      ask(api.institutions.remove, { token, id: institution._id }),
      ask(api.courses.create, {
        token,
        body: { name: 'Uhandisi', institution: institution._id, certification: 'Diploma' },
      }),
    ])

    expect([
      [200, 422],
      [409, 201],
    ]).toContainEqual([removed.status, course.status])
  }
})
