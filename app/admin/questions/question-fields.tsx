import { type ReactNode, type RefObject, useState } from 'react'

import {
  hasOptions,
  type IntakeQuestionKind,
  intakeQuestionKinds,
  longestText,
  type QuestionOption,
} from '../../../contract/intake/intake-questions.ts'
import {
  Choices,
  CheckboxField,
  type FieldGroup,
  SelectField,
  TextField,
} from '../../forms/fields.tsx'
import type { Messages } from '../../forms/use-form.ts'
import { countOf } from '../../lib/count-of.ts'
import { Alert } from '../../ui/alert.tsx'
import { Hint } from '../../ui/field.tsx'
import { limitsOf, type QuestionParts } from './question-form.ts'
import { OptionsField } from './options-field.tsx'
import { partLabels, readerLabels, timeLabels } from './question-words.ts'

interface QuestionFieldsProps {
  parts: QuestionParts
  /** The options as they are stored. */
  options: readonly QuestionOption[]
  errors: Messages<never>
  /** Applications with an answer. */
  answers: number
  editedRef: RefObject<boolean>
}

/** The controls of a question. Those that its kind does not have are hidden and keep what was typed. */
export function QuestionFields({
  parts,
  options,
  errors,
  answers,
  editedRef,
}: QuestionFieldsProps) {
  const [kind, setKind] = useState<IntakeQuestionKind>(parts.kind)
  const limits = limitsOf(kind)
  const group: FieldGroup<never> = {
    labels: partLabels,
    optional: ['label_sw', 'hint', 'hint_sw', 'min', 'max', 'maxLength'],
    defaults: { ...parts, ...textsOf(parts) },
    errors,
  }
  const text = { autoComplete: 'off' }
  return (
    <>
      {answers > 0 ? <RulesWithAnswers answers={answers} /> : null}
      <div>
        {answers > 0 ? (
          <>
            <p className="font-semibold">{partLabels.kind}</p>
            <p>{intakeQuestionKinds[kind]}</p>
            <Hint>It cannot change any more. Stop this question and add a new one instead.</Hint>
            <input type="hidden" name="kind" value={kind} />
          </>
        ) : (
          <SelectField
            {...group}
            name="kind"
            className="max-w-60"
            onChange={({ target }) => setKind(target.value as IntakeQuestionKind)}
          >
            <Choices of={kinds} say={(one) => intakeQuestionKinds[one]} />
          </SelectField>
        )}
      </div>
      <Pair>
        <TextField {...group} {...text} name="label" lang="en" maxLength={longestText.label} />
        <TextField {...group} {...text} name="label_sw" lang="sw" maxLength={longestText.label} />
        <TextField {...group} {...text} name="hint" lang="en" maxLength={longestText.hint} />
        <TextField {...group} {...text} name="hint_sw" lang="sw" maxLength={longestText.hint} />
      </Pair>
      <Hint>Without Kiswahili, applicants read the English text, marked as English.</Hint>
      <OptionsField
        stored={options}
        errors={errors}
        isAnswered={answers > 0}
        hidden={!hasOptions(kind)}
        editedRef={editedRef}
      />
      <div className="grid items-start gap-5 @md:grid-cols-2" hidden={limits.length === 0}>
        {(['min', 'max', 'maxLength'] as const).map((name) => (
          <div key={name} hidden={!limits.includes(name)}>
            <TextField
              {...group}
              {...text}
              name={name}
              label={limitLabel(kind, name)}
              inputMode={kind === 'number' ? 'text' : 'numeric'}
              className="max-w-40"
            />
          </div>
        ))}
      </div>
      <CheckboxField
        {...group}
        name="required"
        required={false}
        hint="It holds for those who apply from now on. Others are asked by a link."
      />
      <Pair>
        <SelectField
          {...group}
          name="when"
          hint="After the offer, only people with a place are asked."
        >
          <Choices of={['applying', 'offer'] as const} say={(one) => timeLabels[one]} />
        </SelectField>
        <SelectField {...group} name="seenBy">
          <Choices of={['staff', 'reviewers'] as const} say={(one) => readerLabels[one]} />
        </SelectField>
      </Pair>
    </>
  )
}

const kinds = Object.keys(intakeQuestionKinds) as IntakeQuestionKind[]

/** The rules of an edit for a question that has answers. */
function RulesWithAnswers({ answers }: { answers: number }) {
  return (
    <Alert tone="notice">
      <p className="font-semibold">{countOf(answers, 'application')} answered this question.</p>
      <ul className="mt-1 list-disc pl-5 text-sm">
        <li>Their answers stay as they are, with the words that they have read.</li>
        <li>A changed question or hint is shown to those who apply from then on.</li>
        <li>A removed option is hidden from new applicants and kept for those who chose it.</li>
        <li>The kind of answer cannot change.</li>
      </ul>
    </Alert>
  )
}

function Pair({ children }: { children: ReactNode }) {
  return <div className="grid items-start gap-5 @md:grid-cols-2">{children}</div>
}

function limitLabel(kind: IntakeQuestionKind, name: 'min' | 'max' | 'maxLength') {
  if (kind !== 'choices' || name === 'maxLength') return partLabels[name]
  return name === 'min' ? 'Choose at least' : 'Choose at most'
}

/** Numbers as the text of their controls. */
function textsOf({ min, max, maxLength }: QuestionParts) {
  return Object.fromEntries(
    Object.entries({ min, max, maxLength }).map(([name, value]) => [
      name,
      value === null ? '' : String(value),
    ]),
  )
}
