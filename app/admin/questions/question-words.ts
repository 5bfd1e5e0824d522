import {
  type IntakeQuestion,
  intakeQuestionKinds,
  type QuestionOption,
} from '../../../contract/intake/intake-questions.ts'
import { wordsOf } from '../editing/record-values.ts'

export const partLabels = {
  kind: 'Kind of answer',
  label: 'Question',
  label_sw: 'Question in Kiswahili',
  hint: 'Hint',
  hint_sw: 'Hint in Kiswahili',
  required: 'An answer is required',
  options: 'Options',
  min: 'Smallest',
  max: 'Largest',
  maxLength: 'Most characters',
  seenBy: 'Answers are read by',
  when: 'Asked',
}

type QuestionPart = keyof typeof partLabels

export const partNames = Object.keys(partLabels) as QuestionPart[]

export const timeLabels: Record<IntakeQuestion['when'], string> = {
  applying: 'When applying',
  offer: 'After the offer',
}

export const readerLabels: Record<IntakeQuestion['seenBy'], string> = {
  staff: 'Staff',
  reviewers: 'Staff and reviewers',
}

/** The text of a part's value, such as in the dialog that compares two edits. */
export function partWords(value: unknown, name: string) {
  if (name === 'kind') return intakeQuestionKinds[value as IntakeQuestion['kind']]
  if (name === 'when') return timeLabels[value as IntakeQuestion['when']]
  if (name === 'seenBy') return readerLabels[value as IntakeQuestion['seenBy']]
  if (name === 'options') return (value as QuestionOption[]).map(optionWords).join('\n') || 'none'
  return typeof value === 'number' ? value.toLocaleString('en') : wordsOf(value)
}

function optionWords({ label, label_sw, followUp }: QuestionOption) {
  const more = followUp ? `, then asks: ${inBoth(followUp.label, followUp.label_sw)}` : ''
  return `${inBoth(label, label_sw)}${more}`
}

function inBoth(english: string, kiswahili: string | null | undefined) {
  return kiswahili ? `${english} / ${kiswahili}` : english
}

/** The kind and rules of a question in words, such as 'Choose one, required, after the offer'. */
export function propertiesOf({ kind, required, when, ...question }: IntakeQuestion) {
  return [
    intakeQuestionKinds[kind],
    required ? 'required' : 'optional',
    timeLabels[when].toLowerCase(),
    question.seenBy === 'reviewers' && 'read by staff and reviewers',
    ...limitsOf({ kind, ...question }),
  ]
    .filter((part) => part !== false)
    .join(', ')
}

function limitsOf({
  kind,
  min,
  max,
  maxLength,
}: Pick<IntakeQuestion, 'kind' | 'min' | 'max' | 'maxLength'>) {
  const what = kind === 'choices' ? ' options' : ''
  const number = (value: number) => value.toLocaleString('en')
  return [
    min !== null && max !== null && `${number(min)} to ${number(max)}${what}`,
    min !== null && max === null && `at least ${number(min)}${what}`,
    min === null && max !== null && `at most ${number(max)}${what}`,
    maxLength !== null && `at most ${number(maxLength)} characters`,
  ]
}

/** Counts the texts of a question without Kiswahili. Applicants read the English ones instead. */
export function countMissingKiswahili({
  stopped,
  label_sw,
  hint,
  hint_sw,
  options,
}: IntakeQuestion) {
  if (stopped) return 0
  const missing = [
    label_sw === null,
    hint !== null && hint_sw === null,
    ...options.flatMap((option) => [option.label_sw === null, option.followUp?.label_sw === null]),
  ]
  return missing.filter(Boolean).length
}
