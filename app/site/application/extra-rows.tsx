import { Fragment, type ReactNode } from 'react'
import { extraControl } from '../../../contract/intake/extra-controls.ts'
import { fileText } from '../../forms/file-text.ts'
import { Text } from '../../forms/intake-question-fields.tsx'
import { listOf, type Payload } from '../../forms/payload.ts'
import type { ShownQuestion } from '../../forms/shown-questions.ts'
import { useLanguage } from '../../lib/language.tsx'
import { longDate } from '../../lib/public-dates.ts'
import type { KeptFiles } from '../../page-context.ts'

interface Props {
  questions: readonly ShownQuestion[]
  /** Values of the form. */
  values: Payload
  /** The files, by the field of their upload key. */
  files: KeptFiles
}

/** The answers to the questions of an intake, with the follow-up lines of the chosen options. */
export function ExtraRows({ questions, values, files }: Props) {
  return (
    <dl>
      {questions.map((question) => (
        <Fragment key={question._id}>
          <AnswerRow label={<Text of={question.label} />}>
            <ExtraAnswer {...{ question, files }} value={values[extraControl(question._id)]} />
          </AnswerRow>
          {chosenOptions(question, values).map(({ _id, followUp }) => {
            const value = values[extraControl(_id)]
            return followUp && value ? (
              <AnswerRow key={_id} label={<Text of={followUp} />}>
                {String(value)}
              </AnswerRow>
            ) : null
          })}
        </Fragment>
      ))}
    </dl>
  )
}

interface AnswerProps {
  question: ShownQuestion
  value: Payload[string] | undefined
  files: KeptFiles
}

function ExtraAnswer({ question, value, files }: AnswerProps) {
  const { t, locale } = useLanguage()
  const { _id, kind, options = [] } = question
  const name = extraControl(_id)
  const file = files[name]
  if (kind === 'file' && file) {
    return fileText(file, t)
  }
  const given = listOf(value)
  if (kind === 'file' || given.length === 0) {
    return <span className="text-muted">{t('Not given')}</span>
  }
  const chosen = options.filter((option) => given.includes(option._id))
  if (options.length > 0) {
    return chosen.map((option) => (
      <span key={option._id} className="block">
        <Text of={option.label} />
      </span>
    ))
  }
  if (kind === 'yes_no') return t(value === 'yes' ? 'Yes' : 'No')
  return kind === 'day' ? longDate(String(value), locale) : String(value)
}

function chosenOptions({ _id, options = [] }: ShownQuestion, values: Payload) {
  const given = listOf(values[extraControl(_id)])
  return options.filter((option) => given.includes(option._id))
}

interface RowProps {
  label: ReactNode
  children: ReactNode
}

/** An answer to check, beside its question. */
export function AnswerRow({ label, children }: RowProps) {
  return (
    <div className="border-t border-line py-2.5 @min-[40rem]:flex @min-[40rem]:gap-4">
      <dt className="shrink-0 text-muted @min-[40rem]:w-60">{label}</dt>
      <dd className="min-w-0 whitespace-pre-line">{children}</dd>
    </div>
  )
}
