import { expect, test } from 'vitest'

import { codeAt, keyUri, newSecret, timeSlotAt, timeSlotOf } from './totp.ts'

/** The secret of RFC 6238, appendix B, '12345678901234567890', in base 32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at second %i equals the one of RFC 6238', (seconds, code) => {
  expect(codeAt(secret, timeSlotAt(seconds * 1000))).toBe(code)
})

test('a code is valid during its step, the one before and the one after', () => {
  const timeSlot = timeSlotAt(1_234_567_890_000)
  const code = codeAt(secret, timeSlot)
  const during = (steps: number) => timeSlotOf(code, secret, (timeSlot + steps) * 30_000 + 15_000)

  expect([-2, -1, 0, 1, 2].map(during)).toEqual([
    undefined,
    timeSlot,
    timeSlot,
    timeSlot,
    undefined,
  ])
  expect(timeSlotOf('', secret, Date.now())).toBeUndefined()
  expect(timeSlotOf('ééé', secret, Date.now())).toBeUndefined()
})

test('a new secret has 160 bits, and the URI for the app contains it', () => {
  const fresh = newSecret()
  expect(fresh).toMatch(/^[A-Z2-7]{32}$/)
  expect(fresh).not.toBe(newSecret())
  expect(keyUri(fresh, 'www.example.org', 'juma+1@example.org')).toBe(
    `otpauth://totp/www.example.org:juma%2B1%40example.org?secret=${fresh}&issuer=www.example.org&algorithm=SHA1&digits=6&period=30`,
  )
})
