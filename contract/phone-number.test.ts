import fc from 'fast-check'
import { expect, test } from 'vitest'

import { twoNumbers, twoSpellings, spellingOf } from '../tests/support/phone-spellings.ts'
import { phone } from './fields.ts'
import { callLink, toInternationalNumber, toNationalNumber } from './phone-number.ts'

const zawadi = '+254712345678'

test.each([
  '0712345678',
  '0712 345 678',
  '0712-345-678',
  '0712.345.678',
  '(0712) 345678',
  ' 0712 345 678 ',
  '\u202A0712345678\u202C',
  '712345678',
  '712 345 678',
  '254712345678',
  '254 712 345 678',
  '2540712345678',
  '+254712345678',
  '+254 712 345 678',
  '+254-712-345-678',
  '+254.712.345.678',
  '(+254) 712 345 678',
  '+ 254 712 345 678',
  '+254 (0)712 345 678',
  '+254 0712 345 678',
  '00254712345678',
  '00 254 712 345 678',
  '(00254) 712 345 678',
  '00254 (0) 712 345 678',
  '+0712345678',
  '+00254712345678',
  'tel:+254712345678',
  '0712‑345‑678',
  '0712–345—678',
  '0712−345−678',
  '＋２５４ ７１２ ３４５ ６７８',
  '٠٧١٢ ٣٤٥ ٦٧٨',
  '۰۷۱۲ ۳۴۵ ۶۷۸',
])('%j is +254712345678', (typed) => {
  expect(internationalOf(typed)).toBe(zawadi)
})

test.each([
  ['0112345678', '+254112345678'],
  ['112345678', '+254112345678'],
  ['+254 112 345 678', '+254112345678'],
  ['020 2345678', '+254202345678'],
  ['041 2345678', '+254412345678'],
])('%j is the Kenyan number %s', (typed, number) => {
  expect(internationalOf(typed)).toBe(number)
})

test.each([
  ['+255712345678', '+255712345678'],
  ['+255 (712) 345-678', '+255712345678'],
  ['255712345678', '+255712345678'],
  ['00255712345678', '+255712345678'],
  ['+256 772 123456', '+256772123456'],
  ['+250 788 123 456', '+250788123456'],
  ['+251911234567', '+251911234567'],
  ['+252 61 2345678', '+252612345678'],
  ['+211 912 345 678', '+211912345678'],
  ['+1 (202) 555-0123', '+12025550123'],
  ['1 202 555 0123', '+12025550123'],
  ['+1 254 712 3456', '+12547123456'],
  ['+44 20 7946 0958', '+442079460958'],
  ['0044 20 7946 0958', '+442079460958'],
  ['442079460958', '+442079460958'],
  ['+7 712 345 67 89', '+77123456789'],
  ['+712345678', '+712345678'],
  ['+49 1512 3456789', '+4915123456789'],
  ['+971 50 123 4567', '+971501234567'],
])('%j of another country stays %s', (typed, number) => {
  expect(internationalOf(typed)).toBe(number)
})

test.each([
  '2025550123',
  '254 712 3456',
  '1234567',
  '612345678',
  '9876543210',
  '07123456789',
  '011 44 20 7946 0958',
  '000255712345678',
  '0000000',
])('%j may be of any country', (typed) => {
  expect(internationalOf(typed)).toBeUndefined()
  expect(toNationalNumber(typed)).toBe(typed.replaceAll(' ', ''))
})

test('two spellings of a number are the same number', () => {
  fc.assert(
    fc.property(twoSpellings, ([{ code, digits }, one, other]) => {
      const national = code === '254' ? `0${digits}` : `+${code}${digits}`
      expect([one, other].map(toNationalNumber)).toEqual([national, national])
      for (const typed of [one, other]) {
        expect(toNationalNumber(phone().parse(typed))).toBe(national)
        expect(callLink(typed)).toBe(`tel:+${code}${digits}`)
      }
    }),
  )
})

test('two numbers stay two numbers however they are typed', () => {
  const typed = twoNumbers.chain(([one, other]) => fc.tuple(spellingOf(one), spellingOf(other)))
  fc.assert(
    fc.property(typed, ([one, other]) => {
      expect(toNationalNumber(one)).not.toBe(toNationalNumber(other))
    }),
  )
})

test.each([
  ['+254 (0)712 345 678', 'tel:+254712345678'],
  ['712345678', 'tel:+254712345678'],
  ['00255 712 345 678', 'tel:+255712345678'],
  ['07123456789', 'tel:07123456789'],
  ['0712–3456', 'tel:07123456'],
  ['+254 7123456789', 'tel:+2547123456789'],
  ['2025550123', 'tel:2025550123'],
])('the link to call %j is %j', (typed, link) => {
  expect(callLink(typed)).toBe(link)
})

test.each([
  ['0712‑345‑678', '0712-345-678'],
  ['tel:+254 712 345 678', '+254 712 345 678'],
  ['\u202A+254 (0) 712 345 678\u202C', '+254 (0) 712 345 678'],
  ['٠٧١٢ ٣٤٥ ٦٧٨', '0712 345 678'],
])('the form stores %j as %j', (typed, stored) => {
  expect(phone().parse(typed)).toBe(stored)
})

/** The number that the form accepts, with country code. */
function internationalOf(typed: string) {
  return toInternationalNumber(phone().parse(typed))
}
