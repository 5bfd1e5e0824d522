import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { addMadeUpApplications, addUser, startApi } from '../support/api.ts'

const { ask, token, db } = await startApi()

/** Pending applications, oldest first. */
const pending = async (count: number) => {
  const flags = { is_accepted: false, is_archived: false }
  return (await addMadeUpApplications(db, count, () => flags)).map(({ _id }) => _id)
}
const decide = (body: object) => ask(api.attachments.decide, { token, body })
const flagsOf = async (ids: string[]) =>
  Promise.all(
    ids.map(async (id) => {
      const { body } = await ask(api.attachments.get, { token, id })
      return [body.is_accepted, body.is_archived]
    }),
  )

test('many applications are accepted at once, and the returned undo reverts exactly these', async () => {
  const ids = await pending(4)
  await ask(api.attachments.accept, { token, id: ids[1]! })
  const { status, body } = await decide({ ids, is_accepted: true })

  expect(status).toBe(200)
  expect(new Set(body.changed)).toEqual(new Set([ids[0], ids[2], ids[3]]))
  expect(body.message).toBe('3 applications accepted')
  expect(await flagsOf(ids)).toEqual(ids.map(() => [true, false]))

  const undone = await decide({ ids: body.changed, is_accepted: false })
  expect(undone.body.message).toBe('3 applications pending again')
  expect(await flagsOf(ids)).toEqual([
    [false, false],
    [true, false],
    [false, false],
    [false, false],
  ])
})

test('archiving keeps the acceptance, and repeating it changes nothing', async () => {
  const ids = await pending(2)
  await decide({ ids: [ids[0]], is_accepted: true })
  const first = await decide({ ids, is_archived: true })
  const { body: before } = await ask(api.attachments.get, { token, id: ids[0]! })
  const second = await decide({ ids, is_archived: true })

  expect([first.body.changed.length, second.body.changed]).toEqual([2, []])
  expect(second.body.message).toBe('0 applications archived. 2 needed no change')
  expect((await ask(api.attachments.get, { token, id: ids[0]! })).body).toEqual(before)
  expect(await flagsOf(ids)).toEqual([
    [true, true],
    [false, true],
  ])
})

test('accepting an archived application brings it back, and the undo archives it again', async () => {
  const ids = await pending(3)
  await decide({ ids, is_archived: true })
  const [one = '', ...others] = ids
  const { body: accepted } = await ask(api.attachments.accept, { token, id: one })
  const { body: many } = await decide({ ids: others, is_accepted: true })
  expect(await flagsOf(ids)).toEqual(ids.map(() => [true, false]))

  for (const body of [...accepted.undo, ...many.undo]) await decide(body)
  expect(await flagsOf(ids)).toEqual(ids.map(() => [false, true]))

  await decide({ ids: [one], is_accepted: true, is_archived: true })
  expect(await flagsOf([one])).toEqual([[true, true]])
})

test('an edit that leaves out the flags leaves them as they are', async () => {
  const ids = await pending(4)
  await decide({ ids: ids.slice(0, 2), is_accepted: true })
  await decide({ ids: ids.slice(1, 3), is_archived: true })
  const before = await flagsOf(ids)
  const edit = async (id: string, changes: object) => {
    const { body } = await ask(api.attachments.get, { token, id })
    const { is_accepted: _, is_archived: __, ...answers } = body
    return ask(api.attachments.update, { token, id, body: { ...answers, ...changes } })
  }

  for (const id of ids) {
    expect((await edit(id, { first_name: 'Rehema' })).status).toBe(200)
    expect((await edit(id, { is_accepted: null, is_archived: null })).status).toBe(200)
  }
  expect(await flagsOf(ids)).toEqual(before)

  await edit(ids[2]!, { is_accepted: true })
  await edit(ids[0]!, { is_accepted: false })
  expect(await flagsOf([ids[2]!, ids[0]!])).toEqual([
    [true, false],
    [false, false],
  ])
})

test('both flags can be set together, and unknown ids are skipped', async () => {
  const ids = await pending(1)
  const unknown = randomUUID()
  const { body } = await decide({
    ids: [...ids, unknown],
    is_accepted: true,
    is_archived: true,
  })

  expect(body).toEqual({
    changed: ids,
    left: [unknown],
    deleted: [unknown],
    undo: [{ ids, updatedAt: expect.any(String), is_accepted: false, is_archived: false }],
    message: '1 application accepted and archived. 1 is there no more',
  })
})

test('undo skips applications that a colleague has decided since', async () => {
  const { token: theirs } = await addUser(ask, token, 'admin')
  const late = { reason: 'late', message: 'Sisi tumechelewa.' }
  const [declined, archived, accepted, other] = (await pending(4)) as [string, string, ...string[]]
  const { body: first } = await decide({ ids: [declined, other], decline: { reason: 'dates' } })
  const { body: second } = await ask(api.attachments.archive, { token, id: archived })
  const { body: third } = await ask(api.attachments.accept, { token, id: accepted! })
  await ask(api.attachments.accept, { token: theirs, id: declined })
  await ask(api.attachments.decline, { token: theirs, id: archived, body: late })
  for (const is_accepted of [false, true]) {
    await ask(api.attachments.accept, { token: theirs, id: accepted!, body: { is_accepted } })
  }
  const answers = []
  for (const part of [...first.undo, ...second.undo, ...third.undo]) {
    answers.push((await decide(part)).body)
  }

  const left = '1 was left as it is: changed meanwhile'
  expect(answers).toMatchObject([
    {
      changed: [other],
      left: [declined],
      message: `1 application no longer declined. ${left}`,
    },
    { changed: [], left: [archived], message: `0 applications unarchived. ${left}` },
    { changed: [], left: [accepted], message: `0 applications pending again. ${left}` },
  ])
  const states = [declined, archived, accepted!, other!]
  expect(await flagsOf(states)).toEqual([
    [true, false],
    [false, true],
    [true, false],
    [false, false],
  ])
  const { body: stored } = await ask(api.attachments.get, { token, id: archived })
  expect([stored.declined_reason, stored.declined_message]).toEqual([late.reason, late.message])
  const told = await db
    .selectFrom('outbox')
    .select(['attachment', 'kind'])
    .where('attachment', 'in', states)
    .where('state', '<>', 'cancelled')
    .execute()
  expect(new Set(told.map(({ attachment, kind }) => `${attachment} ${kind}`))).toEqual(
    new Set([`${declined} accepted`, `${archived} declined`, `${accepted} accepted`]),
  )
})

test('applications changed by a colleague since they were read are skipped and reported', async () => {
  const { token: theirs } = await addUser(ask, token, 'admin')
  const ids = (await pending(4)) as [string, string, string, string]
  const [declined, accepted, own, untouched] = ids
  const get = async (id: string) => (await ask(api.attachments.get, { token, id })).body
  const updatedAt = (await get(declined)).updatedAt
  const read = Object.fromEntries(
    await Promise.all(ids.map(async (id) => [id, (await get(id)).updatedAt] as const)),
  )
  const late = { reason: 'late', message: null }
  await ask(api.attachments.decline, { token: theirs, id: declined, body: late })
  await ask(api.attachments.accept, { token: theirs, id: accepted })
  await ask(api.attachments.archive, { token: theirs, id: own })
  await ask(api.attachments.archive, { token, id: own })

  const { body } = await decide({ ids, read, is_accepted: true })
  expect(body).toMatchObject({
    left: [declined],
    message: '2 applications accepted. 1 was left as it is: changed meanwhile',
  })
  expect(new Set(body.changed)).toEqual(new Set([own, untouched]))
  for (const endpoint of [api.attachments.accept, api.attachments.archive]) {
    const flag =
      endpoint === api.attachments.accept ? { is_accepted: true } : { is_archived: false }
    const answer = await ask(endpoint, { token, id: declined, body: { ...flag, updatedAt } })
    expect([answer.status, answer.body.current]).toEqual([409, await get(declined)])
  }
  expect(await get(declined)).toMatchObject({ declined_reason: 'late', is_accepted: false })

  const now = { [declined]: (await get(declined)).updatedAt }
  const { body: known } = await decide({ ids: [declined], read: now, is_accepted: true })
  expect(known.changed).toEqual([declined])
  const again = { is_accepted: true, updatedAt }
  const same = await ask(api.attachments.accept, { token: theirs, id: declined, body: again })
  expect([same.status, same.body.undo]).toEqual([200, []])
})

test('concurrent opposite decisions leave each application in one of the two states', async () => {
  const ids = await pending(40)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      decide({ ids: index % 2 ? ids : ids.toReversed(), is_accepted: index % 2 === 0 }),
    ),
  )
  const states = (await flagsOf(ids)).map(([accepted]) => accepted)

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(new Set(states).size).toBe(1)
})

test.each([
  [{ ids: [], is_accepted: true }, 'ids'],
  [{ ids: Array.from({ length: 201 }, () => randomUUID()), is_accepted: true }, 'ids'],
  [{ is_accepted: true }, 'ids'],
  [{ ids: [randomUUID()] }, 'is_accepted'],
  [{ ids: [randomUUID()], is_archived: 'yes' }, 'is_archived'],
  [{ ids: [randomUUID()], is_archived: true, updatedAt: 'today' }, 'updatedAt'],
  [{ ids: [randomUUID()], is_archived: true, read: { [randomUUID()]: 'today' } }, 'read'],
])('%j is an invalid decision', async (body, field) => {
  const { status, body: problem } = await decide(body)

  expect([status, Object.keys(problem.fields)]).toEqual([422, [field]])
})

test('200 applications are decided at once, and an export of 150 ids holds exactly these', async () => {
  const ids = await pending(200)
  const { body } = await decide({ ids, is_archived: true })
  expect(body.changed).toHaveLength(200)

  const chosen = ids.slice(50)
  const { status, text } = await ask(api.attachments.export, {
    token,
    query: { ids: chosen.join(',') },
  })
  const { body: first } = await ask(api.attachments.get, { token, id: chosen[0]! })
  const references = text.match(/SPH-\d{4}-\w{8}/g)

  expect([status, references?.length]).toEqual([200, chosen.length])
  expect(references).toContain(first.referenceId)
})
