import { expect, test } from 'vitest'

import { findOptions } from './find-options.ts'

const names = [
  'Jomo Kenyatta University of Agriculture and Technology',
  'Kenya Medical Training College, Mombasa',
  'Kenyatta University',
  "Murang'a University of Technology",
  'Pwani University',
  'Technical University of Kenya',
  'Technical University of Mombasa',
  'University of Nairobi',
  ...Array.from({ length: 9 }, (_, number) => `College ${number}`),
]
const options = names.map((name) => ({ _id: name, name }))

test.each([
  ['JKUAT', names[0]],
  ['j.k.u.a.t', names[0]],
  ['kmtc', names[1]],
  ['TUM', names[6]],
  ['uon', names[7]],
  ['pwani', names[4]],
  ['  Univ   nai ', names[7]],
  ['muranga', names[3]],
  ['ku', names[2]],
])('%j finds first %s', (typed, found) => {
  expect(findOptions(options, typed)[0]?.name).toBe(found)
})

test('the name that begins with the text is first, and nothing else than what fits is found', () => {
  const found = findOptions(options, 'kenya').map(({ name }) => name)
  expect(found).toEqual([names[1], names[2], names[0], names[5]])
  expect(findOptions(options, 'pwani x')).toEqual([])
  expect(findOptions(options, ' - ')).toEqual([])
})

test('at most eight are shown', () => {
  expect(findOptions(options, 'college')).toHaveLength(8)
})
