import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { addMadeUpApplications, choicesOf, startApi, submission } from '../support/api.ts'
import { event } from '../support/content.ts'
import { newIntake } from '../support/intakes.ts'

const { ask, db, token } = await startApi()
const choices = await choicesOf(ask)
const [application] = await addMadeUpApplications(db, 1)
const notShown = 'Remove the characters that cannot be shown'

/** Calls that store texts: the valid body, its names, its other required texts, its optional ones. */
const calls: [
  string,
  Endpoint,
  body: object,
  names: string[],
  texts: string[],
  optional: string[],
][] = [
  [
    'an application',
    api.attachments.create,
    submission(choices),
    ['first_name', 'last_name'],
    ['residential_location', 'about_yourself'],
    ['middle_name'],
  ],
  [
    'a submission',
    api.public.submit,
    submission(choices),
    ['first_name', 'last_name'],
    ['residential_location', 'understanding_of_swahilipot'],
    ['middle_name'],
  ],
  ['an institution', api.institutions.create, { name: 'Chuo', county: 'Lamu' }, ['name'], [], []],
  [
    'a course',
    api.courses.create,
    { name: 'Ufumaji', institution: choices.institution, certification: 'Diploma' },
    ['name'],
    [],
    [],
  ],
  [
    'a department',
    api.departments.create,
    { name: 'Idara', code: 'IDA' },
    ['name'],
    ['code'],
    ['name_sw', 'headOfDepartment', 'description'],
  ],
  ['a user', api.users.create, { name: 'Salim', email: 's@example.org' }, ['name'], [], []],
  ['an intake', api.intakes.create, newIntake(), ['name'], [], ['name_sw']],
  ['a note', api.attachments.addNote, { text: 'Called.' }, [], ['text'], []],
  ['a decline', api.attachments.decline, { reason: 'late' }, [], [], ['message']],
  [
    'an acceptance beyond the places',
    api.attachments.accept,
    { overbook: false },
    [],
    [],
    ['reason'],
  ],
]

test.each(calls)('%s has no invisible texts', async (_, call, body, names, texts, optional) => {
  const { _id: id } = application!
  const fieldsOf = async (field: string, text: string) =>
    (await ask(call, { token, id, body: { ...body, [field]: text } })).body.fields

  for (const field of [...names, ...texts]) {
    for (const text of ['\u200b', '\u3164', '\u2800', '\u0301', '\u00ad\ufe0f', '👍']) {
      expect([field, await fieldsOf(field, text)]).toEqual([field, { [field]: 'Required' }])
    }
  }
  for (const field of names) expect(await fieldsOf(field, '123')).toEqual({ [field]: 'Required' })
  for (const field of [...names, ...texts, ...optional]) {
    for (const text of ['A\u202eb', 'A\u2066b', 'A\ue000', 'A\uffff']) {
      expect([field, await fieldsOf(field, text)]).toEqual([field, { [field]: notShown }])
    }
  }
})

test('invisible characters are removed before a text is stored, and before names are compared', async () => {
  const name = 'Chuo\u200e cha\u00ad  Pwani\u200b'
  const { body: first } = await ask(api.institutions.create, {
    token,
    body: { name, county: 'Lamu' },
  })
  const twin = await ask(api.institutions.create, {
    token,
    body: { name: 'Chuo cha Pwa\u200dni', county: 'Lamu' },
  })
  const { body: department } = await ask(api.departments.create, {
    token,
    body: { name: 'Idara ya\u3164 Bahari', code: 'BA\u200bH', description: '\u200b\u2800' },
  })

  expect([first.name, twin.status]).toEqual(['Chuo cha Pwani', 409])
  expect(department).toMatchObject({ name: 'Idara ya Bahari', code: 'BAH', description: null })
})

test('the sentence for staff names fields in which nothing is visible', async () => {
  const body = submission(choices, { first_name: '\u200b', about_yourself: ' \u2800' })
  const { body: answer } = await ask(api.attachments.create, { token, body })
  expect(answer.message).toBe('Please fill in all required fields: first_name, about_yourself')
})

test('texts of the website lose what nobody sees, and bidi controls are refused', async () => {
  const create = (slug: string, draft: object) =>
    ask(api.content.create, { token, body: { slug, draft: { ...event, ...draft } } })
  const image = { ...event.image, alt: '\u200b' }
  const { body: stored } = await create('one', { title: 'Tama\u00adsha', time: '\u3164', image })
  expect(stored.draft).toMatchObject({ title: 'Tamasha', time: null, image: { alt: '' } })

  for (const draft of [{ title: 'A\u202eb' }, { image: { ...event.image, alt: 'A\u202eb' } }]) {
    expect((await create('two', draft)).status).toBe(422)
  }
})

test('an import reads names as the form does', async () => {
  const csv = 'Institution Name,County\nChuo\u200b cha Tumbe,Lamu\n\u3164,Lamu\nChuo\u202e,Lamu\n'
  const { body } = await ask(api.imports.institutions, { token, body: { csv, store: false } })
  expect(body.lines).toMatchObject([
    { status: 'new', values: { name: 'Chuo cha Tumbe' } },
    { status: 'wrong', message: 'Institution Name: Required' },
    { status: 'wrong', message: `Institution Name: ${notShown}` },
  ])
})
