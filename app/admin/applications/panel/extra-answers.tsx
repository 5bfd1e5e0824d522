import type { ReactNode } from 'react'

import type { Application } from '../../../../contract/application/application.ts'
import type { StoredExtra } from '../../../../contract/intake/extra-answers.ts'
import type { IntakeQuestion, QuestionSet } from '../../../../contract/intake/intake-questions.ts'
import { formatDate } from '../../../lib/staff-dates.ts'
import { DocumentItem } from '../../documents/documents.tsx'
import type { ListState } from '../../lists/use-list-state.ts'
import { useQuestionSets } from '../../questions/use-question-sets.ts'
import { AnswerLine } from './answers.tsx'
import { RequestAnswers } from './request-answers.tsx'

interface ExtraAnswersProps {
  application: Application
  list: ListState
}

/** The questions of the intake with the answers, and the button that asks for missing ones. */
export function ExtraAnswers({ application, list }: ExtraAnswersProps) {
  const { intake, extra, extraMissing } = application
  const { data: sets = [] } = useQuestionSets(intake?._id ?? '')
  const unanswered = questionsWithout(application, sets)
  if (extra.length === 0 && unanswered.length === 0) return null
  const numbers = new Set(extra.map(({ set }) => set))
  if (extra.length === 0 && application.questionSet) numbers.add(application.questionSet)
  const [only] = numbers.size === 1 ? numbers : []
  const missing = unanswered.filter(({ _id }) => extraMissing.includes(_id))
  return (
    <section>
      <h3 className="text-lg">Questions of the intake</h3>
      {only === undefined ? null : (
        <p className="text-sm text-muted">Asked in version {only} of the questions.</p>
      )}
      <dl className="mt-1 divide-y divide-sand-200 text-sm">
        {extra.map((answer) => (
          <AnswerLine key={answer.question} label={answer.label} isLong>
            <Answer {...{ answer, application, list }} />
            {only === undefined ? (
              <span className="text-muted"> (asked in version {answer.set})</span>
            ) : null}
          </AnswerLine>
        ))}
        {unanswered.map((question) => (
          <AnswerLine key={question._id} label={question.label} isLong>
            <span className="text-muted">{reasonOf(question, application, sets)}</span>
          </AnswerLine>
        ))}
      </dl>
      {extraMissing.length > 0 ? (
        <RequestAnswers application={application} labels={missing.map(({ label }) => label)} />
      ) : null}
    </section>
  )
}

interface AnswerProps extends ExtraAnswersProps {
  answer: StoredExtra
}

function Answer({ answer: { kind, value, text }, application, list }: AnswerProps): ReactNode {
  if (kind === 'day') return formatDate(text)
  if (kind === 'number') return Number(value).toLocaleString('en')
  const document = application.documents.find(({ _id }) => kind === 'file' && _id === value)
  return document ? <DocumentItem {...{ application, document, list }} /> : text
}

/** The questions that are asked now and have no answer. */
function questionsWithout({ extra }: Application, [newest]: QuestionSet[]) {
  const answered = new Set(extra.map(({ question }) => question))
  return newest?.questions.filter(({ _id, stopped }) => !stopped && !answered.has(_id)) ?? []
}

/** Why a question has no answer. */
function reasonOf({ _id, when }: IntakeQuestion, application: Application, sets: QuestionSet[]) {
  const { offer } = application
  const hasOffer = offer?.state === 'open' || offer?.state === 'confirmed'
  if (when === 'offer') return hasOffer ? 'not answered yet' : 'asked after the offer'
  const shown = sets.find(({ number }) => number === setOf(application, sets))
  return shown?.questions.some((one) => one._id === _id && !one.stopped)
    ? 'left empty'
    : 'not asked then'
}

/**
 * The set that the form has shown. Applications of before do not name it: that of the answers, or else the
 * one that was published then.
 */
function setOf({ questionSet, extra, createdAt }: Application, sets: QuestionSet[]) {
  if (questionSet !== null) return questionSet
  const answered = extra.map(({ set }) => set)
  if (answered.length > 0) return Math.max(...answered)
  return sets.find(({ publishedAt }) => publishedAt <= createdAt)?.number
}
