import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import type { OwnSession } from '../../contract/account/session.ts'
import { addUser, startApi } from '../support/api.ts'

const { ask, token, db } = await startApi()

const firefox = 'Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'

async function signInFrom(user: { email: string; password: string }, userAgent: string) {
  const { email, password } = user
  const { body } = await ask(api.auth.login, {
    body: { email, password },
    headers: { 'user-agent': userAgent },
  })
  return body.token as string
}
const sessions = async (bearer: string) =>
  (await ask(api.auth.sessions, { token: bearer })).body as OwnSession[]
const statusOf = async (bearer: string) => (await ask(api.auth.me, { token: bearer })).status

test('a user sees their own sessions, the browser of each, and which one is current', async () => {
  const user = await addUser(ask, token)
  const phone = await signInFrom(user, firefox)
  const rows = await sessions(phone)

  expect(rows.map(({ userAgent, current }) => [userAgent, current])).toEqual([
    ['Firefox on Android', true],
    [null, false],
  ])
  for (const row of rows) {
    expect(Object.keys(row).toSorted()).toEqual(
      ['_id', 'createdAt', 'current', 'usedAt', 'userAgent'].toSorted(),
    )
    expect(Date.now() - Date.parse(row.createdAt)).toBeLessThan(60_000)
  }
  expect((await sessions(user.token)).map(({ current }) => current)).toEqual([false, true])
})

test('ending one session takes effect at once and leaves the others', async () => {
  const user = await addUser(ask, token)
  const phone = await signInFrom(user, firefox)
  const lost = (await sessions(user.token)).find(({ current }) => !current)!
  const ended = await ask(api.auth.endSession, { token: user.token, id: lost._id })

  expect([ended.status, ended.body]).toEqual([200, { message: 'Session ended' }])
  expect([await statusOf(phone), await statusOf(user.token)]).toEqual([401, 200])
  expect(await sessions(user.token)).toHaveLength(1)
  expect((await ask(api.auth.endSession, { token: user.token, id: lost._id })).status).toBe(404)
})

test('nobody can end the session of another user', async () => {
  const [user, other] = [await addUser(ask, token), await addUser(ask, token, 'admin')]
  const [session] = await sessions(user.token)
  for (const id of [session!._id, randomUUID()]) {
    const { status, body } = await ask(api.auth.endSession, { token: other.token, id })
    expect([status, body.message]).toEqual([
      404,
      'This session does not exist. It may have been deleted.',
    ])
  }
  await ask(api.auth.endOtherSessions, { token: other.token })

  expect(await statusOf(user.token)).toBe(200)
})

test('all other sessions end at once', async () => {
  const user = await addUser(ask, token)
  const others = await Promise.all([firefox, 'curl/8'].map((from) => signInFrom(user, from)))
  const { body } = await ask(api.auth.endOtherSessions, { token: user.token })

  expect(body).toEqual({ message: '2 sessions ended' })
  expect(await Promise.all([user.token, ...others].map(statusOf))).toEqual([200, 401, 401])
  const again = await ask(api.auth.endOtherSessions, { token: user.token })
  expect(again.body).toEqual({ message: '0 sessions ended' })
})

test('expired sessions are not listed', async () => {
  const user = await addUser(ask, token)
  await signInFrom(user, firefox)
  const { _id } = (await sessions(user.token)).find(({ current }) => !current)!
  const usedAt = new Date(Date.now() - 13 * 60 * 60 * 1000).toISOString()
  await db.updateTable('sessions').set({ usedAt }).where('_id', '=', _id).execute()

  expect(await sessions(user.token)).toHaveLength(1)
})

test('changing the password opens a session with its browser', async () => {
  const user = await addUser(ask, token)
  const { body } = await ask(api.auth.changePassword, {
    token: user.token,
    body: { currentPassword: user.password, password: 'a long new password' },
    headers: { 'user-agent': firefox },
  })

  expect(await sessions(body.token)).toMatchObject([
    { userAgent: 'Firefox on Android', current: true },
  ])
})
