import { expect, test } from 'vitest'

import { checkPassword } from './password-rules.ts'

const person = { name: 'Zawadi Mwangi', email: 'zawadi.m@pwani-youth.example.org' }
const reasonFor = async (password: string) => (await checkPassword(password, person))?.message

test.each([
  'three small dhows',
  'correct horse battery staple',
  '日本語のとても長い合言葉です',
  'swahili winds blow at noon',
  `${'long '.repeat(25)}end`,
])('%s may be chosen', async (password) => {
  expect(await reasonFor(password)).toBeUndefined()
})

test.each(['1q2w3e4r5t6y', 'Qwerty123456', 'LEAVEMEALONE', '123456789012'])(
  '%s is on the list of those tried first, whatever its case',
  async (password) => {
    expect(await reasonFor(password)).toMatch(/attackers try first/)
  },
)

test.each([
  'SwahiliYouthFoundation',
  'Administrator2026!',
  'back office 2026',
  'backoffice-2026',
  'Password-Password-1',
  'zawadi mwangi 2026',
  'Zawadi.M@pwani-youth.example.org',
  'mombasa--mombasa--mombasa',
])('%s is too close to the site or the person', async (password) => {
  expect(await reasonFor(password)).toMatch(/your name, your address or a word of this site/)
})

test('the length is checked first', async () => {
  expect(await reasonFor('short')).toBe('Use at least 12 characters')
  expect(await reasonFor('x'.repeat(129))).toBe('Use at most 128 characters')
})
