import type { ReactNode } from 'react'
import { extraControl } from '../../contract/intake/extra-controls.ts'
import { useLanguage } from '../lib/language.tsx'
import {
  ChoicesField,
  type FieldGroup,
  Placeholder,
  SelectField,
  TextareaField,
  TextField,
  type Values,
} from './fields.tsx'
import { listOf } from './payload.ts'
import {
  hasUntranslated,
  type ShownOption,
  type ShownQuestion,
  type ShownText,
  wordsOf,
} from './shown-questions.ts'
import type { Messages } from './use-form.ts'

/** Up to this many options are radio buttons. More are a select, unless several have a follow-up. */
const mostRadios = 7

interface Props {
  questions: readonly ShownQuestion[]
  /** Initial answers, by the name of the control. */
  defaults: Values
  errors: Messages
  /** The control of a question that a file answers. */
  renderFile: (question: ShownQuestion, words: { label: ReactNode; hint: ReactNode }) => ReactNode
}

/** The controls of the questions that an intake asks. They work without scripts. */
export function IntakeQuestionFields({ questions, defaults, errors, renderFile }: Props) {
  const { t } = useLanguage()
  const optional = questions.flatMap(({ _id, required, options = [] }) => [
    ...(required ? [] : [extraControl(_id)]),
    ...options.map((option) => extraControl(option._id)),
  ])
  const group = { labels: {}, optional, defaults, errors }
  return (
    <>
      {hasUntranslated(questions) ? (
        <p className="text-muted">{t('Some of these questions are in English only.')}</p>
      ) : null}
      {questions.map((question) => {
        const words = { label: <Text of={question.label} />, hint: hintOf(question, t) }
        return question.kind === 'file' ? (
          renderFile(question, words)
        ) : (
          <QuestionField key={question._id} {...{ group, question, ...words }} />
        )
      })}
    </>
  )
}

interface FieldProps {
  group: FieldGroup
  question: ShownQuestion
  label: ReactNode
  hint: ReactNode
}

function QuestionField({ group, question, ...words }: FieldProps) {
  const { t } = useLanguage()
  const { _id, kind, options = [] } = question
  const name = extraControl(_id)
  const field = { ...group, ...words, name }
  switch (kind) {
    case 'paragraph':
      return <TextareaField {...field} />
    case 'yes_no':
      return (
        <ChoicesField
          {...field}
          type="radio"
          options={['yes', 'no']}
          chosen={listOf(group.defaults[name])}
          say={(answer) => t(answer === 'yes' ? 'Yes' : 'No')}
        />
      )
    case 'choice':
    case 'choices':
      return <OptionsField {...{ field, group, options }} isOne={kind === 'choice'} />
    case 'number':
      return <TextField {...field} inputMode="decimal" className="max-w-60" />
    case 'day':
      return <TextField {...field} type="date" className="max-w-60" />
    default:
      return <TextField {...field} />
  }
}

interface OptionsProps {
  field: FieldGroup & { name: string; label: ReactNode; hint: ReactNode }
  group: FieldGroup
  options: readonly ShownOption[]
  isOne: boolean
}

function OptionsField({ field, group, options, isOne }: OptionsProps) {
  const { t } = useLanguage()
  const followUps = options.filter(({ followUp }) => followUp)
  if (isOne && options.length > mostRadios && followUps.length < 2) {
    return (
      <div>
        <SelectField {...field}>
          <Placeholder>{t('Choose from the list')}</Placeholder>
          {options.map(({ _id, label, followUp }) => (
            <option key={_id} value={_id} {...langOf(label)} data-more={followUp && ''}>
              {wordsOf(label)}
            </option>
          ))}
        </SelectField>
        {followUps.map((option) => (
          <FollowUp key={option._id} {...{ group, option }} />
        ))}
      </div>
    )
  }
  const named = (id: string) => options.find(({ _id }) => _id === id)
  return (
    <ChoicesField
      {...field}
      type={isOne ? 'radio' : 'checkbox'}
      options={options.map(({ _id }) => _id)}
      chosen={listOf(group.defaults[field.name])}
      say={(id) => textOf(named(id)?.label)}
      after={(id) => followUpOf(named(id), group)}
    />
  )
}

function textOf(text: ShownText = '') {
  return <Text of={text} />
}

function followUpOf(option: ShownOption | undefined, group: FieldGroup) {
  return option?.followUp ? <FollowUp {...{ group, option }} /> : null
}

/** The line that an option opens. Without `:has()`, browsers always show it. */
function FollowUp({ group, option }: { group: FieldGroup; option: ShownOption }) {
  return (
    <div className="follow-up mt-1 mb-3 ml-9">
      <TextField
        {...group}
        name={extraControl(option._id)}
        label={<Text of={option.followUp ?? ''} />}
      />
    </div>
  )
}

/** A text of staff. One without a translation is marked as English. */
export function Text({ of }: { of: ShownText }) {
  return typeof of === 'string' ? of : <span {...langOf(of)}>{of.en}</span>
}

function langOf(text: ShownText) {
  return typeof text === 'string' ? {} : { lang: 'en' }
}

/** The hint of staff, then the limits; undefined without both. */
function hintOf(question: ShownQuestion, t: ReturnType<typeof useLanguage>['t']) {
  const { hint, kind, min, max, maxLength } = question
  const limits = [
    min !== undefined && (kind === 'number' || min > 1) && t('At least {min}.', { min }),
    max !== undefined && t('At most {max}.', { max }),
    maxLength !== undefined && t('At most {max} characters.', { max: maxLength }),
  ].filter((limit) => limit !== false)
  if (typeof hint !== 'object') return [hint, ...limits].filter(Boolean).join(' ') || undefined
  return (
    <>
      <Text of={hint} /> {limits.join(' ')}
    </>
  )
}

/** The labels of the controls, for a summary of errors. */
export function extraLabels(questions: readonly ShownQuestion[]): Record<string, string> {
  const labels = questions.flatMap(({ _id, label, options = [] }) => [
    [extraControl(_id), wordsOf(label)],
    ...options.flatMap((option) =>
      option.followUp ? [[extraControl(option._id), wordsOf(option.followUp)]] : [],
    ),
  ])
  return Object.fromEntries(labels) as Record<string, string>
}
