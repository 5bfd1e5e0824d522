import { randomUUID } from 'node:crypto'

import { sql, SqliteQueryCompiler } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'

import { api } from '../../contract/api.ts'
import type { Application } from '../../contract/application/application.ts'
import type { Alike } from '../../contract/application/same-person.ts'
import { consentShown } from '../../contract/application/consent-wordings.ts'
import { consentWordings } from '../../server/database/consent-wordings.ts'
import { openDatabase } from '../../server/database/open.ts'
import type { Database } from '../../server/database/tables.ts'
import { personalData } from '../../contract/application/personal-data.ts'
import { runComparison } from '../../server/services/compare-applications.ts'
import { erase as eraseFrom } from '../../server/services/applications/erasure.ts'
import { deleteExpired } from '../../server/services/cleanup.ts'
import { removeDue } from '../../server/services/applications/retention.ts'
import { DomainError } from '../../server/services/domain-error.ts'
import { issueLetter } from '../../server/services/letters/letters.ts'
import { addMadeUpApplications, choicesOf, signIn, startApi, submission } from '../support/api.ts'
import { intakeActors } from '../support/intakes.ts'
import { administrator } from '../support/server.ts'
import { storesAt } from '../support/documents.ts'
import { everythingStored } from '../support/dump-storage.ts'

const { ask, token, db, engine, variables } = await startApi()
const choices = await choicesOf(ask)
const isPostgres = process.env['TEST_ENGINE'] === 'postgres'

let people = 0

/** Sends an application of another person, unless the changes say who it is. */
async function apply(changes: Record<string, unknown> = {}, key: string = randomUUID()) {
  const date_of_birth = new Date(Date.UTC(1998, 0, ++people)).toISOString().slice(0, 10)
  const body = submission(choices, { date_of_birth, ...changes })
  const { body: receipt } = await ask(api.public.submit, {
    body,
    headers: { 'idempotency-key': key },
  })
  const query = { q: receipt.referenceId }
  const { body: found } = await ask(api.attachments.list, { token, query })
  return found[0] as Application
}

const erase = (...ids: string[]) => ask(api.personalData.erase, { token, body: { ids } })
const analytics = async () => (await ask(api.analytics, { token })).body.data
const history = async (query: Record<string, string>) =>
  (await ask(api.history, { token, query })).body

test('the consent of an applicant is stored with its time', async () => {
  const before = new Date().toISOString()
  const { _id } = await apply({ email: 'agrees@example.org', consent: consentShown.en })
  const { body } = await ask(api.attachments.get, { token, id: _id })

  expect(body.consent).toEqual({
    wording: consentWordings[consentShown.en],
    agreedAt: expect.stringMatching(/Z$/),
  })
  expect(body.consent.wording).toMatch(/By sending, you agree .* Privacy Policy$/)
  expect(body.consent.agreedAt >= before).toBe(true)
})

test('a submission without a consent wording, or with a later one, gets the current wording', async () => {
  const wording = consentWordings[consentShown.en]
  expect((await apply({ email: 'silent@example.org' })).consent?.wording).toBe(wording)
  expect((await apply({ email: 'later@example.org', consent: 'en-99' })).consent?.wording).toBe(
    wording,
  )
})

test('applications typed or changed by staff carry no consent of their own', async () => {
  const body = { ...submission(choices), email: 'typed@example.org', consent: consentShown.en }
  const { body: created } = await ask(api.attachments.create, { token, body })
  expect(created.consent).toBeNull()

  const { _id, consent } = await apply({ email: 'changed@example.org' })
  const changes = { ...submission(choices, { email: 'changed2@example.org' }) }
  const { body: changed } = await ask(api.attachments.update, { token, id: _id, body: changes })
  expect(changed.consent).toEqual(consent)
})

const idsOf = (body: Alike[]) => body.map(({ application }) => application._id)

test('a person is found by e-mail address or phone number in any notation', async () => {
  const phone_number = '0799 100 200'
  const one = await apply({ email: 'neema@example.org', phone_number })
  const two = await apply({ email: 'NEEMA@example.org', phone_number: '0799 100 201' })
  const three = await apply({ email: 'neema2@example.org', phone_number: '+254 799-100-200' })
  await apply({ email: 'an.neema@example.org', phone_number: '0799 100 202' })
  await apply({ email: 'other@example.org', phone_number: '10799 100 2009' })

  const { body } = await ask(api.attachments.samePerson, { token, id: one._id })
  expect(idsOf(body)).toEqual([three._id, two._id])
})

test.each([
  ['0799 300 400', ['799300400', '+254 (0) 799 300 400', '00254-799-300-400', '+2540799300400']],
  ['+255 799 300 400', ['00255799300400', '255 799 300 400']],
])('the person with the number %s has also typed %j', async (phone_number, others) => {
  const ids: string[] = []
  for (const [index, typed] of [phone_number, ...others].entries()) {
    const email = `person${index}@example.org`
    ids.unshift((await apply({ email: `${phone_number.length}${email}`, phone_number: typed }))._id)
  }
  for (const id of ids) {
    const { body } = await ask(api.attachments.samePerson, { token, id })
    expect(idsOf(body)).toEqual(ids.filter((other) => other !== id))
  }
})

test('applications without a phone number are not the same person', async () => {
  const [one, other] = [
    await apply({ email: 'u1@example.org' }),
    await apply({ email: 'u2@example.org' }),
  ]
  await db
    .updateTable('attachments')
    .set({ phone_number: 'none' })
    .where('_id', 'in', [one._id, other._id])
    .execute()
  await runComparison(db)
  const { body } = await ask(api.attachments.samePerson, { token, id: one._id })
  expect(body).toEqual([])
})

test('the export holds all data, and the history records it', async () => {
  const key = randomUUID()
  const applied = await apply({ email: 'subject@example.org', about_yourself: 'I sail.' }, key)
  await ask(api.attachments.accept, { token, id: applied._id })
  const query = { ids: applied._id }
  const { status, body } = await ask(api.personalData.export, { token, query })

  expect(status).toBe(200)
  expect(() => personalData.parse(body)).not.toThrow()
  const { body: stored } = await ask(api.attachments.get, { token, id: applied._id })
  const [held] = body.applications
  expect(body.applications).toHaveLength(1)
  expect(held).toMatchObject({ ...stored, about_yourself: 'I sail.', submissionKeys: [{ key }] })
  expect(held.searchText).toContain('subject@example.org')
  expect(held.history).toMatchObject([
    { action: 'submit', by: 'applicant' },
    { action: 'accept', by: 'staff' },
  ])
  expect(await history({ record: applied._id, action: 'export' })).toHaveLength(1)
})

test('erasing a person leaves nothing but counts', async () => {
  const personal = {
    first_name: 'Kadzitu',
    middle_name: 'Mwambegu',
    last_name: 'Tsangwa',
    email: 'kadzitu.tsangwa@example.org',
    phone_number: '+254 798 765 432',
    residential_location: 'Kwa Jiwe, Mtwapa',
    date_of_birth: '2001-11-13',
    about_yourself: `I carve doors. ${'Timeouts and a chisel. '.repeat(200)}`,
    community_engagement_statement: 'I teach carving to my neighbours.',
    understanding_of_swahilipot: 'A harbour for makers of doors.',
    linkedin_url: 'https://linkedin.example.com/in/kadzitu',
    github_url: 'https://github.example.com/kadzitu-doors',
    resume_url: 'https://files.example.com/kadzitu.pdf',
    cover_letter_url: 'https://files.example.com/kadzitu-letter.pdf',
  }
  const values = Object.values(personal).map((value) => value.slice(0, 60))
  const key = randomUUID()
  await addMadeUpApplications(db, 300)
  const applied = await apply(personal, key)
  await addMadeUpApplications(db, 300)
  const { updatedAt } = applied
  const changes = { ...submission(choices, personal), first_name: 'Zuhurafedha', updatedAt }
  await ask(api.attachments.update, { token, id: applied._id, body: changes })
  await ask(api.attachments.accept, { token, id: applied._id })
  const before = await everythingStored(variables)
  const held = [...values.slice(1), 'Zuhurafedha', applied._id, applied.referenceId, key]
  expect(held.filter((value) => !before.includes(value))).toEqual([])
  const figures = await analytics()
  const erasedAt = new Date().toISOString()

  const { status, body } = await erase(applied._id)
  expect([status, body]).toEqual([200, { erased: 1, message: '1 application erased' }])
  const after = await everythingStored(variables)
  const left = [...held, personal.first_name]
  expect(left.filter((value) => after.toLowerCase().includes(value.toLowerCase()))).toEqual([])
  expect(await analytics()).toEqual({
    ...figures,
    acceptedAttachments: figures.acceptedAttachments - 1,
    archivedAttachments: figures.archivedAttachments + 1,
    erasedAttachments: figures.erasedAttachments + 1,
    recentSince: expect.any(String), // the minute may change between the two reads
  })
  expect((await ask(api.attachments.get, { token, id: applied._id })).status).toBe(404)
  expect((await history({ action: 'erase' }))[0]).toMatchObject({
    user: { name: 'Administrator' },
    record: null,
    fields: null,
    count: 1,
  })
  expect((await history({ action: 'change' }))[0]).toMatchObject({ record: null, fields: null })
  expect((await history({ action: 'erase' }))[0].createdAt >= erasedAt).toBe(true)
}, 60_000)

/** A confirmed application of an intake, and everything that staff write about it. */
async function placedApplication(email: string) {
  const actors = intakeActors(ask, token, choices)
  const intake = await actors.create(0)
  const applied = await actors.apply(intake._id, { email })
  const { _id: id } = applied
  await actors.accept(id, { overbook: true, reason: 'A desk from Takaungu' })
  await actors.answer(applied, 'confirm')
  await ask(api.attachments.addNote, { token, id, body: { text: 'Knows boats from Kipini' } })
  const { body: me } = await ask(api.auth.me, { token })
  await ask(api.attachments.assign, { token, id, body: { user: me.user._id } })
  const query = { application: id }
  const [{ department, ...placement }] = (await ask(api.placements.list, { token, query })).body
  const supervised = { supervisorName: 'Bi Tsamamu', supervisorPhone: '0712 000 777' }
  const body = { ...placement, ...supervised, department: department._id }
  await ask(api.placements.update, { token, id: placement._id, body })
  const letter = await issueLetter(db, id, 'acceptance', me.user._id)
  if (letter instanceof DomainError) throw new Error(letter.message)
  return { id, intake, placement: placement._id as string, code: letter.code, user: me.user }
}

test('the export holds the intake, the placement, notes and letters', async () => {
  const { id, intake, placement, code, user } = await placedApplication('placed@example.org')
  const { body } = await ask(api.personalData.export, { token, query: { ids: id } })

  expect(() => personalData.parse(body)).not.toThrow()
  expect(body.applications[0]).toMatchObject({
    intake: { _id: intake._id },
    offer: { state: 'confirmed' },
    assignee: { _id: user._id },
    notes: [{ text: 'Knows boats from Kipini', author: { name: user.name } }],
    placement: { _id: placement, supervisorName: 'Bi Tsamamu' },
    letters: [{ code, kind: 'acceptance', state: 'valid' }],
  })
  const { history: entries } = body.applications[0]
  expect(entries).toContainEqual(expect.objectContaining({ note: 'A desk from Takaungu' }))
  expect(entries).toContainEqual(
    expect.objectContaining({ fields: ['supervisorName', 'supervisorPhone'] }),
  )
  await erase(id)
})

test('erasing removes the placement, notes, letters and the wish for an e-mail, too', async () => {
  const email = 'mwana.wa.kipini@example.org'
  const { id, placement, code } = await placedApplication(email)
  const createdAt = new Date().toISOString()
  const alert = { _id: randomUUID(), createdAt, email, dueAt: createdAt, tries: 0 }
  await db
    .insertInto('intake_alerts')
    .values({ ...alert, language: 'sw' })
    .execute()
  const held = [email, id, placement, code, 'Takaungu', 'Kipini', 'Tsamamu', '0712 000 777']
  const before = await everythingStored(variables)
  expect(held.filter((value) => !before.includes(value))).toEqual([])

  await erase(id)

  const after = await everythingStored(variables)
  expect(held.filter((value) => after.includes(value))).toEqual([])
})

test('erasing removes the message to a declined applicant too', async () => {
  const message = 'Your letter from Kizimbani does not open.'
  const isStored = async () => (await everythingStored(variables)).includes('Kizimbani')
  const { _id: id } = await apply({ email: 'told@example.org' })
  await ask(api.attachments.decline, { token, id, body: { reason: 'documents', message } })
  expect(await isStored()).toBe(true)
  const before = await analytics()
  await erase(id)

  expect(await isStored()).toBe(false)
  const { declinedAttachments, archivedAttachments } = await analytics()
  expect([declinedAttachments, archivedAttachments]).toEqual([
    before.declinedAttachments - 1,
    before.archivedAttachments,
  ])
})

test('the counts stay after the referenced records are deleted', async () => {
  const institution = { name: `Chuo ${randomUUID()}`, county: 'Lamu' }
  const { body: place } = await ask(api.institutions.create, { token, body: institution })
  const { body: course } = await ask(api.courses.create, {
    token,
    body: { name: 'Ufundi', institution: place._id, certification: 'Diploma' },
  })
  const rows = await addMadeUpApplications(db, 250, () => ({
    institution: place._id,
    course: course._id,
    is_archived: false,
    is_accepted: false,
  }))
  const figures = await analytics()
  const ofPlace = { institution: place.name, _id: place._id, count: 250, accepted: 0 }
  expect(figures.institutionBreakdown[0]).toMatchObject({ ...ofPlace, pending: 250 })
  const ids = rows.map(({ _id }) => _id)
  await erase(...ids.slice(0, 200))
  await erase(...ids.slice(200))
  const later = await analytics()
  expect(later.institutionBreakdown[0]).toMatchObject({ ...ofPlace, pending: 0 })
  expect(later.weeklyApplications).toEqual(figures.weeklyApplications)
  expect(later.totalAttachments).toBe(figures.totalAttachments)
  expect(Math.abs(later.recentAttachments - figures.recentAttachments)).toBeLessThan(30)

  await ask(api.courses.remove, { token, id: course._id })
  expect((await ask(api.institutions.remove, { token, id: place._id })).status).toBe(200)
  const { institutionBreakdown } = await analytics()
  expect(institutionBreakdown[0]).toMatchObject({ institution: 'N/A', _id: null, count: 250 })
}, 60_000)

test.skipIf(isPostgres)(
  'while a reader holds old database pages, erasing reports them as not cleaned yet',
  async () => {
    const { _id } = await apply({ email: 'still.read@example.org' })
    const reader = openDatabase({ databaseUrl: undefined, dataDir: variables.DATA_DIR })
    const reading = Promise.withResolvers<void>()
    const done = reader.db.connection().execute(async (connection) => {
      await sql`begin deferred`.execute(connection)
      await sql`select count(*) from attachments`.execute(connection)
      await reading.promise
      await sql`rollback`.execute(connection)
    })
    const { body } = await erase(_id)
    reading.resolve()
    await done
    await reader.db.destroy()

    expect(body.message).toMatch(/could not be cleaned/)
  },
)

test.skipIf(isPostgres)('the next process cleans pages that erasing could not clean', async () => {
  const email = 'not.cleaned@example.org'
  const { _id } = await apply({ email })
  const isStored = async () => (await everythingStored(variables)).includes(email)
  const failing = failingAt(db, 'vacuum')
  const answer = await eraseFrom(failing, engine, storesAt('/nowhere'), [_id], _id)
  expect(answer).toMatchObject({ message: expect.stringMatching(/could not be cleaned/) })
  expect(await isStored()).toBe(true)

  const next = openDatabase({ databaseUrl: undefined, dataDir: variables.DATA_DIR })
  await deleteExpired(next.db, next.engine, storesAt('/nowhere'))
  await next.db.destroy()
  expect(await isStored()).toBe(false)
})

test('erasing skips unknown ids', async () => {
  expect((await erase(randomUUID())).status).toBe(404)
})

test('nothing is removed until a period is set', async () => {
  const { body } = await ask(api.retention.get, { token })
  const off = { months: null, due: 0 }
  expect(body).toEqual({ pending: off, accepted: off, archived: off })
  const { body: counts } = await ask(api.attachments.counts, { token })
  await deleteExpired(db, engine, storesAt('/nowhere'))
  expect((await ask(api.attachments.counts, { token })).body).toEqual(counts)
})

test('a period removes applications of its status that are unchanged for that long, once', async () => {
  await db.deleteFrom('attachments').execute()
  const at = new Date('2026-03-31T12:00:00.000Z')
  const ages = ['2026-02-27T21:00:00.000Z', '2026-02-27T21:00:00.001Z', '2025-01-01T00:00:00.000Z']
  const statuses = [
    { is_archived: false, is_accepted: false },
    { is_archived: false, is_accepted: true },
    { is_archived: true, is_accepted: true },
  ]
  await addMadeUpApplications(db, 270, (_row, index) => ({
    ...statuses[Math.floor(index / 3) % 3],
    createdAt: '2024-12-01T00:00:00.000Z',
    updatedAt: ages[index % 3]!,
  }))
  const { totalAttachments } = await analytics()

  vi.useFakeTimers({ toFake: ['Date'], now: at })
  onTestFinished(() => void vi.useRealTimers())
  const again = { token: await signIn(ask, administrator) }
  const preview = await ask(api.retention.preview, { ...again, query: { archived: '1' } })
  expect(preview.body).toEqual({ pending: 0, accepted: 0, archived: 60 })
  const body = { pending: null, accepted: 14, archived: 1 }
  const { body: set } = await ask(api.retention.set, { ...again, body })
  expect(set).toEqual({
    pending: { months: null, due: 0 },
    accepted: { months: 14, due: 30 },
    archived: { months: 1, due: 60 },
  })

  await Promise.all([removeDue(db, engine, at), removeDue(db, engine, at)])
  const { body: counts } = await ask(api.attachments.counts, again)
  expect(counts).toMatchObject({ pending: 90, accepted: 60, archived: 30 })
  const { body: left } = await ask(api.analytics, again)
  expect(left.data.totalAttachments).toBe(totalAttachments)
  const entries = (await ask(api.history, { ...again, query: { action: 'expire' } })).body
  expect(entries.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(90)
  expect(entries[0]).toMatchObject({ user: null, entity: 'attachment', record: null })

  await removeDue(db, engine, at)
  expect((await ask(api.history, { ...again, query: { action: 'expire' } })).body).toEqual(entries)
  const [change] = (await ask(api.history, { ...again, query: { entity: 'retention' } })).body
  expect(change).toMatchObject({ action: 'change', fields: ['accepted', 'archived'] })
}, 60_000)

test('setting one period keeps the periods that others have set', async () => {
  await ask(api.retention.set, { token, body: { pending: 110, accepted: null, archived: 111 } })
  await ask(api.retention.set, { token, body: { pending: 112 } })
  const { body } = await ask(api.retention.set, { token, body: { archived: null } })
  expect(body).toMatchObject({
    pending: { months: 112 },
    accepted: { months: null },
    archived: { months: null },
  })
  expect((await history({ entity: 'retention' }))[0].fields).toEqual(['archived'])
  await ask(api.retention.set, { token, body: { pending: null } })
})

test('of concurrent changes of a period the last one wins', async () => {
  const months = [101, 102, 103, 104, 105, 106]
  const answers = await Promise.all(
    months.map((pending) => ask(api.retention.set, { token, body: { pending } })),
  )
  expect(answers.map(({ status }) => status)).toEqual(months.map(() => 200))
  const { body } = await ask(api.retention.set, { token, body: { pending: null } })
  expect(body.pending).toEqual({ months: null, due: 0 })
})

test('removals before a failure are in the history', async () => {
  await db.deleteFrom('attachments').execute()
  const longAgo = '2024-12-01T00:00:00.000Z'
  await addMadeUpApplications(db, 250, () => ({
    is_archived: true,
    createdAt: longAgo,
    updatedAt: longAgo,
  }))
  await ask(api.retention.set, { token, body: { pending: null, accepted: null, archived: 12 } })
  const expired = async () =>
    (await history({ action: 'expire' })).map(({ count }: { count: number }) => count)
  const before = await expired()
  const failing = failingAt(db, 'delete from "attachments"', 2)

  await expect(removeDue(failing, engine, new Date('2026-06-01T12:00:00Z'))).rejects.toThrow(
    'failing',
  )
  expect(await expired()).toEqual([200, ...before])
  expect((await ask(api.attachments.counts, { token })).body.archived).toBe(50)
})

test('an application is kept while its offer is open and until its placement has ended', async () => {
  await db.deleteFrom('attachments').execute()
  const old = '2020-01-01T00:00:00.000Z'
  const offers = [null, 'open', 'confirmed', 'confirmed', 'confirmed', 'lapsed'] as const
  const rows = await addMadeUpApplications(db, offers.length, (_row, index) => ({
    offerState: offers[index]!,
    is_accepted: false,
    is_archived: true,
    createdAt: old,
    updatedAt: old,
  }))
  const [goesOn, ended, brokenOff] = rows.slice(2)
  const dates = { startsOn: '2026-01-12', createdAt: old, updatedAt: old }
  const endsOn = ['2026-03-31', '2026-03-30', '2026-05-31']
  await db
    .insertInto('placements')
    .values(
      [goesOn!, ended!, brokenOff!].map(({ _id }, index) => ({
        _id: randomUUID(),
        attachment: _id,
        ...dates,
        endsOn: endsOn[index]!,
        brokenOffOn: index === 2 ? '2026-03-30' : null,
      })),
    )
    .execute()
  const body = { pending: null, accepted: null, archived: 6 }
  await ask(api.retention.set, { token, body })
  onTestFinished(() => void vi.useRealTimers())
  // The last minute of a day in Kenya.
  const at = new Date('2026-03-31T20:59:00.000Z')
  vi.useFakeTimers({ toFake: ['Date'], now: at })
  const again = { token: await signIn(ask, administrator) }
  const due = async () =>
    (await ask(api.retention.preview, { ...again, query: { archived: '6' } })).body.archived
  const left = async () =>
    (await db.selectFrom('attachments').select('_id').orderBy('_id').execute()).map(
      ({ _id }) => _id,
    )
  expect(await due()).toBe(4)
  await removeDue(db, engine, at)
  expect(await left()).toEqual([rows[1]!._id, goesOn!._id].toSorted())

  vi.setSystemTime(at.getTime() + 60_000)
  expect(await due()).toBe(1)
  await removeDue(db, engine, new Date())
  expect(await left()).toEqual([rows[1]!._id])
  vi.useRealTimers()
  await ask(api.retention.set, { token, body: { ...body, archived: null } })
})

test.each([0, -1, 1.5, 121, '6'])('%j months are an invalid period', async (months) => {
  const body = { pending: months, accepted: null, archived: null }
  const { status, body: answer } = await ask(api.retention.set, { token, body })
  expect([status, Object.keys(answer.fields)]).toEqual([422, ['pending']])
})

/** A database that fails at the nth statement that begins with this text. */
function failingAt(database: Database, beginning: string, nth = 1) {
  const compiler = new SqliteQueryCompiler()
  let times = 0
  return database.withPlugin({
    transformQuery({ node, queryId }) {
      const isIt = compiler.compileQuery(node, queryId).sql.startsWith(beginning)
      if (isIt && ++times === nth) throw new Error('failing')
      return node
    },
    transformResult: async ({ result }) => result,
  })
}
