import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import type { Application } from '../../contract/application/application.ts'
import type { Alike } from '../../contract/application/same-person.ts'
import { fakeApplicationRow, fakeApplications } from '../../server/database/fake-data.ts'
import { isPostgres } from '../../server/database/prepared.ts'
import { notCompared } from '../../server/database/tables.ts'
import { newReferenceId } from '../../server/services/applications/store-application.ts'
import { insertCompared, runComparison } from '../../server/services/compare-applications.ts'
import { addUser, choicesOf, startApi, submission } from '../support/api.ts'
import { intakeActors } from '../support/intakes.ts'

const { ask, token, db } = await startApi()
const choices = await choicesOf(ask)
const actors = intakeActors(ask, token, choices)
const intake = await actors.create(20)
const later = await actors.create(20)

let people = 0

/** The answers of another person each time. */
function somebody() {
  const number = ++people
  return {
    first_name: `Amina`,
    last_name: `Otieno ${'abcdefghijklmnopqrstuvwxyz'[number]}`,
    phone_number: `0712 000 ${String(number).padStart(3, '0')}`,
    email: `person${number}@example.org`,
    date_of_birth: '2003-03-27',
  }
}

const apply = (changes: object, to = intake) => actors.apply(to._id, changes)
const list = async (query: Record<string, string> = {}) =>
  (await ask(api.attachments.list, { token, query: { sameAs: 'open', limit: '100', ...query } }))
    .body as Application[]
const marks = async (...rows: Application[]) =>
  Promise.all(rows.map(async ({ _id }) => (await actors.get(_id)).sameAs))
const others = async ({ _id }: Application) =>
  (await ask(api.attachments.samePerson, { token, id: _id })).body as Alike[]
const decide = ({ _id }: Application, other: Application, body: object, by = token) =>
  ask(api.attachments.decidePair, { token: by, id: _id, other: other._id, body })
const counted = async () =>
  (await ask(api.attachments.counts, { token })).body.possiblyTwice as number

test.runIf(isPostgres(db))('the first arrivals in a new database use its indexes', async () => {
  const transaction = await db.startTransaction().execute()
  const departments = await transaction.selectFrom('departments').select('_id').execute()
  const courses = await transaction.selectFrom('courses').select(['_id', 'institution']).execute()
  for (const person of fakeApplications(12, { departments, courses }, '2026-03-01')) {
    await insertCompared(transaction, fakeApplicationRow(person, newReferenceId(person.createdAt)))
  }
  const { rows } = await sql<{ wholeReads: number }>`select seq_scan::int as "wholeReads"
    from pg_stat_xact_user_tables where relname = 'attachments'`.execute(transaction)
  await transaction.rollback().execute()
  expect(rows).toEqual([{ wholeReads: 0 }])
})

test('e-mail, folded name with birth date, or phone with first name are likely the same', async () => {
  const one = { ...somebody(), first_name: "Ng'endo", last_name: 'Mwangi' }
  const before = await counted()
  const first = await apply(one)
  const byName = await apply({ ...one, ...unlike(), first_name: '  NGENDO ', last_name: 'Mwángi' })
  const byPhone = await apply({ ...somebody(), first_name: "NG'ENDO", phone_number: asTyped(one) })
  const sharing = await apply({ ...somebody(), first_name: 'Baraka', phone_number: asTyped(one) })
  const elsewhere = await apply({ ...somebody(), email: one.email }, later)

  expect(await marks(first, byName, byPhone, sharing, elsewhere)).toEqual([2, 1, 1, 0, 0])
  expect(await counted()).toBe(before + 3)
  expect((await list({ intake: intake._id })).map(({ _id }) => _id)).toEqual(
    [byPhone, byName, first].map(({ _id }) => _id),
  )
  const found = await others(first)
  expect(found.map(({ why, strength, state }) => ({ why, strength, state }))).toEqual([
    { why: ['email'], strength: 'likely', state: 'open' },
    { why: ['phone'], strength: 'shared_phone', state: 'open' },
    { why: ['phone'], strength: 'likely', state: 'open' },
    { why: ['name_birth'], strength: 'likely', state: 'open' },
  ])
  expect(found[3]).toMatchObject({
    application: {
      _id: byName._id,
      referenceId: byName.referenceId,
      name: 'NGENDO Mwángi',
      status: 'pending',
      intake: { _id: intake._id, name: intake.name },
    },
    by: null,
    at: null,
  })
})

/** A phone number and an e-mail address of nobody else. */
function unlike() {
  const { phone_number, email } = somebody()
  return { phone_number, email }
}

const asTyped = ({ phone_number }: { phone_number: string }) =>
  `+254 (0)${phone_number.replace('0', '').replaceAll(' ', '-')}`

test('of the same person one application is kept, and the other is declined and told once', async () => {
  const one = somebody()
  const [kept, other] = [await apply(one), await apply({ ...one, email: unlike().email })]
  const colleague = await addUser(ask, token, 'admin')
  const wrong = await decide(kept, other, { state: 'same', keep: randomUUID() })
  expect([wrong.status, wrong.body.fields]).toEqual([422, { keep: expect.any(String) }])

  // Two members of staff at once: one decides, the other one reads who did.
  const answers = await Promise.all([
    decide(kept, other, { state: 'same', keep: kept._id }),
    decide(other, kept, { state: 'different' }, colleague.token),
  ])
  const [won, lost] = answers.toSorted((a, b) => a.status - b.status)
  expect([won!.status, lost!.status]).toEqual([200, 409])
  expect(lost!.body.message).toContain(won!.body.by.name)
  if (won!.body.state === 'different') await decide(kept, other, { state: 'open' })
  if (won!.body.state === 'different') await decide(kept, other, { state: 'same', keep: kept._id })

  expect(await actors.get(other._id)).toMatchObject({
    is_archived: true,
    declined_reason: 'duplicate',
  })
  expect(await actors.get(kept._id)).toMatchObject({ is_archived: false, sameAs: 0 })
  // Reopened and decided again, nobody is declined or told a second time.
  expect((await decide(kept, other, { state: 'open' })).body).toMatchObject({
    state: 'open',
    by: null,
  })
  expect(await marks(kept, other)).toEqual([1, 1])
  await decide(kept, other, { state: 'same', keep: kept._id })
  const told = await db
    .selectFrom('outbox')
    .select('kind')
    .where('attachment', 'in', [kept._id, other._id])
    .where('kind', '=', 'declined')
    .execute()
  expect(told).toHaveLength(1)
  const { body: data } = await ask(api.personalData.export, { token, query: { ids: other._id } })
  expect(data.applications[0].pairs).toMatchObject([{ other: kept._id, state: 'same' }])
  expect(data.applications[0].history.map(({ action }: { action: string }) => action)).toContain(
    'same person',
  )
})

test('an application that its applicant has withdrawn is not kept in place of another one', async () => {
  const one = somebody()
  const [withdrawn, other] = [await apply(one), await apply(one)]
  const { referenceId } = withdrawn
  await ask(api.public.withdraw, { body: { reference: referenceId, contact: one.email } })
  const refused = await decide(withdrawn, other, { state: 'same', keep: withdrawn._id })
  expect([refused.status, refused.body.message]).toEqual([
    409,
    expect.stringContaining(referenceId),
  ])
  expect(await actors.get(other._id)).toMatchObject({ is_archived: false, sameAs: 1 })
  expect((await decide(withdrawn, other, { state: 'same', keep: other._id })).status).toBe(200)
  expect(await actors.get(other._id)).toMatchObject({ is_archived: false, sameAs: 0 })
})

test('siblings marked as different people stay so after an edit, and others are compared anew', async () => {
  const { phone_number } = somebody()
  const parent = unlike().email
  const [one, other] = [
    await apply({ ...somebody(), email: parent, phone_number }),
    await apply({ ...somebody(), email: parent, phone_number, first_name: 'Baraka' }),
  ]
  expect(await marks(one, other)).toEqual([1, 1])
  expect((await decide(one, other, { state: 'different' })).status).toBe(200)
  const third = await apply({ ...somebody(), email: parent })
  expect(await marks(one, other, third)).toEqual([1, 1, 2])

  const edit = async ({ _id }: Application, changes: object) => {
    const stored = await actors.get(_id)
    const { status } = await ask(api.attachments.update, {
      token,
      id: _id,
      body: { ...stored, ...idsOf(stored), ...changes },
    })
    expect(status).toBe(200)
  }
  await edit(one, { phone_number: asTyped({ phone_number }) })
  expect(await marks(one, other, third)).toEqual([1, 1, 2])
  await edit(third, { email: unlike().email })
  expect(await marks(one, other, third)).toEqual([0, 0, 0])
  expect((await others(one)).map(({ state }) => state)).toEqual(['different'])
  const alone = await decide(one, third, { state: 'same' })
  expect([alone.status, alone.body.message]).toEqual([409, expect.stringContaining('in common')])
})

const idsOf = ({ institution, course, department, intake: own }: Application) => ({
  institution: institution?._id,
  course: course?._id,
  department: department?._id,
  intake: own?._id ?? null,
})

test('a bulk decision does not accept a person twice in an intake without a reason', async () => {
  const one = somebody()
  const [first, second, third] = [await apply(one), await apply(one), await apply(somebody())]
  const ids = [first, second, third].map(({ _id }) => _id)
  const refused = await actors.decide({ ids, is_accepted: true })
  expect([refused.status, refused.body.code]).toEqual([409, 'same_person'])
  expect(refused.body.message).toContain(second.referenceId)
  expect((await actors.get(third._id)).is_accepted).toBe(false)

  expect((await actors.decide({ ids, is_accepted: true, twice: true })).status).toBe(422)
  const reason = 'Two attachments one after the other'
  const { body } = await actors.decide({ ids, is_accepted: true, twice: true, reason })
  expect(body.changed).toHaveLength(3)
  const query = { record: second._id, action: 'accept' }
  expect((await ask(api.history, { token, query })).body[0].note).toBe(reason)

  // One of them is accepted already.
  await actors.decide({ ids: [second._id], is_accepted: false })
  const again = await actors.decide({ ids: [second._id], is_accepted: true })
  expect(again.body.code).toBe('same_person')
  await actors.decide({ ids: [second._id], planned: { is_accepted: true } })
  const preview = await ask(api.attachments.previewDecisions, {
    token,
    body: { ids: [second._id] },
  })
  expect(preview.body.warnings[0]).toContain(first.referenceId)
  await decide(first, second, { state: 'different' })
  expect((await actors.decide({ ids: [second._id], is_accepted: true })).status).toBe(200)
})

test('marks go with a deleted or erased application, and rows of older servers are compared', async () => {
  const one = somebody()
  const [first, second, third] = [await apply(one), await apply(one), await apply(one)]
  expect(await marks(first, second, third)).toEqual([2, 2, 2])
  await ask(api.attachments.remove, { token, id: third._id })
  expect(await marks(first, second)).toEqual([1, 1])
  await ask(api.personalData.erase, { token, body: { ids: [second._id] } })
  expect(await marks(first)).toEqual([0])

  const other = await apply(somebody())
  // A server of the last release knows neither keys nor marks.
  await db
    .updateTable('attachments')
    .set({ email: one.email })
    .where('_id', '=', other._id)
    .execute()
  await db.updateTable('attachments').set(notCompared).where('_id', '=', first._id).execute()
  expect(await marks(first, other)).toEqual([0, 0])
  await runComparison(db)
  expect(await marks(first, other)).toEqual([1, 1])
})

test('two arrivals at once see each other, and the form tells neither of them', async () => {
  const one = somebody()
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => {
      const body = submission(choices, { ...one, intake: intake._id })
      return ask(api.public.submit, { body })
    }),
  )
  const stranger = await ask(api.public.submit, {
    body: submission(choices, { ...somebody(), intake: intake._id }),
  })
  const shape = ({ status, body }: (typeof answers)[number]) => ({
    status,
    message: body.message.replace(body.referenceId, ''),
    keys: Object.keys(body),
  })
  for (const answer of answers) expect(shape(answer)).toEqual(shape(stranger))
  const found = await list({ q: one.email, intake: intake._id })
  expect(found.map(({ sameAs }) => sameAs)).toEqual([3, 3, 3, 3])
})
