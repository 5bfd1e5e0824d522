import { randomUUID } from 'node:crypto'

import { expect, test, vi } from 'vitest'

import { api } from '../../contract/api.ts'
import { applicationSubmission } from '../../contract/application/application.ts'
import { buildApp } from '../../server/app.ts'
import { unlimited, type RateLimiter } from '../../server/services/rate-limiter.ts'
import { PublicError } from '../../server/services/domain-error.ts'
import { submit } from '../../server/services/applications/submissions.ts'
import { readSettings } from '../../server/settings.ts'
import {
  addUser,
  asker,
  choicesOf,
  setPassword,
  startApi,
  submission,
  type Ask,
} from '../support/api.ts'
import { administrator } from '../support/server.ts'

// Hashing dozens of passwords takes seconds where the processor is busy with other tests.
vi.setConfig({ testTimeout: 30_000 })

const { ask, token, db, engine } = await startApi({ RATE_LIMIT: 'on' })
const choices = await choicesOf(ask)

const fail = (email: string, from: string) =>
  ask(api.auth.login, { body: { email, password: 'a wrong password' }, from })
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status)
const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))
/** The number of answers by status. */
const tally = (answers: { status: number }[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

test('an account accepts 10 wrong passwords in 15 minutes, from any address', async () => {
  const user = await addUser(ask, token)
  const failures = await times(12, (index) => fail(user.email, `192.0.2.${index}`))
  expect(tally(failures)).toEqual({ 401: 10, 429: 2 })

  const { status, headers, body } = await ask(api.auth.login, { body: user, from: '192.0.2.99' })
  const sentence = 'Too many failed attempts to sign in. Please try again in 15 minutes.'
  const of = 'failed attempts to sign in'
  const wording = {
    sentence: 'Too many {of}. Please try again in {minutes} minutes.',
    values: { of, minutes: 15 },
  }
  expect([status, body]).toEqual([429, { message: sentence, error: sentence, ...wording }])
  expect(Number(headers['retry-after'])).toBeGreaterThan(800)
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(900)

  const other = await ask(api.auth.login, { body: administrator, from: '192.0.2.1' })
  expect(other.status).toBe(200)
})

test('failures elsewhere do not lock a user out at a place of an earlier sign-in', async () => {
  const user = await addUser(ask, token)
  const [office, home] = ['203.0.113.77', '203.0.113.78']
  const login = (from: string) => ask(api.auth.login, { body: user, from })
  expect((await login(office)).status).toBe(200)
  await times(15, (index) => fail(user.email, `192.0.2.${index}`))

  expect([(await login(office)).status, (await login(home)).status]).toEqual([200, 429])
  const guesses = await times(12, () => fail(user.email, office))
  expect(tally(guesses)).toEqual({ 401: 10, 429: 2 })
  expect((await login(office)).status).toBe(429)
})

test('a place stays known for 30 days after the last sign-in, not after the first', async () => {
  const user = await addUser(ask, token)
  const office = '203.0.113.79'
  const login = () => ask(api.auth.login, { body: user, from: office })
  for (const days of [21, 21]) {
    expect((await login()).status).toBe(200)
    await passDays(days)
  }
  await times(15, (index) => fail(user.email, `192.0.2.${index}`))

  expect((await login()).status).toBe(200)
})

test('a place where an application was read stays known for 30 days after the last read', async () => {
  const email = 'mwanaisha@example.org'
  const { body } = await ask(api.public.submit, { body: submission(choices, { email }) })
  const see = (contact: string, from: string) =>
    ask(api.public.ownApplication, { body: { reference: body.referenceId, contact }, from })
  for (const days of [21, 21]) {
    expect((await see(email, '203.0.113.80')).status).toBe(200)
    await passDays(days)
  }
  await times(12, (index) => see('stranger@example.org', `192.0.2.${index}`))

  expect((await see(email, '203.0.113.80')).status).toBe(200)
})

/** Makes all rows of `rate_limits` end so many days earlier. */
async function passDays(days: number) {
  for (const { key, endsAt } of await db.selectFrom('rate_limits').selectAll().execute()) {
    const earlier = new Date(Date.parse(endsAt) - days * 86_400_000).toISOString()
    await db.updateTable('rate_limits').set({ endsAt: earlier }).where('key', '=', key).execute()
  }
}

test('all addresses of one IPv6 network count as one, IPv4 addresses each by themselves', async () => {
  const guesses = await times(52, (index) =>
    fail(`nobody${index}@example.net`, `2001:db8:0:7:${index.toString(16)}::1`),
  )
  expect(tally(guesses)).toEqual({ 401: 50, 429: 2 })

  expect((await fail('nobody@example.net', '2001:db8:0:8::1')).status).toBe(401)
  expect((await fail('nobody@example.net', '::ffff:203.0.113.88')).status).toBe(401)
})

test('a whole campus behind one address can apply on one evening', async () => {
  const from = '197.248.0.1'
  const send = (index: number) =>
    ask(api.public.submit, {
      body: submission(choices, { email: `student${index}@campus.example.ac.ke` }),
      from,
    })
  // Simulates 4,990 earlier applications from this address in the same hour.
  expect((await send(0)).status).toBe(201)
  await db.updateTable('rate_limits').set({ count: 4990 }).where('count', '=', 1).execute()
  const last = await times(9, (index) => send(index + 1))
  expect(tally(last)).toEqual({ 201: 9 })
})

test('the count of an account starts again after the window', async () => {
  const user = await addUser(ask, token)
  await times(11, (index) => fail(user.email, `192.0.2.${index}`))
  await db.updateTable('rate_limits').set({ endsAt: new Date().toISOString() }).execute()
  const failures = await times(12, (index) => fail(user.email, `192.0.2.${index}`))

  expect(tally(failures)).toEqual({ 401: 10, 429: 2 })
})

test('setting the clock back locks nobody out', async () => {
  const user = await addUser(ask, token)
  await times(11, (index) => fail(user.email, `192.0.2.${index}`))
  const endsAt = new Date(Date.now() + 12 * 3_600_000).toISOString()
  await db.updateTable('rate_limits').set({ endsAt }).execute()
  const failures = await times(12, (index) => fail(user.email, `192.0.2.${index}`))

  expect(tally(failures)).toEqual({ 401: 10, 429: 2 })
})

test('an address can try 50 wrong passwords over all accounts', async () => {
  const failures = await times(53, (index) => fail(`nobody${index}@example.org`, '198.51.100.7'))
  expect(tally(failures)).toEqual({ 401: 50, 429: 3 })

  const login = (from: string) => ask(api.auth.login, { body: administrator, from })
  expect((await login('198.51.100.7')).status).toBe(429)
  expect((await login('198.51.100.8')).status).toBe(200)
})

test('an attack on many accounts does not lock out users who signed in at that address before', async () => {
  const user = await addUser(ask, token)
  const house = '198.51.100.10'
  const login = () => ask(api.auth.login, { body: user, from: house })
  expect((await login()).status).toBe(200)
  const failures = await times(53, (index) => fail(`guest${index}@example.org`, house))
  expect(tally(failures)).toEqual({ 401: 50, 429: 3 })

  expect((await login()).status).toBe(200)
})

test('successful sign-ins do not count', async () => {
  const user = await addUser(ask, token)
  const from = '198.51.100.9'
  await times(49, (index) => fail(`nobody${index}@example.com`, from))
  for (let count = 0; count < 12; count++) {
    expect((await ask(api.auth.login, { body: user, from })).status).toBe(200)
  }

  expect((await fail('nobody@example.com', from)).status).toBe(401)
  expect((await fail('nobody@example.com', from)).status).toBe(429)
})

test('an e-mail address sends 10 applications an hour; a repeat does not count', async () => {
  const send = (email: string, key?: string) =>
    ask(api.public.submit, {
      body: submission(choices, { email }),
      ...(key && { headers: { 'idempotency-key': key } }),
    })
  const first = await send('juma@example.org', 'the-first-of-juma')
  const more = await times(11, () => send('Juma@Example.org '))
  expect(first.status).toBe(201)
  expect(tally(more)).toEqual({ 201: 9, 429: 2 })

  const refused = await send('juma@example.org')
  expect(refused.body.message).toMatch(
    /^Too many applications with this e-mail address\. .* minutes\.$/,
  )
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500)
  expect((await send('juma@example.org', 'the-first-of-juma')).body).toEqual(first.body)
  expect((await send('halima@example.org')).status).toBe(201)
})

test('30 concurrent repeats of one application count as one', async () => {
  const body = submission(choices, { email: 'rehema@example.org' })
  const send = (key: string) =>
    ask(api.public.submit, { body, headers: { 'idempotency-key': key } })
  const repeats = await times(30, () => send('the-only-one-of-rehema'))
  expect(tally(repeats)).toEqual({ 201: 30 })
  expect(new Set(repeats.map(({ body: { referenceId } }) => referenceId)).size).toBe(1)

  expect(tally(await times(10, (index) => send(`another-of-rehema-${index}`)))).toEqual({
    201: 9,
    429: 1,
  })
})

test('a repeat gets the same answer while another process stores the application', async () => {
  const answers = applicationSubmission.parse(submission(choices, { email: 'tatu@example.org' }))
  const sms = { isSmsOffered: true, isConfirmedBySms: false, isLinkSent: false }
  const elsewhere = (idempotencyKey: string) =>
    submit({ db: db.withoutPlugins(), limiter: unlimited }, answers, {
      address: '192.0.2.1',
      idempotencyKey,
      ...sms,
    })

  const of = 'applications from your network'
  const sentence = 'Too many {of}. Please try again in a minute.'
  const tooMany = new PublicError('rate_limited', { sentence, values: { of } })
  for (const refusal of [undefined, tooMany]) {
    const sender = { address: '192.0.2.2', idempotencyKey: randomUUID(), ...sms }
    const given: string[] = []
    const limiter: RateLimiter = {
      ...unlimited,
      consume: async () => {
        await elsewhere(sender.idempotencyKey)
        return refusal
      },
      refund: async (...checks) => void given.push(...checks.map(([{ name }]) => name)),
    }
    const repeat = await submit({ db, limiter }, answers, sender)
    expect(repeat).toEqual(await elsewhere(sender.idempotencyKey))
    // If the stored application was accepted, it was counted before, so both limits are refunded.
    expect(given).toHaveLength(refusal ? 0 : 2)
  }
})

test('an invalid application is not counted', async () => {
  const send = (changes: object) =>
    ask(api.public.submit, {
      body: submission(choices, { email: 'salim@example.org', ...changes }),
    })

  expect(tally(await times(15, () => send({ first_name: '' })))).toEqual({ 422: 15 })
  expect((await send({})).status).toBe(201)
})

test('a session can guess its own password 10 times', async () => {
  const user = await addUser(ask, token)
  const guess = (currentPassword: string) =>
    ask(api.auth.changePassword, {
      token: user.token,
      body: { currentPassword, password: 'a long new password' },
    })

  expect(tally(await times(11, () => guess('wrong')))).toEqual({ 422: 10, 429: 1 })
  expect((await guess(user.password)).status).toBe(429)
})

test('several processes on one database count as one', async () => {
  const settings = readSettings({ LOG_LEVEL: 'silent' })
  const second = await buildApp({ db, engine, settings })
  const asks = [ask, asker(second)]
  const failures = await times(12, (index) =>
    asks[index % 2]!(api.auth.login, {
      body: { email: 'many@example.org', password: 'a wrong password' },
      from: `203.0.113.${index}`,
    }),
  )
  await second.close()

  expect(tally(failures)).toEqual({ 401: 10, 429: 2 })
})

test('rate limits store no IP address and no e-mail address', async () => {
  const stored = JSON.stringify(await db.selectFrom('rate_limits').selectAll().execute())

  expect(stored.length).toBeGreaterThan(100)
  expect(stored).not.toMatch(/@|198\.51|many/)
})

/** Guesses a password link eleven times from these addresses in turn; true if one is refused. */
async function countsAsOne(guess: Ask, addresses: { from: string; forwarded: string }[]) {
  const answers = await times(11, (index) => {
    const { from, forwarded } = addresses[index % addresses.length]!
    return guess(api.auth.setPassword, {
      body: { token: 'made-up', password: 'a long password' },
      headers: { 'x-forwarded-for': forwarded },
      from,
    })
  })
  return statuses(answers).includes(429)
}

async function behind(proxy: Record<string, string>) {
  const settings = readSettings({ LOG_LEVEL: 'silent', ...proxy })
  const proxied = await buildApp({ db, engine, settings })
  await db.deleteFrom('rate_limits').execute()
  return asker(proxied)
}

test('a forwarded address is ignored without TRUST_PROXY', async () => {
  const direct = await behind({})
  const claims = [1, 2, 3].map((host) => ({ from: '192.0.2.200', forwarded: `203.0.113.${host}` }))
  const senders = [1, 2, 3].map((host) => ({ from: `192.0.2.${host}`, forwarded: '203.0.113.9' }))

  expect(await countsAsOne(direct, claims)).toBe(true)
  expect(await countsAsOne(direct, senders)).toBe(false)
  expect(await countsAsOne(await behind({ TRUST_PROXY: 'false' }), claims)).toBe(true)
})

test('TRUST_PROXY=true believes the first forwarded address', async () => {
  const trusting = await behind({ TRUST_PROXY: 'true' })
  const visitors = [1, 2, 3].map((host) => ({
    from: '10.0.0.1',
    forwarded: `203.0.113.${host}, 10.0.0.2`,
  }))
  const visitor = [1, 2, 3].map((host) => ({
    from: `10.0.0.${host}`,
    forwarded: '203.0.113.50, 10.0.0.2',
  }))

  expect(await countsAsOne(trusting, visitors)).toBe(false)
  expect(await countsAsOne(trusting, visitor)).toBe(true)
})

test('TRUST_PROXY=1 believes only the last forwarded address', async () => {
  const one = await behind({ TRUST_PROXY: '1' })
  const liars = [1, 2, 3].map((host) => ({
    from: '10.0.0.1',
    forwarded: `203.0.113.${host}, 198.51.100.1`,
  }))
  const visitors = [1, 2, 3].map((host) => ({
    from: '10.0.0.1',
    forwarded: `198.51.100.200, 203.0.113.${host}`,
  }))

  expect(await countsAsOne(one, liars)).toBe(true)
  expect(await countsAsOne(one, visitors)).toBe(false)
  expect(await countsAsOne(await behind({ TRUST_PROXY: '2' }), liars)).toBe(false)
})

test('TRUST_PROXY with addresses believes only them', async () => {
  const some = await behind({ TRUST_PROXY: '10.0.0.0/8, 172.16.0.1' })
  const through = (from: string) =>
    [1, 2, 3].map((host) => ({ from, forwarded: `203.0.113.${host}` }))

  expect(await countsAsOne(some, through('10.1.2.3'))).toBe(false)
  await db.deleteFrom('rate_limits').execute()
  expect(await countsAsOne(some, through('172.16.0.1'))).toBe(false)
  await db.deleteFrom('rate_limits').execute()
  expect(await countsAsOne(some, through('172.16.0.2'))).toBe(true)
})

test('with RATE_LIMIT=off nothing is counted', async () => {
  const off = await behind({ RATE_LIMIT: 'off' })
  const answers = await times(15, () => setPassword(off, 'made-up', 'a long password'))

  expect(tally(answers)).toEqual({ 422: 15 })
  expect(await db.selectFrom('rate_limits').selectAll().execute()).toEqual([])
})
