import { afterEach, expect, test, vi } from 'vitest'

import {
  DisturbedError,
  isTooMuch,
  loadBetween,
  parseDiskBytes,
  parseProcessorTime,
  tolerated,
  undisturbed,
  type Sample,
} from './noise.ts'

const print = vi.spyOn(console, 'log').mockImplementation(() => {})

afterEach(() => void print.mockClear())

test('stolen time is busy, interrupts and waiting for a disk are not', () => {
  const stat = 'cpu  1000 200 300 4000 500 60 70 80 0 0\ncpu0 1 1 1 1 1 1 1 1 0 0\n'
  expect(parseProcessorTime(stat)).toEqual({ busy: 15.8, total: 62.1 })
  expect(parseProcessorTime('')).toEqual({ busy: 0, total: 0 })
})

test('bytes are those of the disk, not those of the page cache', () => {
  const io = `rchar: 999
wchar: 999
syscr: 9
syscw: 9
read_bytes: 4096
write_bytes: 8192
cancelled_write_bytes: 4096
`
  expect(parseDiskBytes(io)).toBe(12_288)
  expect(parseDiskBytes('')).toBe(0)
})

test('the load of others is what our own processes do not account for', () => {
  const before = { at: 0, total: 100, busy: 40, own: 10, otherBytes: 1_000_000 }
  const after = { at: 10_000, total: 120, busy: 55, own: 20, otherBytes: 51_000_000 }

  expect(loadBetween(before, after)).toEqual({ processors: 0.25, disk: 5 })
  expect(loadBetween(before, { ...after, own: 30, otherBytes: 0 })).toEqual({
    processors: 0,
    disk: 0,
  })
})

test('processor and disk each have a limit', () => {
  expect(isTooMuch(tolerated)).toBe(false)
  expect(isTooMuch({ processors: tolerated.processors * 1.1, disk: 0 })).toBe(true)
  expect(isTooMuch({ processors: 0, disk: tolerated.disk * 1.1 })).toBe(true)
})

test('a measurement without other programs is done once', async () => {
  const { measure, options } = machine([0])
  expect(await undisturbed(measure, options)).toEqual({ value: 1, others: undefined })
  expect(print).not.toHaveBeenCalled()
})

test('a disturbed measurement is repeated, once other programs are quiet', async () => {
  const { measure, options, pauses } = machine([0.5, 0.4, 0.3, 0, 0])
  expect(await undisturbed(measure, options)).toEqual({ value: 2, others: undefined })
  expect(pauses()).toBe(3)
  expect(print.mock.calls).toEqual([
    ['  other programs used 50 % of the processors and 0 MB/s of the disk: measured again'],
  ])
})

test('of two disturbed measurements the less disturbed one counts', async () => {
  const always = machine([0.3, ...Array(20).fill(0.9), 0.5])
  const { value, others } = await undisturbed(always.measure, always.options)
  expect(value).toBe(1)
  expect(others?.processors).toBeCloseTo(0.3)
  expect(print).toHaveBeenCalledTimes(2)
})

test('an error is thrown at once if no other program disturbed', async () => {
  const { measure, options } = machine([0], new Error('slow'))
  await expect(undisturbed(measure, options)).rejects.toThrow('slow')
  expect(measure).toHaveBeenCalledTimes(1)
})

test('an error while other programs disturbed is an error of its own', async () => {
  const { measure, options } = machine([0.5, 0, 0.5], new Error('slow'))
  await expect(undisturbed(measure, options)).rejects.toThrow(DisturbedError)
  expect(measure).toHaveBeenCalledTimes(2)
})

/**
 * A machine on which other programs use these shares of the processors, one after the other, in each
 * measurement and in each pause. A measurement returns its number, or throws the error.
 */
function machine(shares: number[], error?: Error) {
  const counters: Sample = { at: 0, total: 0, busy: 0, own: 0, otherBytes: 0 }
  const work = () => {
    counters.at += 1000
    counters.total += 1
    counters.busy += shares.shift()!
  }
  let measurements = 0
  const measure = vi.fn<() => Promise<number>>(async () => {
    work()
    if (error) throw error
    return ++measurements
  })
  const pause = vi.fn<() => Promise<void>>(async () => work())
  return {
    measure,
    options: { sample: () => ({ ...counters }), pause },
    pauses: () => pause.mock.calls.length,
  }
}
