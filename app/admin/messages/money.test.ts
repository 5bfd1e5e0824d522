import { expect, test } from 'vitest'

import { estimate, money, partsAndCost } from './money.ts'

test('amounts have their currency, two decimals, and more only if they need them', () => {
  expect(money('KES', 0.8)).toBe('KES\u00A00.80')
  expect(money('KES', 1234)).toBe('KES\u00A01,234.00')
  expect(money('UGX', 0.4275)).toBe('UGX\u00A00.4275')
})

test('an SMS shows its parts, and its cost once it is known', () => {
  expect(partsAndCost({ parts: 1, cost: 0.8 }, 'KES')).toBe('1 part, KES\u00A00.80')
  expect(partsAndCost({ parts: 2, cost: null }, 'KES')).toBe('2 parts')
})

test('an estimate is rounded, unless it is small', () => {
  expect(estimate({ messages: 43, parts: 51, cost: 40.8 }, 'KES')).toBe(
    '43 SMS, 51 parts, about KES\u00A041',
  )
  expect(estimate({ messages: 1, parts: 1, cost: 0.8 }, 'KES')).toBe(
    '1 SMS, 1 part, about KES\u00A00.80',
  )
})
