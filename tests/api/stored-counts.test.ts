import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { foldCountChanges } from '../../server/services/applications/stored-counts.ts'
import { addMadeUpApplications, choicesOf, startApi, submission } from '../support/api.ts'
import { wrongStoredCounts } from '../support/stored-counts.ts'

const isPostgres = process.env['TEST_ENGINE'] === 'postgres'

const { ask, token, db } = await startApi()
const choices = await choicesOf(ask)

async function changes() {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from count_changes`.execute(db)
  return rows[0]!.count
}

test('version 0.1.0 reads the right counts after every kind of change', async () => {
  const rows = await addMadeUpApplications(db, 1100, (_row, index) => ({
    ...(index % 13 === 0 && { institution: null, course: null, department: null }),
  }))
  const [accepted, declined, deleted] = rows.map(({ _id }) => _id) as [string, string, string]
  await ask(api.attachments.accept, { token, id: accepted, body: { is_accepted: true } })
  await ask(api.attachments.decline, { token, id: declined, body: { reason: 'late' } })
  await ask(api.attachments.remove, { token, id: deleted })
  const { body } = await ask(api.public.submit, { body: submission(choices) })
  const proof = { reference: body.referenceId, contact: submission(choices).email }
  expect((await ask(api.public.withdraw, { body: proof })).status).toBe(200)
  expect(await changes()).toBeGreaterThan(1100)
  expect(await wrongStoredCounts(db)).toEqual([])

  await foldCountChanges(db)
  expect(await changes()).toBe(0)
  expect(await wrongStoredCounts(db)).toEqual([])
})

test('after an erasure no row shows which values the application had', async () => {
  const { _id } = (await addMadeUpApplications(db, 1))[0]!
  expect((await ask(api.personalData.erase, { token, body: { ids: [_id] } })).status).toBe(200)

  expect(await changes()).toBe(0)
  expect(await wrongStoredCounts(db)).toEqual([])
})

test('an erasure works after a newer version has dropped the stored counts', async () => {
  const triggers = isPostgres
    ? ['drop function note_count_changes() cascade']
    : ['come', 'gone', 'changed'].map((change) => `drop trigger attachments_${change}`)
  for (const drop of [...triggers, 'drop table counts', 'drop table count_changes']) {
    await sql.raw(drop).execute(db)
  }
  const { _id } = (await addMadeUpApplications(db, 1))[0]!
  const { body } = await ask(api.personalData.erase, { token, body: { ids: [_id] } })

  expect(body.message).toBe('1 application erased')
})
