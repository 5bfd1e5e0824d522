import { expect, onTestFinished, test } from 'vitest'

import { questions } from '../../contract/application/questions.ts'
import { answerText } from './answer-text.ts'

const wording = { message: (text: string) => `<${text}>`, date: (day: string) => `on ${day}` }

test.each([
  ['first_name', 'Zawadi', 'Zawadi'],
  ['middle_name', ' ', ''],
  ['middle_name', null, ''],
  ['gender', 'Female', '<Female>'],
  ['date_of_birth', '2004-03-27', 'on 2004-03-27'],
  ['can_attend_onsite', false, '<No>'],
  ['course', { _id: '1', name: 'Botany' }, 'Botany'],
  ['course', null, ''],
] as const)('the answer to %s, %j, is in words %j', (name, answer, text) => {
  expect(answerText(name, answer, wording)).toBe(text)
})

test.each([[['Male', 'Female']], ['Male; Female']])(
  'each of the several values in %j is translated',
  (answer) => {
    const { gender } = questions
    onTestFinished(() => void Object.assign(questions, { gender }))
    // No question of the real form allows several values yet.
    Object.assign(questions, { gender: { ...gender, kind: 'choices' } })
    expect(answerText('gender', answer, wording)).toBe('<Male>; <Female>')
  },
)
