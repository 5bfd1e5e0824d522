import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'

import { api } from '../../contract/api.ts'
import type { Application } from '../../contract/application/application.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Placement } from '../../contract/intake/placement.ts'
import { openDatabase, prepareDatabase } from '../../server/database/open.ts'
import { list } from '../../server/services/applications/application-list.ts'
import { DomainError } from '../../server/services/domain-error.ts'
import { addMadeUpApplications, choicesOf, startApi, submission } from '../support/api.ts'
import { createDatabase, dropDatabase } from '../support/postgres.ts'

const { ask, token, db } = await startApi()
const choices = await choicesOf(ask)

const find = async (q: string, query: Record<string, string> = {}) => {
  const answer = await ask(api.attachments.list, {
    token,
    query: { q, limit: '200', includeArchived: 'true', ...query },
  })
  expect(answer.status).toBe(200)
  const ids = (answer.body as Application[]).map(({ _id }) => _id)
  expect(answer.headers['x-total-count']).toBe(String(ids.length))
  return ids
}

async function create(changes: Record<string, unknown>) {
  const body = submission(choices, { is_accepted: false, is_archived: false, ...changes })
  const created = await ask(api.attachments.create, { token, body })
  expect(created.status).toBe(201)
  return created.body as Application
}

test('every word must be found, in any order and in any field', async () => {
  const { _id, institution } = await create({ first_name: 'Kadzo', last_name: 'Chengo' })
  await create({ first_name: 'Kadzo', last_name: 'Mwero' })
  const word = institution!.name.split(' ')[0]!

  for (const q of ['kadzo chengo', 'Chengo  Kadzo', `cheng ${word} KADZ`]) {
    expect([q, await find(q)]).toEqual([q, [_id]])
  }
  expect(await find('kadzo chengo mwero')).toEqual([])
})

test.each([
  ["Ng'ang'a", ['nganga', "NG'ANG'A", 'ng’ang’a', 'ang’a']],
  ['Ng´ang´a', ['nganga', "ng'ang'a", 'ng´ang´a', 'Ng′ang′a', 'ngʻangʻa', 'ng‛ang‛a']],
  ["Wak'o-Øster", ['wakʹo‑oster', 'WAKO–ØSTER', 'wa\u200bko']],
  ['Noëlle', ['noelle', 'NOËLLE', 'Noe\u0308lle']],
  ['Éva-Żaneta', ['eva-zaneta', 'ÉVA', 'żan']],
  ['李小龍', ['李小龍', '小龍', '龍']],
  ['x"y AND z*', ['x"y', 'z*', '"y', 'AND']],
])('%s is found however it is typed', async (name, ways) => {
  const { _id } = await create({ first_name: name })
  for (const q of ways) expect([q, await find(q)]).toEqual([q, expect.arrayContaining([_id])])
})

test('an application is found by its telephone number in any of its forms', async () => {
  const { _id } = await create({ phone_number: '+254 (0) 798 111 222' })
  const { _id: other } = await create({ phone_number: '00254 798 111222' })
  for (const q of ['0798111222', '0798 111 222', '254', '798111', '111222']) {
    expect([q, await find(q)]).toEqual([q, expect.arrayContaining([_id, other])])
  }
})

/** One number as people type it and as phones show it. */
const spellings = [
  '0797 345 671',
  '797345671',
  '+254797345671',
  '254797345671',
  '00254797345671',
  '+254 (0) 797 345 671',
  '+254 0797 345 671',
  '0797-345671',
]

test('an application is found by any spelling of its number, whole or begun', async () => {
  const ids: string[] = []
  for (const phone_number of spellings) ids.push((await create({ phone_number }))._id)
  const typed = [
    '+254-797-345-671',
    '0797‑345‑671',
    '٠٧٩٧ ٣٤٥ ٦٧١',
    'tel:+254797345671',
    '(0797) 345',
  ]
  for (const q of [...spellings, ...typed, '+254 797 3456', 'zawadi +254 797 345 671']) {
    expect([q, new Set(await find(q))]).toEqual([q, new Set(ids)])
  }
})

test('a number of another country is found by any spelling, and is no Kenyan one', async () => {
  const numbers = ['+255 797 345 672', '00255797345672', '255797345672']
  const ids: string[] = []
  for (const phone_number of numbers) ids.push((await create({ phone_number }))._id)
  for (const q of numbers) expect([q, new Set(await find(q))]).toEqual([q, new Set(ids)])
  expect(await find('0797345672')).toEqual([])
})

test('a placement is found by the number and the reference ID of its applicant', async () => {
  const { _id, referenceId } = await create({ phone_number: '797345673' })
  await db
    .updateTable('attachments')
    .set({ offerState: 'confirmed' })
    .where('_id', '=', _id)
    .execute()
  const moment = new Date().toISOString()
  const times = { createdAt: moment, updatedAt: moment }
  const days = { startsOn: '2027-01-04', endsOn: '2027-03-26' }
  await db
    .insertInto('placements')
    .values({ _id: randomUUID(), attachment: _id, department: null, ...days, ...times })
    .execute()
  for (const q of ['+254 797 345 673', '0797-345-673', referenceId.replaceAll('-', '')]) {
    const { body } = await ask(api.placements.list, { token, query: { q } })
    expect([q, body.map((row: Placement) => row.application._id)]).toEqual([q, [_id]])
  }
})

test('an application is found by its reference ID without dashes and with look-alikes', async () => {
  const { _id } = await create({})
  await db
    .updateTable('attachments')
    .set({ referenceId: 'SPH-2026-0WATJ17D' })
    .where('_id', '=', _id)
    .execute()
  const { body } = await ask(api.attachments.get, { token, id: _id })
  await ask(api.attachments.update, {
    token,
    id: _id,
    body: { ...body, first_name: 'Kitambulisho' },
  })
  for (const q of [
    'SPH20260WATJ17D',
    'sph-2026-0watj17d',
    'SPH-2O26-OWATJI7D',
    'sph 2026 owatjl7d',
    '2026-0WATJ17D',
    'kitambulisho SPH2026OWATJI7D',
  ]) {
    expect([q, await find(q)]).toEqual([q, [_id]])
  }
})

test('an edited application is found by its new words and not by the old ones', async () => {
  const created = await create({ first_name: 'Zamanina', email: 'zamani@example.org' })
  const body = { ...created, first_name: 'Mpyanina', email: 'mpya@example.org' }
  await ask(api.attachments.update, { token, id: created._id, body })

  expect(await find('mpyanina')).toEqual([created._id])
  expect(await find('zamanina')).toEqual([])
})

test('decisions move an application from one filtered search to the other', async () => {
  const { _id: id } = await create({ last_name: 'Hamahama' })
  const where = async () => ({
    pending: (await find('hamahama', { status: 'pending' })).length,
    accepted: (await find('hamahama', { status: 'accepted' })).length,
    archived: (await find('hamahama', { view: 'archived' })).length,
    active: (await find('hamahama', { view: 'active' })).length,
  })
  expect(await where()).toEqual({ pending: 1, accepted: 0, archived: 0, active: 1 })
  await ask(api.attachments.accept, { token, id })
  expect(await where()).toEqual({ pending: 0, accepted: 1, archived: 0, active: 1 })
  await ask(api.attachments.decide, { token, body: { ids: [id], is_archived: true } })
  expect(await where()).toEqual({ pending: 0, accepted: 0, archived: 1, active: 0 })
  await ask(api.attachments.remove, { token, id })
  expect(await find('hamahama')).toEqual([])
})

test('a renamed institution, course or department is found by its new name at once', async () => {
  const institution = await made(api.institutions.create, { name: 'Chuo Kale', county: 'Lamu' })
  // The same name twice: a rename must change only the right line of a search text.
  const course = await made(api.courses.create, {
    name: 'Chuo Kale',
    institution,
    certification: 'Diploma',
  })
  const department = await made(api.departments.create, { name: 'Idara Kale', code: 'KALE' })
  const { _id } = await create({ institution, course, department })

  await ask(api.institutions.update, {
    token,
    id: institution,
    body: { name: 'Chuo Kipyanzi', county: 'Lamu' },
  })
  expect([await find('kipyanzi'), await find('kipyanzi kale')]).toEqual([[_id], [_id]])
  expect(await find('chuo kale')).toEqual([_id])
  await ask(api.courses.update, {
    token,
    id: course,
    body: { name: 'Ubaharianzi', institution, certification: 'Diploma' },
  })
  expect(await find('ubaharianzi kipyanzi idara')).toEqual([_id])
  await ask(api.departments.update, {
    token,
    id: department,
    body: { name: 'Ofisi Mpyanzi', code: 'KALE' },
  })
  expect([await find('mpyanzi ofisi'), await find('kale')]).toEqual([[_id], []])
})

test('an application that arrives during a rename of its institution is found by the new name', async () => {
  const county = 'Lamu'
  const institution = await made(api.institutions.create, { name: 'Chuo cha Zamani', county })
  const course = await made(api.courses.create, {
    name: 'Uvuvi',
    institution,
    certification: 'Diploma',
  })
  const names = ['moja', 'mbili', 'tatu', 'nne', 'tano', 'sita'].map((word) => `Chuo Sasa${word}`)
  for (const [round, name] of names.entries()) {
    const arrivals = Array.from({ length: 8 }, () =>
      ask(api.public.submit, { body: submission(choices, { institution, course }) }),
    )
    const renaming = ask(api.institutions.update, {
      token,
      id: institution,
      body: { name, county },
    })
    const answers = await Promise.all([...arrivals, renaming])
    expect(answers.map(({ status }) => status)).toEqual([...arrivals.map(() => 201), 200])
    expect([name, (await find(name)).length]).toEqual([name, 8 * (round + 1)])
  }
})

async function made(call: Endpoint, body: object) {
  return (await ask(call, { token, body })).body._id as string
}

test('the index finds the same as a scan of every row, also after many deletions', async () => {
  const spliced = await create({ first_name: 'Jaruxoqiv', last_name: 'Peluxoqegy' })
  const rows = await addMadeUpApplications(db, 900)
  const doomed = rows.filter((_row, index) => index % 3 === 0).map(({ _id }) => _id)
  await db.deleteFrom('attachments').where('_id', 'in', doomed).execute()
  await ask(api.attachments.decide, {
    token,
    body: { ids: rows.slice(0, 200).map(({ _id }) => _id), is_archived: true },
  })
  const left = await db.selectFrom('attachments').select(['email', 'referenceId', '_id']).execute()
  const texts = await db.selectFrom('search_texts').select('_id').execute()
  expect(new Set(texts.map(({ _id }) => _id))).toEqual(new Set(left.map(({ _id }) => _id)))

  for (const { _id, email, referenceId } of left.filter((_row, index) => index % 40 === 0)) {
    expect(await find(email)).toContain(_id)
    expect(await find(referenceId)).toEqual([_id])
  }
  // The search text contains all trigrams of these words, but not one after the other.
  for (const word of ['ruxoqe', 'jaruxoqegy']) expect([word, await find(word)]).toEqual([word, []])
  expect(await find('ruxoqi luxoqe')).toEqual([spliced._id])
  for (const { email } of rows.filter(({ _id }) => doomed.includes(_id)).slice(0, 20)) {
    expect(await find(email)).toEqual([])
  }
})

test('an old application is found by its new words after an edit', async () => {
  const rows = await addMadeUpApplications(db, 600)
  const { _id: id } = rows[0]!
  const { body: before } = await ask(api.attachments.get, { token, id })
  const edited = { ...before, agree_terms: true, first_name: 'Zamazama', email: 'zz@example.org' }
  const { status } = await ask(api.attachments.update, { token, id, body: edited })

  expect([status, await find('zamazama')]).toEqual([200, [id]])
  expect(await find(before.email)).toEqual([])
})

test('applications are filtered by institution, course and department, also by none, and by time', async () => {
  const nothing = { institution: null, course: null, department: null, is_archived: false }
  const [odd] = await addMadeUpApplications(db, 1, () => ({
    ...nothing,
    last_name: 'Pasipoti',
    createdAt: '2024-02-29T21:00:00.000Z',
  }))
  const asked = async (query: Record<string, string>) => {
    const { body } = await ask(api.attachments.list, { token, query: { limit: '200', ...query } })
    return (body as Application[]).map(({ _id }) => _id)
  }

  for (const key of ['institution', 'course', 'department']) {
    expect(await asked({ [key]: 'none' })).toEqual([odd!._id])
    expect(await asked({ [key]: 'none', q: 'pasipoti' })).toEqual([odd!._id])
  }
  const march = { since: '2024-03-01T00:00:00+03:00', before: '2024-04-01T00:00:00+03:00' }
  const february = { since: '2024-02-01T00:00:00+03:00', before: '2024-03-01T00:00:00+03:00' }
  const search = { q: 'pasipoti' }
  for (const [inMarch, inFebruary] of [
    [march, february],
    [
      { ...march, ...search },
      { ...february, ...search },
    ],
  ] as const) {
    expect([await asked(inMarch), await asked(inFebruary)]).toEqual([[odd!._id], []])
  }
})

test.each(['first_name', '-email', 'institution', '-year_of_study', 'status'])(
  'the pages of a search sorted by %s add up to the whole list',
  async (sort) => {
    const asked = { q: '@example.org', sort, includeArchived: 'true' }
    const idsOf = async (query: Record<string, string>) => {
      const { body } = await ask(api.attachments.list, { token, query: { ...asked, ...query } })
      return (body as Application[]).map(({ _id }) => _id)
    }
    const whole = await idsOf({})
    const pages: string[] = []
    for (let page = 1; page <= Math.ceil(whole.length / 50); page++) {
      pages.push(...(await idsOf({ limit: '50', page: String(page) })))
    }

    expect(whole.length).toBeGreaterThan(150)
    expect(new Set(whole).size).toBe(whole.length)
    expect(pages).toEqual(whole)
  },
)

test.runIf(process.env['TEST_ENGINE'] === 'postgres')(
  'without the right to create the index searching works, and the start warns about it',
  async () => {
    const database = await createDatabase(inject('postgresUrl'))
    const url = new URL(database)
    const role = `weak_${randomUUID().replaceAll('-', '')}`
    const owner = openDatabase({ databaseUrl: url.href, dataDir: '' })
    await sql`create role ${sql.ref(role)} login password 'weak'`.execute(owner.db)
    await sql`grant create, usage on schema public to ${sql.ref(role)}`.execute(owner.db)
    url.username = role
    url.password = 'weak'
    const weak = openDatabase({ databaseUrl: url.href, dataDir: '' })
    try {
      expect(await prepareDatabase(weak.db, weak.engine)).toMatch(/^Searching has no index/)
      const [row] = await addMadeUpApplications(weak.db, 1)
      const query = { q: row!.email, page: 1, includeArchived: 'true' as const }
      const listed = await list(weak.db, weak.engine.search, query)
      if (listed instanceof DomainError) throw new Error(listed.message)
      const found = await listed.page(5, 1)
      expect(found.rows.map(({ _id }) => _id)).toEqual([row!._id])
    } finally {
      await weak.db.destroy()
      await sql`drop owned by ${sql.ref(role)}`.execute(owner.db)
      await sql`drop role ${sql.ref(role)}`.execute(owner.db)
      await owner.db.destroy()
      await dropDatabase(database)
    }
  },
)
