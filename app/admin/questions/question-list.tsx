import { CircleStopIcon, EraserIcon, PencilIcon, RotateCcwIcon, Trash2Icon } from 'lucide-react'

import type { IntakeQuestion, IntakeQuestions } from '../../../contract/intake/intake-questions.ts'
import { countOf } from '../../lib/count-of.ts'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../icon-button.tsx'
import { MoveButtons } from '../move-buttons.tsx'
import { isSame } from '../editing/record-values.ts'
import type { useItemFocus } from '../lists/item-focus.ts'
import { type MoreAction, MoreMenu } from '../more-menu.tsx'
import { moveQuestion, putBack, removeQuestion, stopQuestion } from './draft-edits.ts'
import { countMissingKiswahili, propertiesOf } from './question-words.ts'
import { useDraftEdit } from './use-questions.ts'

/** A dialog about one question. */
export interface QuestionAct {
  kind: 'edit' | 'erase'
  question: IntakeQuestion
}

interface QuestionListProps {
  intake: string
  questions: IntakeQuestions
  /** Attributes of an item that keep the focus. */
  item: ReturnType<typeof useItemFocus>['item']
  onAct: (act: QuestionAct) => void
}

/** The questions of the draft in their order, then the stopped ones. */
export function QuestionList({ intake, questions, item, onAct }: QuestionListProps) {
  const { draft, published, answered } = questions
  const before = new Map(published?.questions.map((one) => [one._id, one]))
  const edit = useDraftEdit(intake)
  const asked = draft.questions.filter(({ stopped }) => !stopped)
  const stopped = draft.questions.filter((question) => question.stopped)
  const listed = (question: IntakeQuestion, index: number) => (
    <Question
      key={question._id}
      question={question}
      before={before.get(question._id)}
      answers={answered[question._id] ?? 0}
      place={index + 1}
      count={asked.length}
      edit={edit.mutate}
      item={item}
      onAct={onAct}
    />
  )
  return (
    <>
      {asked.length > 0 ? (
        <ol aria-label="Questions of the draft" className="space-y-2">
          {asked.map(listed)}
        </ol>
      ) : null}
      {stopped.length > 0 ? (
        <section>
          <h2 className="text-lg">Not asked any more</h2>
          <p className="mt-1 text-sm text-muted">
            Their answers stay in the applications, in the export and in the report.
          </p>
          <ul aria-label="Stopped questions" className="mt-2 space-y-2">
            {stopped.map(listed)}
          </ul>
        </section>
      ) : null}
    </>
  )
}

interface QuestionProps {
  question: IntakeQuestion
  /** The question as it is published. */
  before: IntakeQuestion | undefined
  answers: number
  place: number
  /** The number of questions that are asked. */
  count: number
  edit: ReturnType<typeof useDraftEdit>['mutate']
  item: QuestionListProps['item']
  onAct: QuestionListProps['onAct']
}

function Question(props: QuestionProps) {
  const { question, before, answers, place, count, edit, item, onAct } = props
  const { _id, label, options, stopped } = question
  const missing = countMissingKiswahili(question)
  const move = (by: 1 | -1) =>
    edit({
      edit: (draft) => moveQuestion(draft.questions, _id, by),
      // The place that is stored: with fast keys, the shown one is older.
      done: (saved) =>
        `“${label}” has place ${saved.questions.findIndex((one) => one._id === _id) + 1} now`,
    })
  return (
    <li
      {...item(_id)}
      className="flex flex-wrap items-start gap-x-3 gap-y-1 rounded-md border border-line bg-white px-4 py-3"
    >
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold wrap-anywhere">
          {stopped ? null : <span className="text-muted">{place}. </span>}
          {label}
        </p>
        <p className="text-sm text-muted">{propertiesOf(question)}</p>
        {options.length > 0 ? (
          <p className="text-sm wrap-anywhere">{options.map((one) => one.label).join(' · ')}</p>
        ) : null}
        <p className="mt-1 flex flex-wrap gap-1.5 empty:hidden">
          {before ? null : <Badge>New</Badge>}
          {before && !isSame(before, question) ? <Badge>Changed</Badge> : null}
          {answers > 0 ? <Badge>{countOf(answers, 'answer')}</Badge> : null}
          {missing > 0 ? (
            <span className="text-sm font-semibold text-mango-800">
              {countOf(missing, 'text')} without Kiswahili
            </span>
          ) : null}
        </p>
      </div>
      <div className="-mr-1.5 flex flex-wrap gap-0.5 max-sm:-ml-3">
        {stopped ? null : (
          <>
            <MoveButtons of={label} place={place} count={count} onMove={move} />
            <IconButton
              label="Edit"
              of={label}
              icon={PencilIcon}
              onClick={() => onAct({ kind: 'edit', question })}
            />
          </>
        )}
        <MoreMenu of={label} actions={actionsOf({ ...props, isPublished: before !== undefined })} />
      </div>
    </li>
  )
}

/** A question with answers can be stopped, not removed. */
function actionsOf(props: QuestionProps & { isPublished: boolean }) {
  const { question, answers, place, edit, onAct, isPublished } = props
  const { _id, label, stopped } = question
  const isBack = () => `“${label}” is in the draft again`
  const actions: (MoreAction | false)[] = [
    stopped
      ? {
          label: 'Ask again',
          icon: RotateCcwIcon,
          onSelect: () =>
            edit({ edit: (draft) => stopQuestion(draft.questions, _id, false), done: isBack }),
        }
      : {
          label: 'Stop asking',
          icon: CircleStopIcon,
          onSelect: () =>
            edit({
              edit: (draft) => stopQuestion(draft.questions, _id, true),
              done: () => `“${label}” is not asked any more once you publish`,
            }),
        },
    answers > 0
      ? {
          label: 'Erase the answers…',
          icon: EraserIcon,
          danger: true,
          onSelect: () => onAct({ kind: 'erase', question }),
        }
      : {
          label: 'Remove',
          icon: Trash2Icon,
          danger: true,
          onSelect: () =>
            edit({
              edit: (draft) => removeQuestion(draft.questions, _id),
              done: () => `“${label}” is removed from the draft`,
              undo: {
                edit: (draft) => putBack(draft.questions, question, { place, isPublished }),
                done: isBack,
              },
            }),
        },
  ]
  return actions.filter((action) => action !== false)
}
