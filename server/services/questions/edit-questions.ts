import {
  hasOptions,
  type IntakeQuestion,
  type IntakeQuestionInput,
} from '../../../contract/intake/intake-questions.ts'
import { DomainError, invalidField } from '../domain-error.ts'
import { randomBase32 } from '../tokens.ts'

/**
 * The questions that staff save, with an id for each new question and option. `known` has the ids of the
 * options by the id of the question.
 */
export function assignIds(
  questions: readonly IntakeQuestionInput[],
  known: ReadonlyMap<string, ReadonlySet<string>>,
): IntakeQuestion[] | DomainError {
  const fields: Record<string, string> = {}
  const saved = questions.map((question, index): IntakeQuestion => {
    const { _id = newId(), kind, options, min, max, maxLength, ...rest } = question
    const path = `questions.${index}`
    if (question._id !== undefined && !known.has(_id)) fields[`${path}._id`] = unknownId
    const withOptions = hasOptions(kind) ? options : []
    withOptions.forEach((option, place) => {
      if (option._id !== undefined && !known.get(_id)?.has(option._id)) {
        fields[`${path}.options.${place}._id`] = unknownId
      }
    })
    const isLimited = kind === 'choices' || kind === 'number'
    return {
      _id,
      kind,
      label: rest.label,
      label_sw: rest.label_sw,
      hint: rest.hint,
      hint_sw: rest.hint_sw,
      required: rest.required,
      options: withOptions.map(({ _id: optionId = newId(), label, label_sw, followUp }) => ({
        _id: optionId,
        label,
        label_sw,
        ...(followUp && { followUp }),
      })),
      min: isLimited ? min : null,
      max: isLimited ? max : null,
      maxLength: kind === 'line' || kind === 'paragraph' ? maxLength : null,
      seenBy: rest.seenBy,
      when: rest.when,
      stopped: rest.stopped,
    }
  })
  return Object.keys(fields).length > 0 ? new DomainError('invalid', unknownId, { fields }) : saved
}

const unknownId = 'Use an id of this intake, or leave it out for a new one'

/** The error if the kind of a question with answers changes. */
export function wrongKind(index: number) {
  return invalidField(
    `questions.${index}.kind`,
    'This question has answers of another kind. Make a new question instead.',
  )
}

/** The same question for another intake. */
export function copyOf(question: IntakeQuestion): IntakeQuestion {
  const options = question.options.map((option) => ({ ...option, _id: newId() }))
  return { ...question, _id: newId(), options }
}

function newId() {
  return randomBase32(10).toLowerCase()
}
