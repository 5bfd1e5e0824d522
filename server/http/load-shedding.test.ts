import Fastify, { type FastifyRequest } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'

import { watchLoad } from './load-shedding.ts'

const someRequest = () => ({}) as FastifyRequest

afterEach(() => void vi.useRealTimers())

test('what takes long goes on when the last request is answered, and not before', async () => {
  const load = watchLoad(Fastify())
  vi.useFakeTimers()
  await load.giveWay()

  const [one, other] = [someRequest(), someRequest()]
  load.begin(one)
  load.begin(other)
  const goneOn = vi.fn<() => void>()
  const waiting = load.giveWay().then(goneOn)
  load.end(one)
  await vi.advanceTimersByTimeAsync(1)
  expect(goneOn).not.toHaveBeenCalled()
  load.end(other)
  await waiting
  expect(vi.getTimerCount()).toBe(0)
})

test('what takes long goes on in the end where requests never cease', async () => {
  const load = watchLoad(Fastify())
  vi.useFakeTimers()
  load.begin(someRequest())
  const goneOn = vi.fn<() => void>()
  void load.giveWay().then(goneOn)
  await vi.runAllTimersAsync()
  expect(goneOn).toHaveBeenCalled()
})
