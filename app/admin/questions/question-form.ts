import * as z from 'zod/mini'

import {
  hasOptions,
  type IntakeQuestion,
  intakeQuestionInput,
  type IntakeQuestionInput,
  type IntakeQuestionKind,
} from '../../../contract/intake/intake-questions.ts'
import { typedNumber } from '../../../contract/intake/typed-number.ts'
import type { Values } from '../../forms/fields.tsx'
import { partNames } from './question-words.ts'

type OptionPart = 'label' | 'label_sw' | 'followUp' | 'followUp_sw'

/** The key of an option is its id, or a made-up one of a new option. */
const optionName = /^option ([^ ]+) label$/

export const optionControl = (key: string, part: OptionPart) => `option ${key} ${part}`

/** The beginning of the key of a new option. */
export const newOption = 'new-'

/** Checks the values of the form. An error of an option has the name of its control. */
export const questionForm = z.pipe(
  z.record(z.string(), z.unknown()),
  z.transform((values, context) => {
    const { input, keys } = inputOf(values)
    const { success, data, error } = intakeQuestionInput.safeParse(input)
    if (success) return partsOf(data)
    for (const { message, path } of error.issues) {
      context.issues.push({
        code: 'custom',
        message,
        input: values,
        path: [controlOf(path, keys)],
      })
    }
    return z.NEVER
  }),
)

/** The values that the schema returns. */
export type QuestionParts = Omit<IntakeQuestionInput, '_id' | 'stopped'>

/** Converts a question to the values that the schema returns. */
export function partsOf(
  question: Omit<IntakeQuestion, '_id'> | IntakeQuestionInput,
): QuestionParts & Values {
  return Object.fromEntries(partNames.map((part) => [part, question[part]])) as QuestionParts &
    Values
}

/** The limits of a kind of question; empty without any. */
export function limitsOf(kind: IntakeQuestionKind): ('min' | 'max' | 'maxLength')[] {
  if (kind === 'number' || kind === 'choices') return ['min', 'max']
  return kind === 'line' || kind === 'paragraph' ? ['maxLength'] : []
}

function inputOf(values: Record<string, unknown>) {
  const kind = values['kind'] as IntakeQuestionKind
  const limits = limitsOf(kind)
  const limit = (name: (typeof limits)[number]) =>
    limits.includes(name) ? numberIn(values[name]) : null
  const options = hasOptions(kind) ? optionsIn(values) : []
  return {
    input: {
      kind,
      label: values['label'],
      label_sw: values['label_sw'],
      hint: values['hint'],
      hint_sw: values['hint_sw'],
      required: values['required'],
      options: options.map(({ option }) => option),
      min: limit('min'),
      max: limit('max'),
      maxLength: limit('maxLength'),
      seenBy: values['seenBy'],
      when: values['when'],
    },
    keys: options.map(({ key }) => key),
  }
}

/** The options of the form in their order, without new ones that are empty. */
function optionsIn(values: Record<string, unknown>) {
  return Object.keys(values).flatMap((name) => {
    const key = optionName.exec(name)?.[1]
    if (key === undefined) return []
    const typed = (part: OptionPart) => textOf(values[optionControl(key, part)])
    const [label, label_sw] = [typed('label'), typed('label_sw')]
    const followUp = { label: typed('followUp'), label_sw: typed('followUp_sw') }
    const isNew = key.startsWith(newOption)
    const hasMore = followUp.label !== '' || followUp.label_sw !== ''
    if (isNew && label === '' && label_sw === '' && !hasMore) return []
    const option = { ...(!isNew && { _id: key }), label, label_sw, ...(hasMore && { followUp }) }
    return [{ key, option }]
  })
}

/** A number, or the text if it is none; null if nothing is typed. */
function numberIn(typed: unknown) {
  const text = textOf(typed).trim()
  return text === '' ? null : (typedNumber(text) ?? text)
}

function textOf(value: unknown) {
  return typeof value === 'string' ? value : ''
}

/** The name of the control that an error is about. */
function controlOf([part, index, ...inOption]: PropertyKey[], keys: string[]) {
  const key = part === 'options' ? keys[Number(index)] : undefined
  if (key === undefined) return String(part)
  const [name, translation] = inOption
  if (name !== 'followUp') return optionControl(key, name === 'label_sw' ? 'label_sw' : 'label')
  return optionControl(key, translation === 'label_sw' ? 'followUp_sw' : 'followUp')
}
