import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Progress, showProgress } from './progress.ts'

let lines: string[]

beforeEach(() => {
  lines = []
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval', 'setTimeout'] })
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('long work prints a line for each tenth, with an estimate', () => {
  const progress = new Progress('Moving', 1000)
  for (let done = 0; done <= 1000; done++) {
    progress.report(done)
    vi.advanceTimersByTime(60)
  }
  expect(lines).toHaveLength(9)
  expect(lines[0]).toBe('Moving: 10 %, about 54 s left\n')
  expect(lines[8]).toBe('Moving: 90 %, about 6 s left\n')
})

test('fast work prints at most one line a second, and short work none', () => {
  const progress = new Progress('Moving', 1000)
  for (let done = 0; done <= 1000; done++) {
    progress.report(done)
    vi.advanceTimersByTime(3.5)
  }
  expect(lines).toHaveLength(3)

  const short = new Progress('Moving', 10)
  for (let done = 0; done <= 10; done++) short.report(done)
  expect(lines).toHaveLength(3)
})

test('slow work prints a line after ten seconds, and minutes if much is left', () => {
  const progress = new Progress('Moving', 1000)
  for (let done = 0; done < 50; done++) {
    progress.report(done)
    vi.advanceTimersByTime(1000)
  }
  expect(lines).toEqual([
    'Moving: 1 %, about 17 min left\n',
    'Moving: 2 %, about 16 min left\n',
    'Moving: 3 %, about 16 min left\n',
    'Moving: 4 %, about 16 min left\n',
  ])
})

test('work of unknown or exceeded size says how long it has run', async () => {
  const sleep = (seconds: number) =>
    new Promise((resolve) => setTimeout(resolve, seconds * 1000 + 1))
  const unknown = showProgress('Checking', sleep(21))
  await vi.advanceTimersByTimeAsync(22_000)
  await unknown
  expect(lines).toEqual(['Checking: 10 s so far\n', 'Checking: 20 s so far\n'])

  lines = []
  const missing = showProgress('Copying', sleep(10), () => Promise.reject(new Error('no file')), 5)
  await vi.advanceTimersByTimeAsync(11_000)
  await missing
  const larger = showProgress('Copying', sleep(3), () => 700, 500)
  await vi.advanceTimersByTimeAsync(4000)
  await larger
  expect(lines).toEqual(['Copying: 10 s so far\n', 'Copying: 99 %, about 1 s left\n'])

  lines = []
  await expect(showProgress('Copying', Promise.reject(new Error('full')))).rejects.toThrow('full')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(lines).toEqual([])
})
