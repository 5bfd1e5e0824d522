import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { applicationStatuses } from '../../contract/constants.ts'
import { declineReasonIds } from '../../contract/application/decline-reasons.ts'
import { repair } from '../../server/cli/doctor/repair.ts'
import { addMadeUpApplications, choicesOf, startApi, submission } from '../support/api.ts'
import { hasLocks, waitingForLocks } from '../support/locks.ts'

const lockTimeout = 15_000

const { ask, token, db, engine } = await startApi()
const choices = await choicesOf(ask)

const submit = async () => {
  const { body: receipt } = await ask(api.public.submit, { body: submission(choices) })
  const { _id } = await db
    .selectFrom('attachments')
    .select('_id')
    .where('referenceId', '=', receipt.referenceId)
    .executeTakeFirstOrThrow()
  return { _id, proof: { reference: receipt.referenceId, contact: submission(choices).email } }
}

test('the total of a list equals its length with every filter', async () => {
  const rows = await addMadeUpApplications(db, 300, (_row, index) => ({
    ...(index % 13 === 0 && { institution: null, course: null, department: null }),
    ...(index % 11 === 0 && { is_accepted: true, is_archived: true }),
  }))
  const { institution, course, department } = rows.find((row) => row.institution)!
  const [early, late] = [rows[50]!.createdAt, rows[200]!.createdAt]
  const day = (moment: string) => `${moment.slice(0, 10)}T21:00:00.000Z`
  const filters: Record<string, string>[] = [
    {},
    ...[institution, 'none'].map((value) => ({ institution: value! })),
    { course: course! },
    { department: department! },
    { course: course!, department: department! },
    ...['withdrawn', 'declined', ...declineReasonIds].map((decision) => ({ decision })),
    { decision: 'declined', department: department! },
    { since: early },
    { before: late },
    { since: early, before: late },
    { since: day(early), before: day(late) },
    { since: day(early) },
    { since: early, before: rows[50]!.createdAt.replace(/T.*/, 'T23:59:59.000Z') },
    { since: late, before: early },
    { since: early, institution: institution! },
    { q: rows[0]!.first_name },
  ]
  const flags: Record<string, string>[] = [
    ...['true', 'false'].map((includeArchived) => ({ includeArchived })),
    ...['active', 'archived'].map((view) => ({ view })),
    ...applicationStatuses.map((status) => ({ status, includeArchived: 'true' })),
    { accepted: 'true', includeArchived: 'true' },
  ]

  let found = 0
  for (const query of filters.flatMap((some) => flags.map((which) => ({ ...some, ...which })))) {
    const whole = await ask(api.attachments.list, { token, query })
    const page = await ask(api.attachments.list, { token, query: { ...query, limit: '1' } })
    expect([query, Number(page.headers['x-total-count'])]).toEqual([query, whole.body.length])
    found += whole.body.length
  }
  expect(found).toBeGreaterThan(5000)
})

test('the counts equal the applications after every kind of change', async () => {
  const { _id, proof } = await submit()
  const others = [(await submit())._id, (await submit())._id]
  const { body: edited } = await ask(api.attachments.get, { token, id: _id })
  const { body: department } = await ask(api.departments.create, {
    token,
    body: { name: 'Idara ya Hesabu', code: 'HESABU' },
  })
  const inDepartment = async () => {
    const query = { department: department._id, includeArchived: 'true', limit: '1' }
    return Number((await ask(api.attachments.list, { token, query })).headers['x-total-count'])
  }
  expect(await inDepartment()).toBe(0)

  const steps: (() => Promise<{ status: number }>)[] = [
    () =>
      ask(api.attachments.update, {
        token,
        id: _id,
        body: { ...edited, department: department._id },
      }),
    () => ask(api.attachments.accept, { token, id: _id }),
    () => ask(api.attachments.decide, { token, body: { ids: others, is_archived: true } }),
    () => ask(api.attachments.decline, { token, id: _id, body: { reason: 'dates' } }),
    () => ask(api.attachments.decide, { token, body: { ids: [_id], is_archived: false } }),
    () => ask(api.public.withdraw, { body: proof }),
    () => ask(api.attachments.remove, { token, id: others[0]! }),
    () => ask(api.personalData.erase, { token, body: { ids: [others[1]!] } }),
  ]
  for (const step of steps) {
    expect((await step()).status).toBeLessThan(300)
    expect((await ask(api.attachments.counts, { token })).body).toMatchObject(await counted())
  }
  expect(await inDepartment()).toBe(1)
})

/** The number of applications by status, counted from all rows. */
async function counted() {
  const rows = await db.selectFrom('attachments').selectAll().execute()
  const count = (is: (row: (typeof rows)[number]) => boolean) => rows.filter(is).length
  return {
    total: rows.length,
    active: count((row) => !row.is_archived),
    pending: count((row) => !row.is_archived && !row.is_accepted),
    accepted: count((row) => !row.is_archived && row.is_accepted),
    archived: count((row) => row.is_archived),
    declined: count((row) => row.declined_reason !== null),
    withdrawn: count((row) => row.withdrawnAt !== null),
  }
}

test.runIf(hasLocks)('an application that arrives during a repair can be found', async () => {
  let isStored = false
  const { repairing, sending } = await db.transaction().execute(async (transaction) => {
    await sql`lock table search_texts in exclusive mode`.execute(transaction)
    const repaired = repair(db, engine)
    await expect.poll(() => waitingForLocks(db), { timeout: lockTimeout }).toBe(1)
    const sent = submit().then(() => (isStored = true))
    await expect
      .poll(async () => isStored || (await waitingForLocks(db)) === 2, { timeout: lockTimeout })
      .toBe(true)
    return { repairing: repaired, sending: sent }
  })
  await Promise.all([repairing, sending])

  const missing = await db
    .selectFrom('attachments')
    .leftJoin('search_texts', 'search_texts._id', 'attachments._id')
    .select('attachments._id')
    .where('search_texts._id', 'is', null)
    .execute()
  expect(missing).toEqual([])
})

test('the messages of a deleted application leave the list of messages and its total', async () => {
  const { _id: id } = await submit()
  const total = async () => {
    const page = await ask(api.messages.list, { token, query: { limit: '1' } })
    const { body } = await ask(api.messages.list, { token })
    expect(page.headers['x-total-count']).toBe(String(body.length))
    return body.length
  }
  const before = await total()
  const { body: own } = await ask(api.attachments.messages, { token, id })
  await ask(api.attachments.remove, { token, id })

  expect(own.length).toBeGreaterThan(0)
  expect(await total()).toBe(before - own.length)
})
