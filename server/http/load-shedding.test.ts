import Fastify, { type FastifyRequest } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'

import { watchLoad } from './load-shedding.ts'

const someRequest = () => ({}) as FastifyRequest

afterEach(() => void vi.useRealTimers())

test('a long task resumes when the last request is answered, and not before', async () => {
  const load = watchLoad(Fastify())
  vi.useFakeTimers()
  await load.yieldToRequests()

  const [one, other] = [someRequest(), someRequest()]
  load.begin(one)
  load.begin(other)
  const resumed = vi.fn<() => void>()
  const waiting = load.yieldToRequests().then(resumed)
  load.end(one)
  await vi.advanceTimersByTimeAsync(1)
  expect(resumed).not.toHaveBeenCalled()
  load.end(other)
  await waiting
  expect(vi.getTimerCount()).toBe(0)
})

test('a long task resumes after a timeout if requests never cease', async () => {
  const load = watchLoad(Fastify())
  vi.useFakeTimers()
  load.begin(someRequest())
  const resumed = vi.fn<() => void>()
  void load.yieldToRequests().then(resumed)
  await vi.runAllTimersAsync()
  expect(resumed).toHaveBeenCalled()
})
