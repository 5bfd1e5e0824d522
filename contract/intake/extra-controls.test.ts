import { expect, test } from 'vitest'

import { submissionOf, withoutOthers } from './extra-controls.ts'

const typed = { first_name: 'Zawadi', agree_terms: true }

test('the flat values of a form become the answers of a set', () => {
  const values = {
    ...typed,
    questionSet: '3',
    begunWith: 'a b',
    questionsOf: 'x',
    q_a: 'yes',
    q_b: ['c', 'd'],
  }
  expect(submissionOf(values)).toEqual({
    ...typed,
    questionSet: 3,
    extra: { a: 'yes', b: ['c', 'd'] },
  })
})

test.each([
  ['without questions', typed],
  ['of a draft that is older than the questions', { ...typed, begunWith: '' }],
  ['that names no set, whatever it answers', { ...typed, q_a: 'yes' }],
])('a form %s is sent as before', (_title, values) => {
  expect(submissionOf(values)).toEqual(typed)
})

test('answers to the questions of another intake are left out', () => {
  const values = { ...typed, q_own: 'yes', q_more: 'why', q_other: 'no' }
  const questions = [{ _id: 'own', options: [{ _id: 'more' }] }]
  expect(withoutOthers(values, questions)).toEqual({ ...typed, q_own: 'yes', q_more: 'why' })
})
