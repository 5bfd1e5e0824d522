import { expect, test } from 'vitest'

import { type IntakeQuestion, newQuestion } from '../../../contract/intake/intake-questions.ts'
import { changesOf } from './draft-changes.ts'
import { moveQuestion, stopQuestion } from './draft-edits.ts'
import { countMissingKiswahili, propertiesOf } from './question-words.ts'

function question(_id: string, changes: Partial<IntakeQuestion> = {}): IntakeQuestion {
  return { ...newQuestion, _id, label: `Label of ${_id}`, label_sw: 'Swali', ...changes }
}

const option = (_id: string, label: string) => ({ _id, label, label_sw: null })

const published = [
  question('hobby'),
  question('shirt', { kind: 'choice', options: [option('s', 'Small'), option('l', 'Large')] }),
  question('shoe'),
  question('gone'),
]

test('a summary names what a publication changes', () => {
  const draft = [
    question('shirt', {
      kind: 'choice',
      required: true,
      options: [option('l', 'Wide'), option('h', 'Huge')],
    }),
    question('hobby'),
    question('new'),
    question('shoe', { stopped: true }),
  ]
  const { changes, isReordered } = changesOf(published, draft)
  expect(changes).toEqual([
    {
      _id: 'shirt',
      label: 'Label of shirt',
      kind: 'changed',
      details: [
        'An answer is required: Yes (was: No)',
        'New option: Huge',
        'Option removed: Small',
        'Option Large is called Wide',
      ],
    },
    { _id: 'new', label: 'Label of new', kind: 'added', details: [] },
    { _id: 'shoe', label: 'Label of shoe', kind: 'stopped', details: [] },
    { _id: 'gone', label: 'Label of gone', kind: 'removed', details: [] },
  ])
  expect(isReordered).toBe(true)
  expect(changesOf(published, published)).toEqual({ changes: [], isReordered: false })
})

test('questions move among those that are asked, and stopped ones stay last', () => {
  const ids = (all: IntakeQuestion[]) => all.map(({ _id }) => _id).join(' ')
  const stopped = stopQuestion(published, 'hobby', true)
  expect(ids(stopped)).toBe('shirt shoe gone hobby')
  expect(ids(moveQuestion(stopped, 'gone', -1))).toBe('shirt gone shoe hobby')
  expect(ids(moveQuestion(stopped, 'gone', 1))).toBe('shirt shoe gone hobby')
  expect(ids(stopQuestion(stopped, 'hobby', false))).toBe('shirt shoe gone hobby')
})

test('missing Kiswahili and the properties of a question are put in words', () => {
  const choices = question('days', {
    kind: 'choices',
    label_sw: null,
    hint: 'Two or three',
    when: 'offer',
    options: [{ ...option('m', 'Monday'), followUp: { label: 'Why?', label_sw: null } }],
    min: 2,
    max: 3,
  })
  expect(countMissingKiswahili(choices)).toBe(4)
  expect(countMissingKiswahili(question('hobby'))).toBe(0)
  expect(propertiesOf(choices)).toBe('Choose several, optional, after the offer, 2 to 3 options')
  expect(propertiesOf(question('hobby', { required: true, maxLength: 100 }))).toBe(
    'Short text, required, when applying, at most 100 characters',
  )
})
