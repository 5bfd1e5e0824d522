import type { ReactNode } from 'react'
import {
  type QuestionName,
  questionNames,
  questionOf,
  questions,
  type RecordName,
} from '../../contract/questions.ts'
import { useLanguage } from '../lib/language.tsx'
import {
  CheckboxField,
  Choices,
  ChoicesField,
  type FieldGroup,
  Placeholder,
  SelectField,
  TextareaField,
  TextField,
} from './fields.tsx'
import { type Choice, RecordSelect } from './record-select.tsx'

/** The labels of the questions in the language of the page, in the order of the form. */
export function useApplicationLabels(): Record<string, string> {
  const { t } = useLanguage()
  return Object.fromEntries(questionNames.map((name) => [name, t(questions[name].label)]))
}

/** The controls that a form brings itself: those that need its lists, or another label. */
export type OwnControls = Record<RecordName, ReactNode> & Partial<Record<QuestionName, ReactNode>>

interface Props extends FieldGroup {
  names: readonly QuestionName[]
  own: OwnControls
}

/** The controls of some questions, for the public form and the dialog of staff alike. */
export function QuestionFields({ names, own, ...group }: Props) {
  return names.map((name) =>
    name in own ? own[name] : <QuestionField key={name} {...group} name={name} />,
  )
}

function QuestionField({ name, ...group }: FieldGroup & { name: QuestionName }) {
  const { t } = useLanguage()
  const question = questionOf(name)
  const { kind, autoComplete } = question
  const field = { ...group, name, hint: question.hint && t(question.hint) }
  switch (kind) {
    case 'flag':
    case 'agreement':
      return <CheckboxField {...field} />
    case 'choice':
      return (
        <SelectField {...field} autoComplete={autoComplete} className="max-w-60">
          {question.initial ? null : <Placeholder>{t('Choose from the list')}</Placeholder>}
          <Choices of={question.options} say={t} />
        </SelectField>
      )
    case 'choices':
      return <ChoicesField {...field} options={question.options} />
    case 'paragraph':
      return <TextareaField {...field} />
    case 'day':
      return (
        <TextField
          {...field}
          type="date"
          min={question.earliest?.day}
          autoComplete={autoComplete}
          className="max-w-60"
        />
      )
    case 'record':
      return null
    default:
      return <TextField {...field} autoComplete={autoComplete} {...inputs[kind]} />
  }
}

const inputs = {
  line: {},
  email: { type: 'email', spellCheck: false },
  phone: { type: 'tel', className: 'max-w-80' },
  url: {
    type: 'url',
    inputMode: 'url',
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
  },
} as const

interface DepartmentProps extends FieldGroup {
  departments: Choice[]
}

export function DepartmentField({ departments, ...group }: DepartmentProps) {
  const { t } = useLanguage()
  return (
    <RecordSelect
      {...group}
      name="department"
      of={departments}
      placeholder={t('Choose a department')}
    />
  )
}
