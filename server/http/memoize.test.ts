import { expect, onTestFinished, test, vi } from 'vitest'

import { memoize } from './memoize.ts'

test('concurrent callers share one read, and its result until it expires', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  let reads = 0
  const read = memoize(1000, async () => ++reads)

  expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1])
  vi.advanceTimersByTime(999)
  expect(await read()).toBe(1)
  vi.advanceTimersByTime(1)
  expect(await Promise.all([read(), read()])).toEqual([2, 2])
})

test('a read that fails is not cached', async () => {
  const results = [Promise.reject(new Error('on purpose')), Promise.resolve('read')]
  const read = memoize(1000, () => results.shift()!)

  await expect(read()).rejects.toThrow('on purpose')
  expect(await read()).toBe('read')
})
