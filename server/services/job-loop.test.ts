import { expect, onTestFinished, test, vi } from 'vitest'

import { startJob, type JobRun } from './job-loop.ts'

/** Starts a job that runs only when it is woken, and collects its reports. */
function start(run: (signal: AbortSignal) => Promise<number>, isQueue = false) {
  const reports: JobRun[] = []
  const report = (one: JobRun) => void reports.push(one)
  const job = startJob({ run, interval: 100_000, delay: 100_000, isQueue, report })
  onTestFinished(job.stop)
  return { reports, ...job }
}

test('a job that is woken while it runs runs once more, and not at the same time', async () => {
  const runs = [Promise.withResolvers<number>(), Promise.withResolvers<number>()]
  let begun = 0
  const { reports, wake } = start(() => runs[begun++]!.promise)
  wake()
  wake()
  wake()
  expect(begun).toBe(1)
  runs[0]!.resolve(0)
  await vi.waitFor(() => expect(begun).toBe(2))
  runs[1]!.resolve(0)

  await vi.waitFor(() => expect(reports).toHaveLength(2))
  expect(begun).toBe(2)
})

test('a queue runs until nothing is due', async () => {
  const left = [1, 1, 1, 0]
  const { reports, wake } = start(async () => left.shift()!, true)
  wake()

  await vi.waitFor(() => expect(reports.map(({ count }) => count)).toEqual([1, 1, 1, 0]))
})

test('the begin and the end of a failure are changes', async () => {
  const results = ['ok', 'away', 'away', 'gone', 'ok']
  const { reports, wake } = start(async () => {
    const result = results[reports.length]!
    if (result !== 'ok') throw new Error(result)
    return 0
  })
  for (let runs = 1; runs <= results.length; runs++) {
    wake()
    await vi.waitFor(() => expect(reports).toHaveLength(runs))
  }

  expect(reports.map(({ problem, isChange }) => [problem, isChange])).toEqual([
    [null, false],
    ['away', true],
    ['away', false],
    ['gone', true],
    [null, true],
  ])
})

test('a stop waits for the run in progress, and nothing runs or is reported later', async () => {
  let hasEnded = false
  const { reports, wake, stop } = start(async (signal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    hasEnded = true
    return 1
  }, true)
  wake()
  await stop()
  wake()

  expect(hasEnded).toBe(true)
  expect(reports).toEqual([])
})
