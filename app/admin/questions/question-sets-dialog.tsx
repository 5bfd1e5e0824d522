import type { IntakeQuestion } from '../../../contract/intake/intake-questions.ts'
import { Badge } from '../../ui/badge.tsx'
import { Dialog, DialogBody, DialogContent } from '../../ui/dialog.tsx'
import { DateTime } from '../date-time.tsx'
import { Fold } from '../fold.tsx'
import { LoadState } from '../load-failure.tsx'
import { partWords, propertiesOf } from './question-words.ts'
import { useQuestionSets } from './use-question-sets.ts'

interface QuestionSetsDialogProps {
  intake: { _id: string; name: string }
  /** The newest published version. */
  newest: number
  onClose: () => void
}

/** All published versions of the questions. They never change. */
export function QuestionSetsDialog({ intake, newest, onClose }: QuestionSetsDialogProps) {
  const { _id, name } = intake
  const sets = useQuestionSets(_id)
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={`Published questions of ${name}`}
        description="Each version stays as it was: an application is judged by the version that it has answered."
        className="max-w-2xl"
      >
        <DialogBody>
          <LoadState query={sets} failure="Failed to load the versions" skeleton="h-24" />
          <ol className="space-y-3">
            {sets.data?.map(({ number, questions, publishedAt, publishedBy }) => (
              <li key={number} className="rounded-md border border-line bg-white p-3">
                <h3 className="flex flex-wrap items-center gap-2 text-base font-semibold">
                  Version {number}
                  {number === newest ? <Badge tone="good">Asked now</Badge> : null}
                </h3>
                <p className="text-sm text-muted">
                  Published <DateTime of={publishedAt} />
                  {publishedBy ? `, by ${publishedBy.name}` : ''}
                </p>
                <Fold
                  open={number === newest}
                  className="mt-1 text-sm"
                  summary={
                    <>
                      Questions<span className="sr-only"> of version {number}</span>
                    </>
                  }
                >
                  <ol className="list-decimal space-y-2 pl-5">
                    {questions.map((question) => (
                      <Question key={question._id} question={question} />
                    ))}
                  </ol>
                </Fold>
              </li>
            ))}
          </ol>
        </DialogBody>
      </DialogContent>
    </Dialog>
  )
}

function Question({ question }: { question: IntakeQuestion }) {
  const { label, label_sw, hint, options, stopped } = question
  return (
    <li className="wrap-anywhere">
      <span className="font-semibold">{label}</span>
      {label_sw ? <span lang="sw"> / {label_sw}</span> : null}{' '}
      {stopped ? <Badge>Not asked any more</Badge> : null}
      {hint ? <p>{hint}</p> : null}
      <p className="text-muted">{propertiesOf(question)}</p>
      {options.length > 0 ? (
        <p className="whitespace-pre-line">{partWords(options, 'options')}</p>
      ) : null}
    </li>
  )
}
