import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { addUser, startApi } from '../support/api.ts'

const { ask, token, db } = await startApi()

test('a new user has no password, and no answer contains one', async () => {
  const input = { name: 'Bila Neno', email: 'bila@example.org' }
  const { body: user } = await ask(api.users.create, { token, body: input })
  const stored = await db
    .selectFrom('users')
    .select('password')
    .where('_id', '=', user._id)
    .executeTakeFirstOrThrow()
  const { text } = await ask(api.users.list, { token })

  expect(stored.password).toBeNull()
  expect(Object.keys(user).toSorted()).toEqual(
    ['_id', 'createdAt', 'email', 'name', 'role', 'secondFactorSince', 'updatedAt'].toSorted(),
  )
  expect(text).not.toMatch(/password|argon2/)
})

test('users are filtered by creation time, inclusive', async () => {
  const { createdAt } = await addUser(ask, token)
  const countSince = async (moment: number) => {
    const query = { since: new Date(moment).toISOString(), limit: '1' }
    const { headers } = await ask(api.users.list, { token, query })
    return Number(headers['x-total-count'])
  }

  const moment = Date.parse(createdAt)
  expect([await countSince(moment), await countSince(moment + 1)]).toEqual([1, 0])
  expect(await countSince(0)).toBeGreaterThan(1)
})

test('an update of a user without a role keeps the role', async () => {
  const { _id: id, email } = await addUser(ask, token, 'admin')
  const { body } = await ask(api.users.update, { token, id, body: { name: 'Mpya', email } })

  expect(body).toMatchObject({ name: 'Mpya', role: 'admin' })
  await ask(api.users.remove, { token, id })
})

const administrators = () =>
  db.selectFrom('users').select('_id').where('role', '=', 'admin').execute()

test('nobody deletes themselves, and the last administrator is neither deleted nor demoted', async () => {
  const { body: me } = await ask(api.auth.me, { token })
  const { _id: id, name, email } = me.user
  expect(await administrators()).toEqual([{ _id: id }])

  const demoted = await ask(api.users.update, { token, id, body: { name, email, role: 'user' } })
  expect([demoted.status, demoted.body.message]).toEqual([
    409,
    'This is the last administrator with a password, so the role cannot change. Another one must set theirs first.',
  ])
  const body = { name: 'Mrithi', email: 'mrithi@example.org', role: 'admin' }
  const { body: heir } = await ask(api.users.create, { token, body })
  const early = await ask(api.users.update, { token, id, body: { name, email, role: 'user' } })
  expect(early.status).toBe(409)
  expect((await ask(api.users.remove, { token, id: heir._id })).status).toBe(200)
  const other = await addUser(ask, token, 'admin')
  for (const own of [id, id.toUpperCase()]) {
    const removed = await ask(api.users.remove, { token, id: own })
    expect([removed.status, removed.body.message]).toEqual([409, 'You cannot delete yourself.'])
  }
  expect(await administrators()).toHaveLength(2)

  const stepDown = await ask(api.users.update, {
    token: other.token,
    id: other._id,
    body: { name: other.name, email: other.email, role: 'user' },
  })
  expect([stepDown.status, stepDown.body.role]).toEqual([200, 'user'])
  expect(await administrators()).toEqual([{ _id: id }])
})

test('of two administrators who delete or demote each other at once, one remains', async () => {
  let first = { token, user: (await ask(api.auth.me, { token })).body.user }
  for (let round = 0; round < 6; round++) {
    const {
      token: secondToken,
      password: _,
      ...secondUser
    } = await addUser(ask, first.token, 'admin')
    const second = { token: secondToken, user: secondUser }
    const attack = (by: typeof first, { user }: typeof first) =>
      round % 2 === 0
        ? ask(api.users.remove, { token: by.token, id: user._id })
        : ask(api.users.update, {
            token: by.token,
            id: user._id,
            body: { name: user.name, email: user.email, role: 'user' },
          })
    const answers = await Promise.all([attack(first, second), attack(second, first)])
    const left = await administrators()

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status } of answers) expect([200, 401, 403, 409]).toContain(status)
    expect(left).toHaveLength(1)
    first = left[0]!._id === first.user._id ? first : second
  }
})
