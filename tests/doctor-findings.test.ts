import { globSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

// Every finding of doctor has advice that a test has followed. See tests/support/followed-advice.ts.

/** The starts of findings whose advice is followed elsewhere, or the reason why it is not. */
const others: Record<string, string> = {
  'The database belongs to a newer version': 'needs a version that does not exist yet',
  'A newer version has changed the tables': 'needs a version that does not exist yet',
  'Two servers use ': 'tests/api/start.test.ts ends one of both',
  'Placements name another department': 'tests/api/mended-placements.test.ts saves the placement',
  'People share their place in the order': 'tests/api/mended-placements.test.ts moves people',
  'There is no backup in ': 'tests/api/doctor-advice-commands.test.ts makes one',
  '${name} has ': 'tests/api/doctor-advice-settings.test.ts lets freshclam run',
  'The insurance of ': 'tests/api/papers.test.ts sends it back',
  'The message text ': 'tests/api/message-templates.test.ts uses our text again',
  'The backup of ': 'tests/api/checks.test.ts makes a backup, and runs doctor --mail',
}

/** Findings whose sentence comes from elsewhere, by its code, with a followed one. */
const computed: Record<string, string> = {
  '(error as Error).message': 'DATABSE_URL is no setting: did you mean DATABASE_URL?',
  'describeError(error)': 'is not valid JSON',
  'describe(one)': 'Two institutions have the same name',
  damage: 'is damaged: its checksum is not the one in ',
}

/** The string that is the sentence of a finding: an argument, `const what`, or the field `what`. */
const sentence =
  /(?:(?:(?:problem|warning)Finding|addProblem|addWarning|warn)\(\s*|\badd\((?:\w+, ){1,2}|\bwhat =\s+|\bwhat: (?=.[A-Z]))([`'])(.*?)\1/gs
/** The first argument of a finding, if it is neither a string nor the constant `what`. */
const expression = /(?:problem|warning)Finding\((?!what,|sentence,)([^`'\s:].*)/g
const sources = globSync('server/cli/**/*.ts')
  .map((file) => readFileSync(file, 'utf8'))
  .filter((source) => /from '\.\/(finding|check-rows)\.ts'/.test(source))
const tests = globSync('tests/api/*.test.ts').map((file) => readFileSync(file, 'utf8'))
const followed = tests.flatMap((source) =>
  [...source.matchAll(/\bfinding: ([`'])(.+?)\1/g)].map((match) => match[2]!),
)

test('a test follows the advice of every finding', () => {
  const sentences = sources.flatMap((source) =>
    [...source.matchAll(sentence)].map((match) => match[2]!),
  )
  /** The parts that do not change, if they say anything. */
  const partsOf = (one: string) => one.split(/\$\{.*?\}/).filter((part) => /\w/.test(part))
  const isKnown = (part: string) =>
    followed.some((one) => part.includes(one) || (part.length > 10 && one.includes(part.trim())))
  const unknown = sentences.filter((one) => {
    const parts = partsOf(one)
    if (Object.keys(others).some((start) => one.startsWith(start))) return false
    return parts.length > 0 && !parts.some(isKnown)
  })
  expect(sentences.length).toBeGreaterThan(90)
  expect(unknown).toEqual([])
})

test('so it is for findings whose sentence is computed', () => {
  const found = sources.flatMap((source) =>
    [...source.matchAll(expression)].map((match) => match[1]!),
  )
  const unknown = found.filter((code) => !Object.keys(computed).some((one) => code.startsWith(one)))
  expect(unknown).toEqual([])
  for (const one of Object.values(computed)) expect(followed).toContain(one)
})
