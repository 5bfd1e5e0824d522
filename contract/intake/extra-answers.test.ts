import { describe, expect, it } from 'vitest'

import { checkExtra, extraIn } from './extra-answers.ts'
import { type IntakeQuestion, newQuestion } from './intake-questions.ts'

const [asked, chosen, other] = ['a000000000', 'b000000000', 'c000000000'] as const

function question(given: Partial<IntakeQuestion>): IntakeQuestion {
  return { ...newQuestion, _id: asked, label: 'Question', ...given }
}

const options = [
  { _id: chosen, label: 'Bus', label_sw: null, followUp: { label: 'Which?', label_sw: null } },
  { _id: other, label: 'On foot', label_sw: null },
]

describe('answers to the questions of an intake', () => {
  it.each([
    ['a text', { kind: 'line' }, ' Two  words ', 'Two words'],
    ['yes of a form', { kind: 'yes_no' }, 'yes', true],
    ['no of the API', { kind: 'yes_no' }, false, false],
    ['an option', { kind: 'choice', options }, other, other],
    [
      'several options in their order',
      { kind: 'choices', options },
      [other, chosen],
      [chosen, other],
    ],
    [
      'several options of a stored form',
      { kind: 'choices', options },
      `${other}; ${chosen}`,
      [chosen, other],
    ],
    ['a typed number', { kind: 'number', min: 0, max: 2000 }, '1,500.5', 1500.5],
    ['blanks between thousands', { kind: 'number' }, ' 12 500 000 ', 12_500_000],
    ['a day', { kind: 'day' }, '2027-01-31', '2027-01-31'],
  ] as const)('takes %s', (_name, given, sent, answer) => {
    const checked = checkExtra([question(given)], { [asked]: sent })
    expect(checked).toEqual({ answers: { [asked]: answer }, fields: {} })
  })

  it.each([
    ['a missing answer', { required: true }, '  ', 'Required'],
    ['a text that is too long', { maxLength: 3 }, 'four', 'Use fewer characters'],
    ['another word than yes or no', { kind: 'yes_no' }, 'perhaps', 'Choose yes or no'],
    ['an option of another question', { kind: 'choice', options }, asked, 'Choose from the list'],
    ['too few options', { kind: 'choices', options, min: 2 }, [chosen], 'Choose more'],
    ['too many options', { kind: 'choices', options, max: 1 }, [chosen, other], 'Choose fewer'],
    ['a decimal comma', { kind: 'number' }, '2,5', 'Enter a number'],
    ['two numbers', { kind: 'number' }, '10 12', 'Enter a number'],
    ['a text for a number', { kind: 'number' }, 'five', 'Enter a number'],
    ['a number below the limit', { kind: 'number', min: 1 }, '0', 'This number is too small'],
    ['a number above the limit', { kind: 'number', max: 1 }, 2, 'This number is too large'],
    ['an unreal day', { kind: 'day' }, '2027-02-31', 'Enter a real date, like 2004-03-27'],
    ['a wrong key', { kind: 'file' }, 'x', 'Choose the file again'],
    ['a stopped question', { stopped: true }, 'x', 'This question is no longer asked'],
  ] as const)('refuses %s', (_name, given, sent, error) => {
    const checked = checkExtra([question(given)], { [asked]: sent })
    expect(checked.fields).toEqual({ [`q_${asked}`]: error })
  })

  it('asks a stopped question of nobody', () => {
    const stopped = question({ required: true, stopped: true })
    expect(checkExtra([stopped], {})).toEqual({ answers: {}, fields: {} })
  })

  it('refuses an answer to a question that the set does not have', () => {
    expect(checkExtra([], { [asked]: 'x' }).fields).toHaveProperty(`q_${asked}`)
  })

  it('keeps a follow-up only of an option that is chosen', () => {
    const questions = [question({ kind: 'choice', options })]
    const sent = (option: string) => ({ [asked]: option, [chosen]: 'Line 3' })
    expect(checkExtra(questions, sent(chosen)).answers[chosen]).toBe('Line 3')
    expect(checkExtra(questions, sent(other))).toEqual({ answers: { [asked]: other }, fields: {} })
  })

  it('reads the controls of a form', () => {
    expect(extraIn({ email: 'a@b.ke', [`q_${asked}`]: 'x' })).toEqual({ [asked]: 'x' })
  })
})
