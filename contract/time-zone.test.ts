import { afterEach, expect, test, vi } from 'vitest'
import { dayInKenya, fileTimestamp, timeInKenya } from './time-zone.ts'

afterEach(() => void vi.useRealTimers())

test('days and times are those of Kenya, whatever the time zone of the computer', () => {
  expect(timeInKenya('2024-02-29T21:30:07.890Z')).toBe('2024-03-01 00:30:07')
  expect(dayInKenya('2024-02-29T20:59:59.999Z')).toBe('2024-02-29')
  vi.useFakeTimers({ now: Date.parse('2026-12-31T21:05:09Z') })
  expect(fileTimestamp()).toBe('20270101_000509')
})
