import fc from 'fast-check'
import { expect, test } from 'vitest'

import { twoSpellings } from '../../tests/support/phone-spellings.ts'
import { phoneLine } from './search-text.ts'
import { isNumberOrReferenceId, termOfNumber, termsOf } from './search-terms.ts'

test('a number typed in one spelling is found in any other', () => {
  fc.assert(
    fc.property(twoSpellings, ([, stored, typed]) => {
      const line = phoneLine(stored)
      expect(line).toContain(termOfNumber(typed))
      for (const term of termsOf(typed)) expect(line).toContain(term)
      expect(termsOf(typed).every(isNumberOrReferenceId)).toBe(true)
      expect(termsOf(`amina ${typed} said`)).toEqual(['amina', ...termsOf(typed), 'said'])
    }),
  )
})

test.each([
  ['0712 345 678', ['0712345678']],
  ['712345678', ['712345678']],
  ['+254 712 34', ['071234']],
  ['+254', ['254']],
  ['0712 34', ['0712', '34']],
  ['0712-34', ['0712', '34']],
  ['+254712345678 0733444555', ['0712345678', '0733444555']],
  ['form 4 (2)', ['form', '4', '2']],
  ['kadzo - chengo', ['kadzo', '-', 'chengo']],
  ['(kadzo)', ['(kadzo)']],
  ['eva-zaneta x"y', ['eva-zaneta', 'x"y']],
  ['a+1@example.org', ['a+1@example.org']],
  ['tel: 0712 345 678', ['0712345678']],
])('the search %j has the terms %j', (typed, terms) => {
  expect(termsOf(typed)).toEqual(terms)
})

test.each([
  'SPH-2026-DWATJ27D',
  'sph2026dwatj27d',
  'SPH2026DWATJ27D',
  'SPH-2O26-DWATJ27D',
  'sph 2026 dwatj27d',
  'SPH 2O26 DWAT J27D',
  'SPH–2026–DWATJ27D',
  '2026-DWATJ27D',
  '2026dwatj27d',
  '“SPH-2026-DWATJ27D”',
  'Reference ID: SPH-2026-DWATJ27D',
  'Code:SPH-2026-DWATJ27D',
  'https://foundation.example/s/SPH-2026-DWATJ27D',
  'https://foundation.example/industrial-attachment/status?reference=SPH-2026-DWATJ27D&x=1',
])('the search %j has the reference ID', (typed) => {
  expect(termsOf(typed)).toEqual(['sph-2026-dwatj27d'])
  expect(termsOf(`${typed} amina`)).toEqual(['sph-2026-dwatj27d', 'amina'])
})

test.each([
  ['SPH-2026-7K3O9IL2', ['sph-2026-7k309112']],
  ['SPH-2026-', ['sph-2026-']],
  ['2026 mohammed', ['2026', 'mohammed']],
  ['lilo kadzomwe', ['lilo', 'kadzomwe']],
  ['201012345678', ['201012345678']],
  ['sphinx', ['sphinx']],
  ['SPH-2026-DWATJ27D (kadzo)', ['sph-2026-dwatj27d', '(kadzo)']],
  ['josphat mombasa', ['josphat', 'mombasa']],
  ['1f0c-2026abcdefgh@example.org', ['1f0c-2026abcdefgh@example.org']],
])('the search %j has the terms %j', (typed, terms) => {
  expect(termsOf(typed)).toEqual(terms)
})

test.each(['', '7', '0733', 'FOUNDATION', '0'.repeat(17)])('%j is no whole number', (typed) => {
  expect(termOfNumber(typed)).toBeUndefined()
})
