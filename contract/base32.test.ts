import fc from 'fast-check'
import { expect, test } from 'vitest'

import { letterCodePattern, readLetterCode } from './intake/letter.ts'
import { readReferenceId } from './application/reference-id.ts'

const digits = Array.from('0123456789ABCDEFGHJKMNPQRSTVWXYZ')
const groupOf = (length: number) =>
  fc.string({ unit: fc.constantFrom(...digits), minLength: length, maxLength: length })
const letterCode = fc.tuple(groupOf(3), groupOf(3), groupOf(3), groupOf(3))
const referenceId = fc.tuple(fc.constant('SPH'), fc.stringMatching(/^20[2-4]\d$/), groupOf(8))

const spellings: ((groups: string[]) => string)[] = [
  (groups) => groups.join('-'),
  (groups) => groups.join('-').toLowerCase(),
  (groups) => groups.join('–'),
  (groups) => groups.join(' '),
  (groups) => groups.join('\u200B-\u2060'),
  (groups) => groups.join(''),
  (groups) => groups.join('-').replaceAll('0', 'o').replaceAll('1', 'l'),
]

const surroundings: ((code: string) => string)[] = [
  (code) => code,
  (code) => ` ${code}.`,
  (code) => `"${code}"`,
  (code) => `“${code}”,`,
  (code) => `<${code}>`,
  (code) => `Code: ${code}`,
  (code) => `Reference ID: ${code}\n`,
  (code) => `nambari ya kumbukumbu ni ${code}`,
  (code) => `See the letter: ${code}`,
  (code) => `https://foundation.example/verify/${code}`,
  (code) => `https://foundation.example/sw/verify?code=${code}&lang=sw#main`,
  (code) => `http://localhost:3000/s/${code}`,
  (code) => `foundation.example/industrial-attachment/status?reference=${code}`,
]

test.each([
  ['code of a letter', letterCode, readLetterCode],
  ['reference ID', referenceId, readReferenceId],
])('the %s is read out of what was pasted', (_what, code, read) => {
  fc.assert(
    fc.property(
      code,
      fc.constantFrom(...spellings),
      fc.constantFrom(...surroundings),
      (groups, spell, surround) => {
        expect(read(surround(spell(groups)))).toBe(groups.join('-'))
      },
    ),
    { numRuns: 300 },
  )
})

test.each(['7K3 Q9M 2XA', 'https://foundation.example/verify', 'Code:', ''])(
  '%j has no code of a letter',
  (typed) => {
    expect(readLetterCode(typed)).not.toMatch(letterCodePattern)
  },
)

test.each([
  ['2026-DWATJ27D', 'SPH-2026-DWATJ27D'],
  ['SPH-2026-DWATJ27D of 2026 december', 'SPH-2026-DWATJ27D'],
  ['SPH-2026-DWATJ2', 'SPH2026DWATJ2'],
])('%j is read as the reference ID %j', (typed, read) => {
  expect(readReferenceId(typed)).toBe(read)
})
