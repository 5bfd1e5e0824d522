import { expect, test } from 'vitest'

import { yearsFrom } from './years-from.ts'

test.each([
  ['2027-01-01', -20, '2007-01-01'],
  ['2026-12-31', 2, '2028-12-31'],
  ['2028-02-29', -20, '2008-02-29'],
  ['2028-02-29', 2, '2030-03-01'],
])('%s plus %j years is %s', (day, years, other) => {
  expect(yearsFrom(day, years)).toBe(other)
})
