import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { changePassword } from '../../server/services/accounts/change-password.ts'
import { unlimited } from '../../server/services/rate-limiter.ts'
import { signIn as logIn } from '../../server/services/accounts/sign-in.ts'
import { addUser, newLink, setPassword, signIn, startApi } from '../support/api.ts'
import { administrator } from '../support/server.ts'
import { processorTimeOf } from '../support/cpu-time.ts'

const { ask, token, db } = await startApi({ PUBLIC_URL: 'https://www.example.org' })

const hour = 60 * 60 * 1000
const ago = (time: number) => new Date(Date.now() - time).toISOString()
const statusOf = async (bearer: string) => (await ask(api.auth.me, { token: bearer })).status

test('signing in returns a token, and the token identifies the user', async () => {
  const { status, body } = await ask(api.auth.login, { body: administrator })
  const me = await ask(api.auth.me, { token: body.token })

  expect(status).toBe(200)
  expect(Object.keys(body.user).toSorted()).toEqual(
    ['_id', 'createdAt', 'email', 'name', 'role', 'secondFactorSince', 'updatedAt'].toSorted(),
  )
  expect(body.user).toMatchObject({ email: administrator.email, role: 'admin' })
  expect(me.body).toEqual({ user: body.user })
})

test('a user deleted during sign-in or a password change is refused', async () => {
  const origin = { address: '192.0.2.1', userAgent: undefined }
  const someone = await addUser(ask, token)
  const remove = async ({ _id: id }: { _id: string }) => {
    await ask(api.users.remove, { token, id })
    return undefined
  }
  const late = { ...unlimited, refund: () => remove(someone) }
  expect(await logIn({ db, limiter: late }, someone, origin)).toMatchObject({
    kind: 'unauthorized',
    message: 'Invalid email or password',
  })

  const other = await addUser(ask, token)
  const { body } = await ask(api.auth.me, { token: other.token })
  const early = { ...unlimited, consume: () => remove(other) }
  const passwords = { currentPassword: other.password, password: 'quite another long sentence' }
  expect(
    await changePassword({ db, limiter: early }, body.user, passwords, undefined),
  ).toMatchObject({
    kind: 'not_found',
  })
})

test('a sign-in with the old password fails if the password changes meanwhile', async () => {
  const someone = await addUser(ask, token)
  const link = await newLink(ask, token, someone._id)
  const change = async () => {
    await setPassword(ask, link, 'quite another long sentence')
    return undefined
  }
  const origin = { address: '192.0.2.1', userAgent: undefined }
  expect(
    await logIn({ db, limiter: { ...unlimited, refund: change } }, someone, origin),
  ).toMatchObject({
    kind: 'unauthorized',
    message: 'Invalid email or password',
  })
  const sessions = db.selectFrom('sessions').select('_id').where('user', '=', someone._id)
  expect(await sessions.execute()).toEqual([])
})

test('a password set by a link during a password change stays', async () => {
  const someone = await addUser(ask, token)
  const link = await newLink(ask, token, someone._id)
  const password = 'quite another long sentence'
  const passwords = { currentPassword: someone.password, password: 'a third long sentence' }
  let isLate = false
  // A password link is used after the server read the old password and before it stores the new one.
  const watched = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!isLate) {
        isLate = true
        await setPassword(ask, link, password)
      }
      return result
    },
  })
  const { body } = await ask(api.auth.me, { token: someone.token })
  const answer = await changePassword(
    { db: watched, limiter: unlimited },
    body.user,
    passwords,
    undefined,
  )

  expect(answer).toMatchObject({ fields: { currentPassword: expect.any(String) } })
  expect(await signIn(ask, { email: someone.email, password })).toEqual(expect.any(String))
})

test('a wrong password, an unknown account and an account without a password get the same answer', async () => {
  await ask(api.users.create, { token, body: { name: 'Neema', email: 'neema@example.org' } })
  const answers = await Promise.all(
    [
      { ...administrator, password: 'a wrong password' },
      { ...administrator, email: 'nobody@example.org' },
      { ...administrator, email: 'neema@example.org' },
    ].map((body) => ask(api.auth.login, { body })),
  )

  const sentence = 'Invalid email or password'
  for (const { status, body } of answers) {
    expect([status, body]).toEqual([401, { message: sentence, error: sentence }])
  }
})

test('the e-mail address ignores case and surrounding spaces', async () => {
  const body = { ...administrator, email: `  ${administrator.email.toUpperCase()} ` }

  expect((await ask(api.auth.login, { body })).status).toBe(200)
})

test('logout invalidates its token, and other sessions go on', async () => {
  const first = await signIn(ask, administrator)
  const second = await signIn(ask, administrator)
  const { status } = await ask(api.auth.logout, { token: first })

  expect([status, await statusOf(first), await statusOf(second)]).toEqual([200, 401, 200])
})

test('deleting a user invalidates the token', async () => {
  const user = await addUser(ask, token)
  expect(await statusOf(user.token)).toBe(200)
  await ask(api.users.remove, { token, id: user._id })

  expect(await statusOf(user.token)).toBe(401)
})

test('a session expires 12 hours after its last use, and each use extends it', async () => {
  const user = await addUser(ask, token)
  const lastUsed = (usedAt: string) =>
    db.updateTable('sessions').set({ usedAt }).where('user', '=', user._id).execute()

  await lastUsed(ago(11.9 * hour))
  expect(await statusOf(user.token)).toBe(200)
  const { usedAt } = await db
    .selectFrom('sessions')
    .select('usedAt')
    .where('user', '=', user._id)
    .executeTakeFirstOrThrow()
  expect(Date.now() - Date.parse(usedAt)).toBeLessThan(hour)
  await lastUsed(ago(12.1 * hour))
  expect(await statusOf(user.token)).toBe(401)
})

test('a session expires 7 days after it began, even if in use', async () => {
  const user = await addUser(ask, token)
  const began = (createdAt: string) =>
    db.updateTable('sessions').set({ createdAt }).where('user', '=', user._id).execute()

  await began(ago(7 * 24 * hour - hour))
  expect(await statusOf(user.token)).toBe(200)
  await began(ago(7 * 24 * hour + hour))
  expect(await statusOf(user.token)).toBe(401)
})

test('a password link is valid for 72 hours and works once', async () => {
  const { body: user } = await ask(api.users.create, {
    token,
    body: { name: 'Baraka Mwamburi', email: 'baraka@example.org' },
  })
  const { status, body } = await ask(api.users.passwordLink, { token, id: user._id })
  expect(status).toBe(201)
  expect(body.url).toMatch(/^https:\/\/www\.example\.org\/set-password#token=[\w-]{40,}$/)
  expect(Date.parse(body.expiresAt) - Date.now()).toBeGreaterThan(72 * hour - 60_000)
  expect(Date.parse(body.expiresAt) - Date.now()).toBeLessThanOrEqual(72 * hour)

  const secret = body.url.split('=')[1]
  const tooShort = await setPassword(ask, secret, 'short')
  expect([tooShort.status, tooShort.body.fields]).toEqual([
    422,
    { password: 'Use at least 12 characters' },
  ])
  const set = await setPassword(ask, secret, 'the first password')
  expect(set.status).toBe(200)
  const login = { email: 'baraka@example.org', password: 'the first password' }
  expect((await ask(api.auth.login, { body: login })).status).toBe(200)
  const again = await setPassword(ask, secret, 'the second password')
  expect(again.status).toBe(422)
  expect(again.body.message).toMatch(/has been used or has expired/)
  expect((await ask(api.auth.login, { body: login })).status).toBe(200)
})

test('of two concurrent uses of a link one succeeds', async () => {
  const user = await addUser(ask, token)
  const secret = await newLink(ask, token, user._id)
  const uses = await Promise.all(
    ['the left password', 'the right password'].map((word) => setPassword(ask, secret, word)),
  )

  expect(new Set(uses.map(({ status }) => status))).toEqual(new Set([200, 422]))
})

test('correcting the e-mail address invalidates links sent to the old one', async () => {
  const user = await addUser(ask, token)
  const secret = await newLink(ask, token, user._id)
  const change = async (changes: object) => {
    const { body } = await ask(api.users.get, { token, id: user._id })
    return ask(api.users.update, { token, id: user._id, body: { ...body, ...changes } })
  }
  expect((await change({ name: 'Bahati Mwamburi' })).status).toBe(200)
  expect((await setPassword(ask, secret, 'short')).body.fields).toHaveProperty('password')
  expect((await change({ email: 'corrected@example.org' })).status).toBe(200)
  expect((await setPassword(ask, secret, 'a long new password')).body.fields).toHaveProperty(
    'token',
  )
})

test('expired and replaced links are invalid', async () => {
  const user = await addUser(ask, token)
  const replaced = await newLink(ask, token, user._id)
  const expired = await newLink(ask, token, user._id)
  expect((await setPassword(ask, replaced, 'a long new password')).status).toBe(422)

  await db
    .updateTable('password_links')
    .set({ expiresAt: ago(1000) })
    .where('user', '=', user._id)
    .execute()
  expect((await setPassword(ask, expired, 'a long new password')).status).toBe(422)
  expect(await statusOf(user.token)).toBe(200)
})

test('setting a password with a link ends all sessions of the user', async () => {
  const user = await addUser(ask, token)
  await setPassword(ask, await newLink(ask, token, user._id), 'a long new password')

  expect([await statusOf(user.token), await statusOf(token)]).toEqual([401, 200])
})

test('runWrite the password returns a new token and ends all other sessions', async () => {
  const user = await addUser(ask, token)
  const elsewhere = await signIn(ask, user)
  const change = (currentPassword: string, password = 'a long new password') =>
    ask(api.auth.changePassword, { token: user.token, body: { currentPassword, password } })

  const wrong = await change('not my password')
  expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([422, ['currentPassword']])
  const short = await change(user.password, 'short')
  expect([short.status, Object.keys(short.body.fields)]).toEqual([422, ['password']])
  expect(await statusOf(user.token)).toBe(200)

  const { status, body } = await change(user.password)
  expect([status, body.user.email]).toEqual([200, user.email])
  expect(await Promise.all([body.token, user.token, elsewhere].map(statusOf))).toEqual([
    200, 401, 401,
  ])
  const logins = [user.password, 'a long new password'].map((password) =>
    ask(api.auth.login, { body: { email: user.email, password } }),
  )
  expect((await Promise.all(logins)).map((login) => login.status)).toEqual([401, 200])
})

test('common passwords are refused on every path', async () => {
  const user = await addUser(ask, token)
  const link = await newLink(ask, token, user._id)
  const sentences = {
    Qwertyuiop123: /on the lists that attackers try first/,
    [user.email]: /mostly your name, your address/,
  }
  for (const [password, sentence] of Object.entries(sentences)) {
    const body = { currentPassword: user.password, password }
    for (const { status, body: problem } of [
      await setPassword(ask, link, password),
      await ask(api.auth.changePassword, { token: user.token, body }),
    ]) {
      expect([status, problem.message]).toEqual([422, problem.fields.password])
      expect(problem.message).toMatch(sentence)
    }
  }

  expect(await statusOf(user.token)).toBe(200)
  expect((await setPassword(ask, link, 'dhows in the evening')).status).toBe(200)
})

test('an unknown account takes as much work as a wrong password', async () => {
  const taken = { known: [] as number[], unknown: [] as number[] }
  for (let round = 0; round < 15; round++) {
    for (const [kind, email] of [
      ['known', administrator.email],
      ['unknown', `nobody${round}@example.org`],
    ] as const) {
      const body = { email, password: 'a wrong password' }
      taken[kind].push(await processorTimeOf(() => ask(api.auth.login, { body })))
    }
  }
  const median = (times: number[]) => times.toSorted((one, other) => one - other)[7]!

  // Without a hash to verify, an unknown account would take a tenth of the time.
  expect(median(taken.unknown)).toBeGreaterThan(median(taken.known) / 3)
  expect(median(taken.unknown)).toBeLessThan(median(taken.known) * 3)
})

test('tokens, links and passwords are stored as hashes only', async () => {
  const user = await addUser(ask, token)
  const link = await newLink(ask, token, user._id)
  const stored = JSON.stringify([
    await db.selectFrom('sessions').selectAll().execute(),
    await db.selectFrom('password_links').selectAll().execute(),
    await db.selectFrom('users').selectAll().execute(),
  ])
  const { password } = await db
    .selectFrom('users')
    .select('password')
    .where('_id', '=', user._id)
    .executeTakeFirstOrThrow()

  expect(stored).toContain(user._id)
  for (const secret of [user.token, link, user.password]) expect(stored).not.toContain(secret)
  expect(password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})
