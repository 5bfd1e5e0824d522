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

/** The names that the form shows a second later, in each language. */
async function shown(...names: string[]) {
  await setTimeout(listsMaxAge)
  const forms = await Promise.all(
    ['', '/sw'].map((language) => app.inject(`${language}/industrial-attachment/apply`)),
  )
  return forms.map(({ body }) => names.filter((name) => body.includes(name)))
}

const lists = [
  [api.institutions, 'Chuo cha Bahari', { county: 'Lamu' }],
  [api.departments, 'Idara ya Bahari', { code: 'BAH' }],
  [api.courses, 'Kozi ya Bahari', { institution, certification: 'Degree' }],
] as const
const first = lists.map(([_calls, name]) => name)
const second = first.map((name) => name.replace('Bahari', 'Pwani'))

test('the form shows new, changed and deleted institutions, departments and courses within a second', async () => {
  const names = [...first, ...second]
  expect(await shown(...names)).toEqual([[], []])

  const made: { _id: string; updatedAt: string }[] = []
  for (const [calls, name, input] of lists) {
    made.push((await ask(calls.create, { token, body: { ...input, name } })).body)
  }
  expect(await shown(...names)).toEqual([first, first])

  for (const [index, [calls, , input]] of lists.entries()) {
    const { _id: id, updatedAt } = made[index]!
    const body = { ...input, name: second[index], updatedAt }
    await ask(calls.update, { token, id, body })
  }
  expect(await shown(...names)).toEqual([second, second])

  for (const [index, [calls]] of lists.entries()) {
    await ask(calls.remove, { token, id: made[index]!._id })
  }
  expect(await shown(...names)).toEqual([[], []])
})

test('the form shows a change by another process within a second', async () => {
  for (const name of ['Chuo Kikuu cha Lamu', 'Chuo Kikuu cha Pate']) {
    await elsewhere
      .updateTable('institutions')
      .set({ name })
      .where('_id', '=', institution)
      .execute()
    expect(await shown(name)).toEqual([[name], [name]])
  }
})
