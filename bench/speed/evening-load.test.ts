import { expect, test } from 'vitest'

import { spread } from './evening-load.ts'

const part = { name: 'submissions', what: 'submissions' as const }

test('applicants come at a growing rate until shortly before midnight', () => {
  const rates = spread({ ...part, perHour: 36_000, grows: true }, 2, 100)
  const [first, peak, last] = [rates[0]!, rates[91]!, rates.at(-1)!]

  expect(sumOf(rates)).toBe(2000)
  expect(peak / first).toBeCloseTo(3, 0)
  expect(Math.max(...rates)).toBe(peak)
  expect(last).toBeLessThan(peak * 0.6)
})

test('staff work evenly, and rare requests are sent, too', () => {
  expect(new Set(spread({ ...part, perHour: 3600, grows: false }, 5, 10))).toEqual(new Set([5]))
  expect(sumOf(spread({ ...part, perHour: 360, grows: false }, 1, 20))).toBe(2)
})

function sumOf(rates: number[]) {
  return rates.reduce((sum, rate) => sum + rate, 0)
}
