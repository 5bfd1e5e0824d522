import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { unlimited } from '../../server/services/rate-limiter.ts'
import {
  confirmSecondFactor,
  prepareSecondFactor,
} from '../../server/services/accounts/second-factor.ts'
import { addUser, newLink, setPassword, startApi, type Ask } from '../support/api.ts'
import { codeOf } from '../support/authenticator.ts'

const { ask, token, db } = await startApi({ PUBLIC_URL: 'https://www.example.org' })

type Person = Awaited<ReturnType<typeof addUser>>

const signIn = ({ email, password }: Person, code?: string, by: Ask = ask) =>
  by(api.auth.login, { body: { email, password, ...(code !== undefined && { code }) } })
const prepare = ({ token: ownToken, password }: Person) =>
  ask(api.auth.prepareSecondFactor, { token: ownToken, body: { password } })
const confirm = ({ token: ownToken }: Person, code: string) =>
  ask(api.auth.confirmSecondFactor, { token: ownToken, body: { code } })
const stateOf = async ({ token: ownToken }: Person) =>
  (await ask(api.auth.secondFactor, { token: ownToken })).body
const historyOf = async ({ _id }: Person) => {
  const { body } = await ask(api.history, { token, query: { record: _id } })
  return body as { action: string; fields: string[] | null; user: { _id: string } | null }[]
}

/** A new administrator with a second factor, turned on with the code of the previous 30 seconds. */
async function protectedUser() {
  const person = await addUser(ask, token, 'admin')
  const { secret } = (await prepare(person)).body
  const { status, body } = await confirm(person, await codeOf(secret, -1))
  expect(status).toBe(200)
  return { ...person, secret: secret as string, recoveryCodes: body.recoveryCodes as string[] }
}

const codeWanted = (message: string) => ({ message, error: message, secondFactor: true })
const missing = codeWanted('Enter the code of your authenticator app')
const wrong = codeWanted('This code is not right, or it was used already. Wait for the next one.')

test('a secret takes effect only after a code has confirmed it', async () => {
  const person = await addUser(ask, token)
  expect(
    (
      await ask(api.auth.prepareSecondFactor, {
        token: person.token,
        body: { password: 'not mine' },
      })
    ).body,
  ).toMatchObject({ fields: { password: 'This is not your current password' } })
  const { status, body } = await prepare(person)
  expect([status, body.secret]).toEqual([201, expect.stringMatching(/^[A-Z2-7]{32}$/)])
  expect(body.uri).toContain(`otpauth://totp/www.example.org:${encodeURIComponent(person.email)}?`)
  expect(body.uri).toContain(`secret=${body.secret}`)

  expect((await confirm(person, await codeOf(body.secret, 5))).status).toBe(422)
  expect((await signIn(person)).status).toBe(200)
  expect(await stateOf(person)).toEqual({ since: null, recoveryCodesLeft: 0 })

  const second = (await prepare(person)).body.secret
  expect((await confirm(person, await codeOf(body.secret))).status).toBe(422)
  const confirmed = await confirm(person, await codeOf(second))
  expect(confirmed.status).toBe(200)
  expect(new Set(confirmed.body.recoveryCodes).size).toBe(10)
  expect(await stateOf(person)).toEqual({ since: expect.any(String), recoveryCodesLeft: 10 })
  expect([
    (await prepare(person)).status,
    (await confirm(person, await codeOf(second, 1))).status,
  ]).toEqual([409, 409])
})

test('a secret confirmed in one tab is not replaced by another tab', async () => {
  const person = await addUser(ask, token)
  const { body: me } = await ask(api.auth.me, { token: person.token })
  const { secret } = (await prepare(person)).body
  const turnOn = async () => {
    expect((await confirm(person, await codeOf(secret, -1))).status).toBe(200)
    return undefined
  }
  const late = { ...unlimited, consume: turnOn }
  const answer = await prepareSecondFactor(
    { db, limiter: late },
    me.user,
    person.password,
    'www.example.org',
  )

  expect(answer).toMatchObject({ kind: 'conflict' })
  expect((await signIn(person, await codeOf(secret))).status).toBe(200)
})

test('a code confirms only its own secret, even if another tab creates a new one', async () => {
  const person = await addUser(ask, token)
  const { body: me } = await ask(api.auth.me, { token: person.token })
  const { secret } = (await prepare(person)).body
  const late = { ...unlimited, refund: async () => void (await prepare(person)) }
  const answer = await confirmSecondFactor({ db, limiter: late }, me.user, await codeOf(secret))

  expect(answer).toMatchObject({ fields: { code: wrong.message } })
  expect(await stateOf(person)).toEqual({ since: null, recoveryCodesLeft: 0 })
})

test('the right password alone leads to the code step, a wrong one does not', async () => {
  const person = await protectedUser()
  const alone = await signIn(person)
  expect([alone.status, alone.body]).toEqual([401, missing])
  expect((await signIn(person, '')).body).toEqual(missing)
  const sentence = 'Invalid email or password'
  const wrongPassword = await signIn(
    { ...person, password: 'not mine' },
    await codeOf(person.secret),
  )
  expect(wrongPassword.body).toEqual({ message: sentence, error: sentence })

  const { status, body } = await signIn(person, await codeOf(person.secret))
  expect([status, body.user.secondFactorSince]).toEqual([200, expect.any(String)])
  expect((await ask(api.auth.me, { token: body.token })).status).toBe(200)
})

test('a code works once, also in concurrent requests', async () => {
  const person = await protectedUser()
  const code = await codeOf(person.secret)
  const answers = await Promise.all([signIn(person, code), signIn(person, code)])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 401]))
  expect((await signIn(person, code)).body).toEqual(wrong)
  expect((await signIn(person, await codeOf(person.secret, -1))).body).toEqual(wrong)

  const next = await codeOf(person.secret, 1)
  const pasted = `\u200b${next.slice(0, 3)}\u00a0${next.slice(3)}\u200e`
  expect((await signIn(person, pasted)).status).toBe(200)
})

test('a recovery code signs in once, in any notation', async () => {
  const person = await protectedUser()
  const [first = '', second = ''] = person.recoveryCodes
  expect(first).toMatch(/^([0-9A-HJKMNP-TV-Z]{6}-){3}[0-9A-HJKMNP-TV-Z]{6}$/)
  expect((await signIn(person, first.toLowerCase().replaceAll('-', ' '))).status).toBe(200)
  expect((await signIn(person, first)).body).toEqual(wrong)
  expect((await signIn(person, second)).status).toBe(200)
  expect(await stateOf(person)).toMatchObject({ recoveryCodesLeft: 8 })

  const other = await protectedUser()
  expect((await signIn(other, person.recoveryCodes[3])).status).toBe(401)
})

test('a new password does not bypass the second factor', async () => {
  const person = await protectedUser()
  const password = 'a long new password'
  await setPassword(ask, await newLink(ask, token, person._id), password)

  expect((await signIn({ ...person, password })).body).toEqual(missing)
  expect((await signIn({ ...person, password }, await codeOf(person.secret))).status).toBe(200)
})

test('turning it off takes the password and a code', async () => {
  const person = await protectedUser()
  const off = (password: string, code: string) =>
    ask(api.auth.endSecondFactor, { token: person.token, body: { password, code } })
  expect(Object.keys((await off('not mine', await codeOf(person.secret))).body.fields)).toEqual([
    'password',
  ])
  expect(Object.keys((await off(person.password, '000 000')).body.fields)).toEqual(['code'])
  expect((await signIn(person)).status).toBe(401)

  expect((await off(person.password, await codeOf(person.secret))).status).toBe(200)
  expect((await signIn(person)).status).toBe(200)
  expect(await stateOf(person)).toEqual({ since: null, recoveryCodesLeft: 0 })
})

test('administrators can turn off the second factor of others, not their own', async () => {
  const person = await protectedUser()
  const reset = (by: string, id: string) => ask(api.users.endSecondFactor, { token: by, id })
  expect((await reset(person.token, person._id)).status).toBe(409)
  const listed = await ask(api.users.get, { token, id: person._id })
  expect(listed.body.secondFactorSince).toEqual(expect.any(String))

  expect((await reset(token, person._id)).status).toBe(200)
  expect((await signIn(person)).status).toBe(200)
  const { body: me } = await ask(api.auth.me, { token })
  expect(await historyOf(person)).toContainEqual(
    expect.objectContaining({
      action: 'second factor off',
      user: { _id: me.user._id, name: me.user.name },
    }),
  )
})

test('an administrator can sign another user out everywhere', async () => {
  const person = await addUser(ask, token)
  const { status, body } = await ask(api.users.endSessions, { token, id: person._id })
  expect([status, body.message]).toEqual([200, '1 session ended'])

  expect((await ask(api.auth.me, { token: person.token })).status).toBe(401)
  expect((await historyOf(person))[0]).toMatchObject({ action: 'sign-out', count: 1 })
})

test('wrong codes are limited to 5 an hour, and right ones do not count', async () => {
  const limited = await startApi({ RATE_LIMIT: 'on' })
  const person = await addUser(limited.ask, limited.token)
  const { body } = await limited.ask(api.auth.prepareSecondFactor, {
    token: person.token,
    body: { password: person.password },
  })
  const confirmed = await limited.ask(api.auth.confirmSecondFactor, {
    token: person.token,
    body: { code: await codeOf(body.secret, -1) },
  })
  for (const code of confirmed.body.recoveryCodes.slice(0, 7)) {
    expect((await signIn(person, code, limited.ask)).status).toBe(200)
  }
  const guesses = []
  for (let count = 0; count < 6; count++) guesses.push(await signIn(person, '000000', limited.ask))

  expect(guesses.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429])
  expect(guesses[5]!.body.message).toMatch(
    /^Too many wrong codes\. Please try again in \d+ minutes\.$/,
  )
  expect((await signIn(person, await codeOf(body.secret), limited.ask)).status).toBe(429)
  expect((await signIn(person, undefined, limited.ask)).body).toEqual(missing)
})

test('the history records the second factor and the kind of code of each sign-in', async () => {
  const person = await protectedUser()
  await signIn(person, await codeOf(person.secret))
  await signIn(person, person.recoveryCodes[0])
  await signIn(person, '000000')
  const events = (await historyOf(person)).map(({ action, fields }) => [action, fields])

  expect(events.slice(0, 4)).toEqual([
    ['failed sign-in', ['second_factor']],
    ['sign-in', ['recovery_code']],
    ['sign-in', ['second_factor']],
    ['second factor on', null],
  ])
})

test('recovery codes are stored as hashes, and secrets are never returned again', async () => {
  const person = await protectedUser()
  const codes = JSON.stringify(await db.selectFrom('recovery_codes').selectAll().execute())
  for (const code of person.recoveryCodes) {
    expect(codes).not.toContain(code)
    expect(codes).not.toContain(code.replaceAll('-', ''))
  }
  const seen = await Promise.all([
    ask(api.users.list, { token }),
    ask(api.users.export, { token }),
    ask(api.auth.me, { token: person.token }),
    ask(api.auth.secondFactor, { token: person.token }),
  ])
  for (const { text } of seen) expect(text).not.toContain(person.secret)
})
