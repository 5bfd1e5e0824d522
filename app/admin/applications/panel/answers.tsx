import type { ReactNode } from 'react'

import type { Application } from '../../../../contract/application/application.ts'
import { contactWays } from '../../../../contract/application/contact-by.ts'
import {
  type QuestionName,
  questionOf,
  typedAnswer,
} from '../../../../contract/application/questions.ts'
import {
  type AnswerGroup,
  answerGroups,
  questionsIn,
} from '../../../../contract/application/staff-questions.ts'
import { isWebAddress } from '../../../../contract/fields.ts'
import { languageNames } from '../../../../contract/language/languages.ts'
import { answerText } from '../../../forms/answer-text.ts'
import { formatDate } from '../../../lib/staff-dates.ts'
import { Badge } from '../../../ui/badge.tsx'
import { troubleLabel } from '../../activity/message-labels.ts'
import { applicationLabels } from '../labels.ts'
import { DateTime } from '../../date-time.tsx'
import { useSmsStatus } from '../../messages/use-sms-status.ts'
import { PhoneLink } from '../../phone-link.tsx'

interface AnswersProps {
  application: Application
  /** Shown after the answers to the questions of the form. */
  children: ReactNode
}

/** All answers of an applicant, in groups. */
export function Answers({ application, children }: AnswersProps) {
  const isSmsOn = useSmsStatus() !== undefined
  const wantsSms = application.contact_by !== 'email'
  return (
    <div className="space-y-5">
      {answerGroups.map((group) => (
        <section key={group}>
          <h3 className="text-lg">{group}</h3>
          <dl className="mt-1 divide-y divide-sand-200 text-sm">
            {withoutReplacedLinks(group, application).map((name) => (
              <AnswerLine key={name} label={applicationLabels[name]} isLong={isParagraph(name)}>
                {typedAnswer(name, application) ?? answer(name, application[name])}
                {typedAnswer(name, application) ? (
                  <>
                    {' '}
                    <Badge tone="waiting">not in the list</Badge>
                  </>
                ) : null}
              </AnswerLine>
            ))}
            {group === 'Personal' ? (
              <AnswerLine label={applicationLabels.language}>
                {languageNames[application.language]}
              </AnswerLine>
            ) : null}
            {group === 'Personal' && (isSmsOn || wantsSms) ? (
              <AnswerLine label="Messages">
                <ContactWay application={application} />
              </AnswerLine>
            ) : null}
          </dl>
        </section>
      ))}
      {children}
      <section>
        <h3 className="text-lg">Consent</h3>
        {application.consent ? (
          <p className="mt-1 text-sm">
            Given <DateTime of={application.consent.agreedAt} />, by sending under these words: “
            {application.consent.wording}”
          </p>
        ) : (
          <p className="mt-1 text-sm text-muted">
            None recorded: the application was added by staff or from older records.
          </p>
        )}
      </section>
      <p className="text-sm text-muted">
        Received <DateTime of={application.createdAt} />, last changed{' '}
        <DateTime of={application.updatedAt} />
      </p>
    </div>
  )
}

/** The questions of a group without the links in whose place there is a file. */
function withoutReplacedLinks(group: AnswerGroup, { documents, ...answers }: Application) {
  return questionsIn(group).filter((name) => {
    const question = questionOf(name)
    if (question.kind !== 'url' || answers[name]) return true
    return !documents.some(({ purpose }) => purpose === question.document?.purpose)
  })
}

interface AnswerLineProps {
  label: string
  isLong?: boolean
  children: ReactNode
}

/** The label of a question, and its answer. */
export function AnswerLine({ label, isLong = false, children }: AnswerLineProps) {
  return (
    <div
      className={
        isLong
          ? 'py-2'
          : 'flex flex-wrap gap-x-3 py-1.5 [&>dd]:min-w-0 [&>dd]:flex-1 [&>dd]:basis-36 [&>dt]:w-30 sm:[&>dt]:w-40'
      }
    >
      <dt className="text-muted">{label}</dt>
      <dd dir="auto" className="whitespace-pre-line">
        {children}
      </dd>
    </div>
  )
}

function isParagraph(name: QuestionName) {
  return questionOf(name).kind === 'paragraph'
}

function answer(name: QuestionName, value: Application[QuestionName]): ReactNode {
  const { kind } = questionOf(name)
  const text = answerText(name, value, { message: String, date: formatDate })
  if (!text) return <span className="text-muted">{kind === 'record' ? 'N/A' : 'not given'}</span>
  if (kind === 'email') {
    return (
      <a className="link py-1" href={`mailto:${text.replaceAll(/[?&%#,;]/g, encodeURIComponent)}`}>
        {text}
      </a>
    )
  }
  if (kind === 'phone') return <PhoneLink number={text} />
  return kind === 'url' ? <DocumentLink address={text} /> : text
}

/** Link to an applicant's document, in a new tab without referrer. Other text stays text. */
function DocumentLink({ address }: { address: string }) {
  if (!isWebAddress(address)) return address
  return (
    <a className="link py-1 wrap-anywhere" href={address} target="_blank" rel="noopener noreferrer">
      {address}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}

/** The transports that the applicant has chosen, and the reason if no SMS can be sent. */
function ContactWay({
  application: { contact_by, smsRefused },
}: {
  application: Pick<Application, 'contact_by' | 'smsRefused'>
}) {
  return (
    <>
      {contactWays[contact_by]}
      {smsRefused ? (
        <>
          {' '}
          <Badge tone="bad">SMS refused</Badge> {troubleLabel(smsRefused, 'sms')}, so e-mails go
          instead.
        </>
      ) : null}
    </>
  )
}
