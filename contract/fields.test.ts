import { expect, test } from 'vitest'

import { choices } from './fields.ts'

const days = ['Monday', 'Tuesday', 'Wednesday'] as const

test.each([
  [['Wednesday', 'Monday', 'Monday'], 'Monday; Wednesday'],
  ['Tuesday', 'Tuesday'],
  ['Wednesday; Monday', 'Monday; Wednesday'],
  [[], null],
  ['', null],
  [null, null],
  [undefined, null],
])('several of a list: %j is read as %j', (sent, answer) => {
  expect(choices(days, true).parse(sent)).toBe(answer)
})

test.each([
  [[], false, 'Required'],
  [undefined, false, 'Required'],
  [['Sunday'], true, 'Choose from the list'],
  ['Monday, Tuesday', true, 'Choose from the list'],
  [7, true, 'Choose from the list'],
])('several of a list: %j (optional: %j) is refused with %j', (sent, isOptional, message) => {
  const { error } = choices(days, isOptional).safeParse(sent)
  expect(error?.issues[0]?.message).toBe(message)
})
