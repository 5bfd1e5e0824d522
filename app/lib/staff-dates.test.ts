import { expect, test } from 'vitest'
import { formatDateTime, formatDay, formatEnd, formatFully } from './staff-dates.ts'

test('staff see times in Kenya with the name of the zone', () => {
  const evening = '2026-03-02T21:05:09Z'
  expect(formatDay(evening)).toBe('3 Mar 2026')
  expect(formatDateTime(evening)).toBe('3 Mar 2026, 00:05')
  expect(formatFully(evening)).toBe('Tuesday, 3 March 2026 at 00:05:09 EAT')
})

test('an end at midnight belongs to the day before', () => {
  expect(formatEnd('2026-12-16T21:00:00Z')).toBe('16 Dec 2026, midnight')
  expect(formatEnd('2026-12-16T14:30:00Z')).toBe('16 Dec 2026, 17:30')
})
