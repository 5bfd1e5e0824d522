import { expect, test } from 'vitest'

import type { Analytics } from '../../contract/application/analytics.ts'
import { api } from '../../contract/api.ts'
import { certifications } from '../../contract/constants.ts'
import { formLists } from '../../server/routes/page-services.ts'
import { choicesOf, startApi, submission } from '../support/api.ts'

const { ask, token, db } = await startApi()
const { department } = await choicesOf(ask)

async function add(calls: typeof api.courses | typeof api.institutions, body: object) {
  const answer = await ask(calls.create, { token, body })
  expect(answer.status).toBe(201)
  return answer.body as { _id: string; label: string; updatedAt: string }
}

/** An institution with a course of this name for each certification. */
async function institutionWith(
  institutionName: string,
  name: string,
  levels: readonly (typeof certifications)[number][] = certifications,
) {
  const { _id } = await add(api.institutions, { name: institutionName, county: 'Mombasa' })
  const courses = []
  for (const certification of levels) {
    courses.push(await add(api.courses, { name, institution: _id, certification }))
  }
  return { _id, courses }
}

async function apply(institution: string, course: string) {
  const body = submission({ institution, course, department })
  const { body: receipt } = await ask(api.public.submit, { body })
  const { body: found } = await ask(api.attachments.list, {
    token,
    query: { q: receipt.referenceId },
  })
  return found[0]
}

const twin = await institutionWith('Twin College', 'Information Technology')
await add(api.courses, { name: 'Botany', institution: twin._id, certification: 'Degree' })
const labels = ['Certificate', 'Degree', 'Diploma', 'Others'].map(
  (certification) => `Information Technology (${certification})`,
)
const diploma = twin.courses[certifications.indexOf('Diploma')]!

test('the form, with and without scripts, shows the certification of courses of one name', async () => {
  const { body } = await ask(api.public.courses, { query: { institution: twin._id } })
  const { courses } = await formLists(db)
  const onPage = courses.filter(({ institution }) => institution?._id === twin._id)

  expect(body.map(({ label }: { label: string }) => label).toSorted()).toEqual([
    'Botany',
    ...labels,
  ])
  expect(onPage.map(({ name }) => name).toSorted()).toEqual(['Botany', ...labels])
  expect(new Set(body.map(({ name }: { name: string }) => name)).size).toBe(2)
})

test('an application, its copy for the applicant and the export of its data say the certification', async () => {
  const own = await apply(twin._id, diploma._id)
  const course = {
    _id: diploma._id,
    name: 'Information Technology',
    label: 'Information Technology (Diploma)',
    certification: 'Diploma',
  }
  const credentials = { reference: own.referenceId, contact: own.email }
  const copy = await ask(api.public.ownAnswers, { body: credentials })
  const data = await ask(api.personalData.export, { token, query: { ids: own._id } })

  expect(own.course).toEqual(course)
  expect(copy.body.course).toEqual(course)
  expect(data.body.applications[0].course).toEqual(course)
})

test('the file of applications has the certification after the way to write', async () => {
  const own = await apply(twin._id, diploma._id)
  const query = { q: own.referenceId }
  const [head = '', line = ''] = (await ask(api.attachments.export, { token, query })).text.split(
    '\r\n',
  )

  expect(head).toMatch(/,Contact By,Certification,/)
  expect(line).toMatch(/,By email,Diploma,(Yes|No),,$/)
})

test('a course gets its plain name back when it is the only one of this name', async () => {
  const { _id, courses } = await institutionWith('Shrinking College', 'Masonry', [
    'Certificate',
    'Diploma',
  ])
  const [first, second] = courses
  const labelNow = async () => (await ask(api.courses.get, { token, id: first!._id })).body.label
  expect(await labelNow()).toBe('Masonry (Certificate)')

  const renamed = { name: 'Carpentry', institution: _id, certification: 'Diploma' }
  const { updatedAt } = second!
  await ask(api.courses.update, { token, id: second!._id, body: { ...renamed, updatedAt } })
  expect(await labelNow()).toBe('Masonry')

  // Names that differ only in case are the same name.
  await add(api.courses, { ...renamed, name: 'MASONRY', certification: 'Others' })
  expect(await labelNow()).toBe('Masonry (Certificate)')
})

test('the history names a course with its certification, and finds it by that', async () => {
  const { body } = await ask(api.history, { token, query: { record: diploma._id } })
  const found = await ask(api.history, { token, query: { q: 'Information Technology (Dip' } })

  expect(body[0].record.name).toBe('Information Technology (Diploma)')
  expect(found.body.map(({ record }: { record: { name: string } }) => record.name)).toEqual([
    'Information Technology (Diploma)',
  ])
})

test('the dashboard tells courses of one label apart by their institutions', async () => {
  const other = await institutionWith('Other College', 'Information Technology')
  await apply(other._id, other.courses[certifications.indexOf('Diploma')]!._id)
  await apply(twin._id, twin.courses[certifications.indexOf('Degree')]!._id)
  const lone = await institutionWith('Lone College', 'Boat Building', ['Diploma'])
  await apply(lone._id, lone.courses[0]!._id)
  const { courseBreakdown } = (await ask(api.analytics, { token })).body.data as Analytics

  expect(courseBreakdown.map(({ course, label, count }) => [course, label, count])).toEqual([
    ['Information Technology', 'Information Technology (Diploma), Twin College', 2],
    ['Boat Building', 'Boat Building', 1],
    ...[
      'Information Technology (Degree), Twin College',
      'Information Technology (Diploma), Other College',
    ].map((label) => ['Information Technology', label, 1]),
  ])
})
