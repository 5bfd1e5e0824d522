import { expect, test } from 'vitest'

import { sortableNumber } from './extra-column.ts'

test('numbers sort as texts', () => {
  const numbers = [-1e15, -200, -3.5, -1e-9, 0, 1e-9, 9, 12, 12.25, 100, 1e15, Infinity]
  expect(numbers.toReversed().map(sortableNumber).toSorted()).toEqual(numbers.map(sortableNumber))
  expect(sortableNumber(-0)).toBe(sortableNumber(0))
})
