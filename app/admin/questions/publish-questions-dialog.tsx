import { useState } from 'react'

import { api } from '../../../contract/api.ts'
import type { IntakeQuestion, IntakeQuestions } from '../../../contract/intake/intake-questions.ts'
import { sentenceOf } from '../../api/call.ts'
import { request } from '../../api/session.ts'
import { countOf } from '../../lib/count-of.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogContent } from '../../ui/dialog.tsx'
import { CancelFooter } from '../editing/form-footer.tsx'
import { useAction } from '../use-action.ts'
import { changesOf, type QuestionChange } from './draft-changes.ts'
import { countMissingKiswahili } from './question-words.ts'

interface PublishQuestionsDialogProps {
  intake: { _id: string; name: string }
  questions: IntakeQuestions
  onClose: () => void
}

/** Publishes the draft. It says before what changes, and for whom. */
export function PublishQuestionsDialog(props: PublishQuestionsDialogProps) {
  const { intake, questions, onClose } = props
  const { draft, published, answers, answered } = questions
  const { changes, isReordered } = changesOf(published?.questions ?? [], draft.questions)
  const [error, setError] = useState<Error>()
  const publishing = useAction({
    do: () =>
      request(api.intakeQuestions.publish, {
        params: { _id: intake._id },
        body: { updatedAt: draft.updatedAt, number: published?.number ?? 0 },
      }),
    done: ({ number }) => `Version ${number} is asked now`,
    failed: 'Failed to publish the questions',
    onDone: onClose,
    onFailed: setError,
  })
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={`Publish the questions of ${intake.name}`}
        description={
          published
            ? `They become version ${published.number + 1}. Who has begun with version ${published.number} may still send it.`
            : 'They become version 1. The form asks them at once.'
        }
        className="max-w-2xl"
      >
        <DialogBody className="space-y-4">
          {error ? (
            <Alert role="alert">{sentenceOf(error, 'Failed to publish the questions')}</Alert>
          ) : null}
          <MissingKiswahili questions={draft.questions} />
          <section>
            <h3 className="text-base font-semibold">What changes</h3>
            <ul className="mt-1 divide-y divide-sand-200">
              {changes.map((change) => (
                <Change key={change._id} change={change} answers={answered[change._id] ?? 0} />
              ))}
              {changes.length === 0 && !isReordered ? (
                <li className="py-2">Nothing: these questions are asked already.</li>
              ) : null}
              {isReordered ? <li className="py-2">The questions have another order.</li> : null}
            </ul>
          </section>
          {answers > 0 ? (
            <p className="text-sm text-muted">
              {countOf(answers, 'application')} answered an earlier version. Their answers stay, and
              none of them becomes wrong.
            </p>
          ) : null}
        </DialogBody>
        <CancelFooter>
          <Button
            aria-disabled={publishing.isPending || undefined}
            onClick={() => {
              if (publishing.isPending) return
              setError(undefined)
              publishing.mutate(undefined)
            }}
          >
            Publish now
          </Button>
        </CancelFooter>
      </DialogContent>
    </Dialog>
  )
}

function MissingKiswahili({ questions }: { questions: readonly IntakeQuestion[] }) {
  const lacking = questions.filter((question) => countMissingKiswahili(question) > 0)
  if (lacking.length === 0) return null
  return (
    <Alert tone="notice">
      <p className="font-semibold">Kiswahili is missing</p>
      <p className="text-sm">
        Applicants who use Kiswahili read the English text, marked as English:{' '}
        {lacking.map(({ label }) => `“${label}”`).join(', ')}.
      </p>
    </Alert>
  )
}

const words: Record<QuestionChange['kind'], string> = {
  added: 'New',
  removed: 'Removed',
  stopped: 'Not asked any more',
  'asked again': 'Asked again',
  changed: 'Changed',
}

function Change({ change, answers }: { change: QuestionChange; answers: number }) {
  const { label, kind, details } = change
  return (
    <li className="py-2">
      <p className="wrap-anywhere">
        <span className="font-semibold">{words[kind]}:</span> {label}
        {kind === 'stopped' && answers > 0 ? (
          <span className="text-muted"> ({countOf(answers, 'answer')} stay)</span>
        ) : null}
      </p>
      {details.length > 0 ? (
        <ul className="list-disc pl-5 text-sm wrap-anywhere">
          {details.map((detail) => (
            <li key={detail} className="whitespace-pre-line">
              {detail}
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  )
}
