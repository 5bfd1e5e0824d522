import { setTimeout } from 'node:timers/promises'

import { afterAll, expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { openDatabase } from '../../server/database/open.ts'
import { startApi } from '../support/api.ts'
import { newLocation } from '../support/app.ts'

const place = await newLocation()
const { app, ask, token, db } = await startApi(
  {},
  { place: Promise.resolve(place), pages: 'build' },
)
const elsewhere = openDatabase(place).db
afterAll(() => elsewhere.destroy())

const { _id: institution } = await db
  .selectFrom('institutions')
  .select('_id')
  .limit(1)
  .executeTakeFirstOrThrow()

/** The server reads the lists at most once a second. */
const listsMaxAge = 1000

/** Which of the names are in the form, in each language, a second from now. */
async function shown(...names: string[]) {
  await setTimeout(listsMaxAge)
  const forms = await Promise.all(
    ['', '/sw'].map((language) => app.inject(`${language}/industrial-attachment/apply`)),
  )
  return forms.map(({ body }) => names.filter((name) => body.includes(name)))
}

test.each([
  ['an institution', api.institutions, { county: 'Lamu' }],
  ['a department', api.departments, { code: 'BAH' }],
  ['a course', api.courses, { institution, certification: 'Degree' }],
] as const)('the form shows within a second what becomes of %s', async (_what, calls, input) => {
  const [first, second] = ['Elimu ya Bahari', 'Elimu ya Pwani']
  expect(await shown(first, second)).toEqual([[], []])

  const made = await ask(calls.create, { token, body: { ...input, name: first } })
  expect(await shown(first, second)).toEqual([[first], [first]])

  const { _id: id, updatedAt } = made.body
  await ask(calls.update, { token, id, body: { ...input, name: second, updatedAt } })
  expect(await shown(first, second)).toEqual([[second], [second]])

  await ask(calls.remove, { token, id })
  expect(await shown(first, second)).toEqual([[], []])
})

test('the form shows within a second what another process has changed', async () => {
  for (const name of ['Chuo Kikuu cha Lamu', 'Chuo Kikuu cha Pate']) {
    await elsewhere
      .updateTable('institutions')
      .set({ name })
      .where('_id', '=', institution)
      .execute()
    expect(await shown(name)).toEqual([[name], [name]])
  }
})
