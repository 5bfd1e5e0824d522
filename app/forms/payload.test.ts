import { expect, test } from 'vitest'
import { applicationFormInput } from '../../contract/application/application.ts'
import { fieldMessages } from '../../contract/first-messages.ts'
import { flagNames } from '../../contract/application/questions.ts'
import { listOf, payloadOf } from './payload.ts'

test('a checkbox is true when the form holds it, whatever its value, and false when it does not', () => {
  const form = new FormData()
  form.set('agree_terms', 'true')
  form.set('first_name', ' Amina ')
  expect(payloadOf(form, ['agree_terms', 'can_attend_onsite'])).toEqual({
    agree_terms: true,
    can_attend_onsite: false,
    first_name: ' Amina ',
  })
})

test('a name with several values is a list, in the order of the form', () => {
  const form = new FormData()
  for (const day of ['Monday', 'Friday']) form.append('days', day)
  form.append('hours', 'Morning')
  expect(payloadOf(form, [])).toEqual({ days: ['Monday', 'Friday'], hours: 'Morning' })
})

test.each([
  [
    ['Monday', 'Friday'],
    ['Monday', 'Friday'],
  ],
  ['Monday; Friday', ['Monday', 'Friday']],
  ['Monday', ['Monday']],
  ['', []],
  [null, []],
])('the values of %j are %j', (answer, values) => {
  expect(listOf(answer)).toEqual(values)
})

test('a file that somebody sends in place of a text is left out', () => {
  const form = new FormData()
  form.set('first_name', new File(['x'], 'x.txt'))
  expect(payloadOf(form, [])).toEqual({})
})

test('a form without its course, as a disabled select leaves it, gets the message Required', () => {
  const checked = applicationFormInput.safeParse(payloadOf(new FormData(), flagNames))
  expect(fieldMessages(checked.error?.issues ?? [])).toMatchObject({
    first_name: 'Required',
    institution: 'Required',
    course: 'Required',
    email: 'Valid email required',
    linkedin_url: 'Valid URL required',
    agree_terms: 'You must agree to terms',
  })
})
