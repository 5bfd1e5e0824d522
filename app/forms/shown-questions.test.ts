import { expect, test } from 'vitest'
import { type IntakeQuestion, newQuestion } from '../../contract/intake/intake-questions.ts'
import { addedQuestions, hasUntranslated, shownQuestions } from './shown-questions.ts'

const question: IntakeQuestion = {
  ...newQuestion,
  _id: '0000000001',
  kind: 'choice',
  label: 'Which days?',
  label_sw: 'Siku gani?',
  hint: 'All that suit you.',
  options: [
    {
      _id: '0000000002',
      label: 'Other',
      label_sw: 'Nyingine',
      followUp: { label: 'Which?', label_sw: null },
    },
  ],
  max: 3,
}

test('a page has the texts of its language, and marks those without a translation', () => {
  expect(shownQuestions([question], 'sw')).toEqual([
    {
      _id: '0000000001',
      kind: 'choice',
      label: 'Siku gani?',
      hint: { en: 'All that suit you.' },
      options: [{ _id: '0000000002', label: 'Nyingine', followUp: { en: 'Which?' } }],
      max: 3,
    },
  ])
  expect(shownQuestions([question], 'en')[0]).toMatchObject({
    label: 'Which days?',
    hint: 'All that suit you.',
  })
  expect(hasUntranslated(shownQuestions([question], 'sw'))).toBe(true)
  expect(hasUntranslated(shownQuestions([question], 'en'))).toBe(false)
})

const [first, second, third] = ['first', 'second', 'third'].map((_id) => ({ _id }))
const asked = [first!, second!, third!]

test.each([
  ['nothing to answers that were begun with all of them', 'first second third', []],
  ['what was not there', 'second', [first, third]],
  ['what was not there, whatever is no longer asked', 'stopped first', [second, third]],
  ['all to answers that were begun before there were any', '', asked],
  ['all to a draft that is older than the questions', undefined, asked],
])('an edit adds %s', (_title, begunWith, added) => {
  expect(addedQuestions(asked, begunWith)).toEqual(added)
})
