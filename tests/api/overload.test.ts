import { setImmediate } from 'node:timers/promises'

import { expect, test, vi } from 'vitest'

import { api } from '../../contract/api.ts'
import { startApi } from '../support/api.ts'
import { newLocation } from '../support/app.ts'

const patience = 15_000

const { app, ask, db } = await startApi({}, { place: placeWithPatience(), pages: 'build' })

test('with 1,000 requests under way others are turned away, but not health checks', async () => {
  const free = await holdDatabase()
  const waiting = Array.from({ length: 1000 }, () => ask(api.public.departments))
  const refused = await vi.waitUntil(async () => {
    const answer = await Promise.race([ask(api.public.courses), setImmediate(undefined)])
    return answer?.status === 503 && answer
  }, patience)
  expect(refused.headers['retry-after']).toBe('5')
  expect(refused.body.message).toBe(
    'Too many people are here at this moment. Please try again in a few seconds.',
  )
  const page = await app.inject('/industrial-attachment/apply')
  expect([page.statusCode, page.headers['retry-after']]).toEqual([503, '5'])
  expect(page.body).toContain('what you typed is still there')
  const [alive, home] = await Promise.all(['/healthz', '/'].map((path) => app.inject(path)))
  expect([alive!.statusCode, home!.statusCode]).toEqual([200, 200])

  free()
  const statuses = (await Promise.all(waiting)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect((await ask(api.public.courses)).status).toBe(200)
})

test('while the processor cannot keep up requests are turned away, and then served again', async () => {
  for (let times = 0; times < 6; times++) {
    const end = performance.now() + 650
    while (performance.now() < end);
    await setImmediate()
  }
  expect((await ask(api.public.courses)).status).toBe(503)
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  await vi.waitUntil(async () => (await ask(api.public.courses)).status === 200, patience)
})

/** Who waits for a connection is not given up in the middle of a test. */
async function placeWithPatience() {
  return { ...(await newLocation()), timeouts: { connection: 30_000, answer: 30_000 } }
}

/** Keeps all connections, so that every query waits until the function that this answers is called. */
async function holdDatabase() {
  const released = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  for (let connection = 0; connection < 10; connection++) {
    void db.transaction().execute(() => {
      begun.resolve()
      return released.promise
    })
  }
  await begun.promise
  return released.resolve
}
