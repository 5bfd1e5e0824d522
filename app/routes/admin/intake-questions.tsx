import { useQuery } from '@tanstack/react-query'
import { CopyIcon, HistoryIcon, PlusIcon, SendIcon } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'

import { api } from '../../../contract/api.ts'
import { type IntakeQuestions, mostQuestions } from '../../../contract/intake/intake-questions.ts'
import { ApiError, sentenceOf } from '../../api/call.ts'
import { queryOf } from '../../api/session.ts'
import { countOf } from '../../lib/count-of.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DateTime } from '../../admin/date-time.tsx'
import { isSame } from '../../admin/editing/record-values.ts'
import { useItemFocus } from '../../admin/lists/item-focus.ts'
import { LoadFailure } from '../../admin/load-failure.tsx'
import { CopyQuestionsDialog } from '../../admin/questions/copy-questions-dialog.tsx'
import { EraseAnswersDialog } from '../../admin/questions/erase-answers-dialog.tsx'
import { PublishQuestionsDialog } from '../../admin/questions/publish-questions-dialog.tsx'
import { QuestionDialog } from '../../admin/questions/question-dialog.tsx'
import { type QuestionAct, QuestionList } from '../../admin/questions/question-list.tsx'
import { QuestionPreview } from '../../admin/questions/question-preview.tsx'
import { QuestionSetsDialog } from '../../admin/questions/question-sets-dialog.tsx'
import { countMissingKiswahili } from '../../admin/questions/question-words.ts'
import { useQuestions } from '../../admin/questions/use-questions.ts'
import { ScreenHeader } from '../../admin/screen-header.tsx'

export const meta = () => [{ title: 'Questions of an intake · Back office' }]

type OpenDialog = QuestionAct | { kind: 'new' | 'publish' | 'copy' | 'sets' }

/** The editor of the questions that an intake asks besides those of the form. */
export default function IntakeQuestionsScreen() {
  const { _id = '' } = useParams()
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const intake = useQuery(queryOf(['intakes', 'one', _id], api.intakes.get, { params: { _id } }))
  const questions = useQuestions(_id)
  const focus = useItemFocus<HTMLDivElement>()
  const error = intake.error ?? questions.error
  const isMissing = error instanceof ApiError && error.status === 404
  const { data } = questions
  return (
    <>
      {/* Two parts: browsers clip the menus in a third one (app/styles/page-components.css). */}
      <div>
        <p className="mb-2 flex flex-wrap gap-x-4 text-sm">
          <Link className="link py-1" to="/admin/intakes">
            All intakes
          </Link>
          <Link className="link py-1" to={`/admin/intakes/${_id}/report`}>
            Report
          </Link>
        </p>
        <ScreenHeader
          title={intake.data ? `Questions of ${intake.data.name}` : 'Questions of an intake'}
          lead={data ? <State of={data} /> : null}
        >
          {data ? <Buttons questions={data} onOpen={setOpen} /> : null}
        </ScreenHeader>
      </div>
      <div {...focus.part} className="mt-4" aria-busy={!error && !(intake.data && data)}>
        {error ? (
          <LoadFailure
            onRetry={isMissing ? undefined : () => [intake.refetch(), questions.refetch()]}
          >
            {sentenceOf(error, 'Failed to fetch the questions')}
          </LoadFailure>
        ) : null}
        {!error && !(intake.data && data) ? <Skeleton className="h-96" /> : null}
        {data && data.draft.questions.length === 0 ? <NoQuestions /> : null}
        {data && data.draft.questions.length > 0 ? (
          <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22.5rem]">
            <div className="min-w-0 space-y-4">
              <QuestionList intake={_id} questions={data} item={focus.item} onAct={setOpen} />
            </div>
            <QuestionPreview questions={data.draft.questions} />
          </div>
        ) : null}
      </div>
      {intake.data && data && open ? (
        <OpenedDialog
          intake={intake.data}
          questions={data}
          open={open}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </>
  )
}

/** The number of the published set, and whether the draft differs from it. */
function State({ of: { draft, published, answers } }: { of: IntakeQuestions }) {
  const missing = draft.questions.reduce((sum, one) => sum + countMissingKiswahili(one), 0)
  const isFull = countAsked(draft) >= mostQuestions.asked
  return (
    <>
      {published ? (
        <>
          Version {published.number} is asked since <DateTime of={published.publishedAt} />
          {published.publishedBy ? `, published by ${published.publishedBy.name}` : ''}.{' '}
          {answers > 0 ? `${countOf(answers, 'application')} answered. ` : ''}
          {isSame(published.questions, draft.questions)
            ? 'The draft is the same.'
            : 'The draft has changes that nobody is asked yet.'}
        </>
      ) : (
        'Nothing is asked yet.'
      )}
      {missing > 0 ? ` ${countOf(missing, 'text')} of the draft without Kiswahili.` : ''}
      {isFull ? ` An intake asks at most ${mostQuestions.asked} questions.` : ''}
    </>
  )
}

interface ButtonsProps {
  questions: IntakeQuestions
  onOpen: (dialog: OpenDialog) => void
}

function Buttons({ questions: { draft, published }, onOpen }: ButtonsProps) {
  const isFull = countAsked(draft) >= mostQuestions.asked
  const isPublished = isSame(published?.questions ?? [], draft.questions)
  return (
    <>
      {published ? (
        <Button variant="outline" size="sm" onClick={() => onOpen({ kind: 'sets' })}>
          <HistoryIcon aria-hidden="true" /> Versions
        </Button>
      ) : null}
      <Button variant="outline" size="sm" onClick={() => onOpen({ kind: 'copy' })}>
        <CopyIcon aria-hidden="true" /> Copy from an intake
      </Button>
      <Button
        variant="outline"
        size="sm"
        className="aria-disabled:opacity-60"
        aria-disabled={isFull || undefined}
        onClick={() => (isFull ? undefined : onOpen({ kind: 'new' }))}
      >
        <PlusIcon aria-hidden="true" /> Add a question
      </Button>
      <Button
        size="sm"
        className="aria-disabled:opacity-60"
        aria-disabled={isPublished || undefined}
        onClick={() => (isPublished ? undefined : onOpen({ kind: 'publish' }))}
      >
        <SendIcon aria-hidden="true" /> Publish
      </Button>
    </>
  )
}

function countAsked({ questions }: IntakeQuestions['draft']) {
  return questions.filter(({ stopped }) => !stopped).length
}

function NoQuestions() {
  return (
    <Card className="max-w-2xl p-5">
      <p>
        Here you add up to {mostQuestions.asked} questions that this intake asks besides those of
        the form, such as a shirt size or whether somebody has a laptop. Applicants see them once
        you publish, and you find their answers in each application, in the filters and in the
        export.
      </p>
    </Card>
  )
}

interface OpenedDialogProps {
  intake: { _id: string; name: string }
  questions: IntakeQuestions
  open: OpenDialog
  onClose: () => void
}

function OpenedDialog({ intake, questions, open, onClose }: OpenedDialogProps) {
  const { draft, published, answered } = questions
  switch (open.kind) {
    case 'new':
    case 'edit': {
      const question = open.kind === 'edit' ? open.question : null
      return (
        <QuestionDialog
          intake={intake._id}
          draft={draft}
          question={question}
          answers={question ? (answered[question._id] ?? 0) : 0}
          onClose={onClose}
        />
      )
    }
    case 'erase':
      return (
        <EraseAnswersDialog
          intake={intake._id}
          question={open.question}
          answers={answered[open.question._id] ?? 0}
          onClose={onClose}
        />
      )
    case 'publish':
      return <PublishQuestionsDialog {...{ intake, questions, onClose }} />
    case 'copy':
      return <CopyQuestionsDialog intake={intake._id} count={countAsked(draft)} onClose={onClose} />
    case 'sets':
      return (
        <QuestionSetsDialog intake={intake} newest={published?.number ?? 0} onClose={onClose} />
      )
    default:
      return open satisfies never
  }
}
