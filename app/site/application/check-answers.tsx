import { Fragment, type ReactNode, type SyntheticEvent, useEffect, useRef } from 'react'
import {
  contactByIds,
  contactQuestion,
  contactWays,
} from '../../../contract/application/contact-by.ts'
import {
  documentQuestions,
  type QuestionName,
  questionOf,
  questionsOf,
  type SectionId,
  sections,
  typedAnswer,
} from '../../../contract/application/questions.ts'
import { answerText } from '../../forms/answer-text.ts'
import { useApplicationLabels } from '../../forms/application-fields.tsx'
import { fileText } from '../../forms/file-text.ts'
import { HiddenAnswers } from '../../forms/hidden-answers.tsx'
import type { Payload } from '../../forms/payload.ts'
import type { ShownQuestions } from '../../forms/shown-questions.ts'
import { sizeText } from '../../lib/file-size.ts'
import { useLanguage } from '../../lib/language.tsx'
import { longDate } from '../../lib/public-dates.ts'
import type { KeptFiles } from '../../page-context.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Consent } from './consent.tsx'
import { AnswerRow as Row, ExtraRows } from './extra-rows.tsx'
import { AddedQuestions } from './intake-questions.tsx'
import type { PaperChoice } from './intake-choices.ts'
import { questionSection, questionSectionTitle } from './question-section.ts'
import { type Sending, SendingProgress } from './sending-progress.tsx'
import { ownPageAction } from './own-page-action.ts'

const sectionIds = Object.keys(sections) as SectionId[]

interface Props {
  /** Values of the form, as they will be submitted. */
  values: Payload
  /** Names of the chosen institution, course, department and intake. */
  chosen: Record<string, string | undefined>
  /** The questions of the chosen intake, and how many were added since the answers were begun. */
  asked?: ShownQuestions | undefined
  added?: number
  /** The files, by the field of their upload key. */
  files?: KeptFiles
  /** The papers that the intake asks for. */
  papers?: readonly PaperChoice[]
  sending?: boolean
  /** With scripts: the documents to send from this phone. */
  upload?: Sending | null
  /** Without scripts: the idempotency key that the form has sent. */
  idempotencyKey?: string | null
  /** With scripts: returns to a section of the form. Without: the buttons post to the server. */
  onChange?: (section: string) => void
  /** With scripts: stops sending the documents. */
  onStop?: () => void
  /** With scripts: sends the answers. Without: this form posts all answers in hidden inputs. */
  onSend?: () => void
}

/** Shows all answers, by section, before they are sent. */
export function CheckAnswers(props: Props) {
  const { values, chosen, files = {}, asked, added = 0, papers = [], sending = false } = props
  const { idempotencyKey, onChange, onSend } = props
  const { t } = useLanguage()
  const labels = useApplicationLabels()
  const contactWay = contactByIds.find((way) => way === values['contact_by'])
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView()
  }, [])

  function send(event: SyntheticEvent) {
    event.preventDefault()
    onSend?.()
  }

  return (
    <form
      id={onSend ? undefined : 'application'}
      method="post"
      action={ownPageAction}
      aria-labelledby="check"
      onSubmit={onSend && send}
    >
      <h2 ref={heading} id="check" tabIndex={-1} className="text-2xl text-lagoon-900">
        {t('Check your answers')}
      </h2>
      <p className="mt-2 mb-6">{t('Nothing has been sent yet.')}</p>
      {chosen['intake'] ? (
        <p className="mb-6">
          {t('Intake')}: <strong>{chosen['intake']}</strong>
        </p>
      ) : null}
      {sectionIds.map((id) => (
        <Fragment key={id}>
          {id === 'agreements' && asked ? (
            <Answers
              id={questionSection}
              title={t(questionSectionTitle)}
              {...{ sending, onChange }}
            >
              <AddedQuestions count={added} />
              <ExtraRows {...{ values, files }} questions={asked.questions} />
            </Answers>
          ) : null}
          <Answers id={id} title={t(sections[id])} {...{ sending, onChange }}>
            <dl>
              {questionsOf(id).map((name) => (
                <Fragment key={name}>
                  <Row label={labels[name]}>
                    <Answer
                      name={name}
                      value={values[name]}
                      typed={typedAnswer(name, values)}
                      chosen={chosen[name]}
                      file={fileOf(name, files)}
                    />
                  </Row>
                  {name === 'phone_number' && contactWay ? (
                    <Row label={t(contactQuestion)}>{t(contactWays[contactWay])}</Row>
                  ) : null}
                </Fragment>
              ))}
              {id === 'documents'
                ? papers.map(({ purpose, name }) => (
                    <Row key={purpose} label={name}>
                      <GivenFile file={files[`papers.${purpose}`]} />
                    </Row>
                  ))
                : null}
            </dl>
          </Answers>
        </Fragment>
      ))}
      {onSend ? null : <HiddenAnswers {...{ values, idempotencyKey }} />}
      <Consent />
      <DocumentCost {...props} />
      <Button type="submit" size="lg" className="w-full @min-[40rem]:w-auto" disabled={sending}>
        {sending ? (
          <>
            <Spinner /> {t('Submitting Application...')}
          </>
        ) : (
          t('Submit Application')
        )}
      </Button>
    </form>
  )
}

interface AnswersProps extends Pick<Props, 'onChange'> {
  /** The id of the section of the form. */
  id: string
  title: string
  sending: boolean
  children: ReactNode
}

/** The answers of a section of the form. */
function Answers({ id, title, sending, onChange, children }: AnswersProps) {
  return (
    <section className="mb-6 rounded-lg border border-line bg-white p-gutter">
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        <h3 className="flex-1 basis-32 text-xl text-lagoon-900">{title}</h3>
        <Change id={id} title={title} disabled={sending} onChange={onChange} />
      </div>
      {children}
    </section>
  )
}

/** The size of the documents that are not sent yet, or the progress while they are being sent. */
function DocumentCost({ upload, sending, onStop }: Props) {
  const { t } = useLanguage()
  if (!upload || upload.sent >= upload.size) return null
  const size = sizeText(upload.size - upload.sent)
  return (
    <div className="mb-6 font-semibold">
      {sending ? (
        <>
          <SendingProgress {...upload} />
          <Button variant="outline" className="mt-3" onClick={onStop}>
            {t('Stop sending')}
          </Button>
        </>
      ) : (
        <p>{t('Sending takes {size} of your data.', { size })}</p>
      )}
    </div>
  )
}

interface ChangeProps extends Pick<Props, 'onChange'> {
  id: string
  title: string
  disabled: boolean
}

/** Button that returns to a section of the form. Without scripts it posts the answers. */
function Change({ id, title, disabled, onChange }: ChangeProps) {
  const { t } = useLanguage()
  const way = onChange
    ? ({ type: 'button', onClick: () => onChange(id) } as const)
    : ({ type: 'submit', name: 'step', value: 'change', formAction: `#${id}` } as const)
  return (
    <button
      {...way}
      className="link min-h-11 shrink-0 font-semibold"
      aria-label={`${t('Change')}: ${title}`}
      disabled={disabled}
    >
      {t('Change')}
    </button>
  )
}

function GivenFile({ file }: { file: KeptFiles[string] }) {
  const { t } = useLanguage()
  if (!file) return <span className="text-muted">{t('Not given')}</span>
  return fileText(file, t)
}

interface AnswerProps {
  name: QuestionName
  value: Payload[string] | undefined
  /** The name of an institution or course that is not in the list. */
  typed: string | null
  chosen: string | undefined
  file: KeptFiles[string]
}

function Answer({ name, value, typed, chosen, file }: AnswerProps) {
  const { t, message, locale } = useLanguage()
  const date = (day: string) => longDate(day, locale)
  const text = typed ?? ((value && chosen) || answerText(name, value, { message, date }))
  const fileLine = file && fileText(file, t)
  const given = [fileLine, text].filter(Boolean).join('\n')
  if (!given) return <span className="text-muted">{t('Not given')}</span>
  const [before, ...after] = given.split(/(?=@)/)
  return (
    <>
      {before}
      {/* A long address breaks before its @. */}
      {after.map((part) => (
        <Fragment key={part}>
          <wbr />
          {part}
        </Fragment>
      ))}
      {isPreset(name, value) ? (
        <strong className="block border-l-4 border-mango-400 pl-4">
          {t('Is this right? The form began with this answer.')}
        </strong>
      ) : null}
    </>
  )
}

/** Whether an answer is the one that an empty form has selected: it may be an oversight. */
function isPreset(name: QuestionName, value: Payload[string] | undefined) {
  const question = questionOf(name)
  return question.kind === 'choice' && question.initial !== undefined && question.initial === value
}

function fileOf(name: QuestionName, files: KeptFiles) {
  const question = documentQuestions.find((asked) => asked.name === name)
  return question && files[question.key]
}
