import { expect, test } from 'vitest'

import { answerByOf } from './offer.ts'

const endOf = (day: string) => `${day}T20:59:59.999Z`

test.each([
  ['a month before', '2026-12-01T09:00:00Z', 7, '2027-01-04', '2026-12-08'],
  [
    'a day that ends in UTC before it ends in Kenya',
    '2026-12-01T21:30:00Z',
    7,
    '2027-01-04',
    '2026-12-09',
  ],
  ['more days than are left', '2026-12-30T09:00:00Z', 7, '2027-01-04', '2027-01-03'],
  ['the most days', '2026-12-01T09:00:00Z', 90, '2027-01-04', '2027-01-03'],
  ['the eve', '2027-01-03T09:00:00Z', 7, '2027-01-04', '2027-01-03'],
  ['the first minute of the first day', '2027-01-03T21:00:00Z', 7, '2027-01-04', '2027-01-04'],
  ['after the attachment has begun', '2027-02-10T09:00:00Z', 7, '2027-01-04', '2027-02-10'],
])('an offer is answered in time: %s', (_when, at, answerDays, startsOn, lastDay) => {
  expect(answerByOf(Date.parse(at), { answerDays, startsOn })).toBe(endOf(lastDay))
})
