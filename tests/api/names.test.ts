import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import type { Placement } from '../../contract/intake/placement.ts'
import { checkNameKeys } from '../../server/cli/doctor/check-names.ts'
import { choicesOf, startApi } from '../support/api.ts'
import { event } from '../support/content.ts'
import { intakeActors, newIntake } from '../support/intakes.ts'

const { ask, token, db } = await startApi()
const choices = await choicesOf(ask)
const { accept, answer, apply, create } = intakeActors(ask, token, choices)

/** In the order of lists. */
const names = ['abel', 'Élodie', 'elsa', 'Ĩrũngũ', 'Ng´ang´a', 'nganja', 'Ömer', 'Øyvind', 'Zed']
const shuffled = names.toSorted()

const inOrder = (rows: { name: string }[]) =>
  rows.map(({ name }) => name.split(' ')[0]!).filter((name) => names.includes(name))

const departmentOf = (name: string, index: number) => ({
  name: `${name} idara`,
  code: `${name} ${index}`,
  headOfDepartment: name,
})

const lists = [
  {
    list: api.institutions.list,
    create: api.institutions.create,
    body: (name: string) => ({ name: `${name} chuo`, county: 'Lamu' }),
    sorts: ['name'],
  },
  {
    list: api.courses.list,
    create: api.courses.create,
    body: (name: string) => ({
      name: `${name} kozi`,
      institution: choices.institution,
      certification: 'Diploma',
    }),
    sorts: ['name'],
  },
  {
    list: api.departments.list,
    create: api.departments.create,
    body: departmentOf,
    sorts: ['name', 'code', 'headOfDepartment'],
  },
  {
    list: api.users.list,
    create: api.users.create,
    body: (name: string, index: number) => ({
      name: `${name} mtu`,
      email: `mtu${index}@example.org`,
    }),
    sorts: ['name'],
  },
  {
    list: api.intakes.list,
    create: api.intakes.create,
    body: (name: string) => newIntake({ name: `${name} muhula` }),
    sorts: ['name'],
  },
  {
    list: api.content.list,
    create: api.content.create,
    body: (name: string, index: number) => ({
      slug: `tamasha-${index}`,
      draft: { ...event, title: `${name} tamasha` },
    }),
    sorts: ['name'],
  },
]

test.each(lists)('$list.path is sorted by letters, and accents do not count', async (one) => {
  for (const [index, name] of shuffled.entries()) {
    const { status } = await ask(one.create, { token, body: one.body(name, index) })
    expect([name, status]).toEqual([name, 201])
  }
  for (const sort of one.sorts) {
    const up = await ask(one.list, { token, query: { sort } })
    expect([sort, inOrder(up.body)]).toEqual([sort, names])
    const down = await ask(one.list, { token, query: { sort: `-${sort}` } })
    expect([sort, inOrder(down.body)]).toEqual([sort, names.toReversed()])
  }
})

test('the lists of the application form are sorted in the same way', async () => {
  for (const call of [api.public.institutions, api.public.departments, api.public.courses]) {
    expect([call.path, inOrder((await ask(call)).body)]).toEqual([call.path, names])
  }
})

test('placements and their export are sorted by the name of the applicant, also a new one', async () => {
  const { _id: intake } = await create(20)
  const people = []
  for (const first_name of shuffled) {
    const applied = await apply(intake, { first_name, last_name: 'Kombo' })
    await accept(applied._id)
    await answer(applied, 'confirm')
    people.push(applied)
  }
  const list = async (query: object) =>
    inOrder(
      (
        (await ask(api.placements.list, { token, query: { intake, ...query } })).body as Placement[]
      ).map(({ application }) => application),
    )
  expect(await list({ sort: 'name' })).toEqual(names)
  expect(await list({ sort: '-name', limit: '3' })).toEqual(names.toReversed().slice(0, 3))
  const { text } = await ask(api.placements.export, { token, query: { intake, sort: 'name' } })
  const lines = text.split('\r\n').slice(1, -1)
  expect(lines.map((line) => names.find((name) => line.includes(`${name} Kombo`)))).toEqual(names)

  const last = people.find(({ first_name }) => first_name === 'Zed')!
  const { body } = await ask(api.attachments.get, { token, id: last._id })
  const { institution, course, department, assignee: _, ...answers } = body
  const changed = {
    ...answers,
    institution: institution._id,
    course: course._id,
    department: department._id,
    intake,
    first_name: 'abel',
    last_name: 'Áaa',
  }
  expect((await ask(api.attachments.update, { token, id: last._id, body: changed })).status).toBe(
    200,
  )
  expect((await list({ sort: 'name' })).slice(0, 3)).toEqual(['abel', 'abel', 'Élodie'])
})

test('two spellings of the name of an intake are a conflict, also at the same moment', async () => {
  const spellings = [
    'Novemba 2031–32',
    'NOVEMBA  2031-32',
    'Nov´emba 2031 32',
    'Nove\u200bmba 2031‑32',
  ]
  const answers = await Promise.all(
    spellings.map((name) => ask(api.intakes.create, { token, body: newIntake({ name }) })),
  )
  const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other)
  expect(statuses).toEqual([201, 409, 409, 409])
  const refused = answers.find(({ status }) => status === 409)!
  expect(refused.body.fields).toEqual({ name: 'An intake with this name exists already.' })
  const body = newIntake({ name: 'Novemba 203132' })
  expect((await ask(api.intakes.create, { token, body })).status).toBe(201)
})

test('institutions whose names differ in an accent are two', async () => {
  for (const name of ['École ya Pwani', 'Ecole ya Pwani']) {
    const body = { name, county: 'Lamu' }
    expect((await ask(api.institutions.create, { token, body })).status).toBe(201)
  }
})

test('the columns that the product stores are those that doctor expects', async () => {
  expect(await checkNameKeys(db)).toEqual([])
})
