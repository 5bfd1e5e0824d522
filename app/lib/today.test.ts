import { afterEach, expect, test, vi } from 'vitest'

import { todayInKenya } from './today.ts'

afterEach(() => void vi.useRealTimers())

test.each([
  ['2026-12-31T20:59:59.999Z', '2026-12-31'],
  ['2026-12-31T21:00:00.000Z', '2027-01-01'],
  ['2026-12-31T22:00:00.000Z', '2027-01-01'],
  ['2028-02-28T22:00:00.000Z', '2028-02-29'],
  ['2028-02-29T22:00:00.000Z', '2028-03-01'],
])('at %s it is %s in Kenya', (now, day) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
  expect(todayInKenya()).toBe(day)
})
