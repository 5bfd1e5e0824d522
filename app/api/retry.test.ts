import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, NetworkError } from './call.ts'
import { retry, retryDelay, withRetry } from './retry.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a load is retried after a network error or a 5xx, three times at most', () => {
  expect(retry(0, new NetworkError())).toBe(true)
  expect(retry(2, new ApiError(503, ''))).toBe(true)
  expect(retry(3, new NetworkError())).toBe(false)
})

test('a 4xx is final', () => {
  expect(retry(0, new ApiError(404, ''))).toBe(false)
  expect(retry(0, new ApiError(429, ''))).toBe(false)
})

test('delays double from one second up to thirty', () => {
  expect([0, 1, 2, 4, 5, 9].map(retryDelay)).toEqual([1000, 2000, 4000, 16_000, 30_000, 30_000])
})

test('a load resolves after a recovery and otherwise rejects with its last error', async () => {
  const { signal } = new AbortController()
  const recovers = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new NetworkError())
    .mockResolvedValue('here')
  const answer = withRetry(recovers, signal)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await answer).toBe('here')

  const fails = vi.fn<() => Promise<string>>().mockRejectedValue(new ApiError(500, 'broken'))
  await Promise.all([
    expect(withRetry(fails, signal)).rejects.toThrow('broken'),
    vi.advanceTimersByTimeAsync(7000),
  ])
  expect(fails).toHaveBeenCalledTimes(4)
})

test('an aborted load ends at once without a retry', async () => {
  const request = new AbortController()
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(new NetworkError())
  setTimeout(() => request.abort(), 500)
  await Promise.all([
    expect(withRetry(load, request.signal)).rejects.toThrow('aborted'),
    vi.advanceTimersByTimeAsync(500),
  ])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(load).toHaveBeenCalledTimes(1)
})
