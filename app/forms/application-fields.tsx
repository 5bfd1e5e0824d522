import type { ReactNode } from 'react'
import {
  canBeTyped,
  documentQuestions,
  type Question,
  type QuestionName,
  questionNames,
  questionOf,
  questions,
  type RecordName,
  typedNames,
} from '../../contract/application/questions.ts'
import { yearsFrom } from '../../contract/years-from.ts'
import { useLanguage } from '../lib/language.tsx'
import type { DocumentFiles } from './document-field.tsx'
import { DocumentQuestion } from './document-question.tsx'
import {
  CheckboxField,
  Choices,
  ChoicesField,
  type FieldGroup,
  Placeholder,
  SelectField,
  TextareaField,
  TextField,
  urlInput,
} from './fields.tsx'
import { listOf } from './payload.ts'
import { PlaceOfStudyFields, typedLabels } from './place-of-study.tsx'
import { RecordSelect } from './record-select.tsx'
import type { RecordChoices } from './use-place-of-study.ts'

/** Labels of the questions in the page's language, in the order of the form. */
export function useApplicationLabels(): Record<string, string> {
  const { t } = useLanguage()
  return Object.fromEntries(
    questionNames.flatMap((name) => {
      const label = [name, t(questions[name].label)]
      if (!canBeTyped(name)) return [label]
      return [label, [typedNames[name], t(typedLabels[typedNames[name]])]]
    }),
  )
}

interface Props {
  names: readonly QuestionName[]
  group: FieldGroup
  /** Options of the institution, course and department selects. */
  records: RecordChoices
  /** Label of the agreement checkbox, if the label contains links. */
  agreement?: ReactNode
  /** Files in place of links. Without it, the form accepts only links. */
  documents?: DocumentFiles | undefined
  /** The current date in Kenya, if it limits the days: the calendar then opens near the answer. */
  today?: string
  /** A control that is no question, after a question. */
  after?: Partial<Record<QuestionName, ReactNode>>
}

/** Form controls of the given questions, for the public form and the staff's dialog. */
export function QuestionFields(props: Props) {
  const { names, group, records, agreement, documents, today, after } = props
  const { shown } = records
  const { t } = useLanguage()
  const controls: Record<RecordName, ReactNode> = {
    institution: <PlaceOfStudyFields key="institution" {...group} {...records} />,
    // The control for the institution includes the one for the course.
    course: null,
    department: (
      <RecordSelect
        key="department"
        {...group}
        name="department"
        of={records.lists.departments}
        placeholder={t('Choose a department')}
      />
    ),
  }
  return names.flatMap((name) => [
    name in controls ? (
      controls[name as RecordName]
    ) : (
      <QuestionField key={name} {...group} {...{ name, agreement, documents, shown, today }} />
    ),
    after?.[name],
  ])
}

interface QuestionFieldProps extends FieldGroup {
  name: QuestionName
  agreement: ReactNode
  documents: DocumentFiles | undefined
  /** Values that a script has put into the form. */
  shown: RecordChoices['shown']
  today: string | undefined
}

function QuestionField(props: QuestionFieldProps) {
  const { name, agreement, documents, shown, today, ...group } = props
  const { t } = useLanguage()
  const question = questionOf(name)
  const { kind, autoComplete } = question
  const field = { ...group, name, hint: question.hint && t(question.hint) }
  const document = documentQuestions.find((asked) => asked.name === name)
  switch (kind) {
    case 'flag':
      return <CheckboxField {...field} isYesAtFirst={question.fallback} />
    case 'agreement':
      return <CheckboxField {...field} label={agreement} />
    case 'choice':
      return (
        <SelectField {...field} autoComplete={autoComplete} className="max-w-60">
          <Placeholder>{t('Choose from the list')}</Placeholder>
          <Choices of={question.options} say={t} />
        </SelectField>
      )
    case 'choices':
      return (
        <ChoicesField
          {...field}
          type="checkbox"
          options={question.options}
          chosen={listOf(group.defaults[name])}
          say={t}
        />
      )
    case 'paragraph':
      return <TextareaField {...field} />
    case 'day':
      return (
        <TextField
          {...field}
          type="date"
          min={question.earliest?.day}
          {...latestBirth(question, today)}
          autoComplete={autoComplete}
          className="max-w-60"
        />
      )
    case 'record':
      return null
    case 'url':
      return document && documents ? (
        <DocumentQuestion {...field} {...{ question: document, documents, shown }} />
      ) : (
        <TextField {...field} {...urlInput} />
      )
    default:
      return <TextField {...field} autoComplete={autoComplete} {...inputs[kind]} />
  }
}

/** The last allowed day in the past: a calendar then opens there, and not at today. */
function latestBirth({ years }: Extract<Question, { kind: 'day' }>, today: string | undefined) {
  return years && years.to < 0 && today ? { max: yearsFrom(today, years.to) } : {}
}

const inputs = {
  line: {},
  name: {},
  email: { type: 'email', spellCheck: false },
  phone: { type: 'tel', className: 'max-w-80' },
} as const
