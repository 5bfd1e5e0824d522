import { type FormEvent, useState } from 'react'

import { api } from '../../../contract/api.ts'
import { ApiError, sentenceOf } from '../../api/call.ts'
import { request } from '../../api/session.ts'
import { Placeholder } from '../../forms/fields.tsx'
import { Options } from '../../forms/record-select.tsx'
import { countOf } from '../../lib/count-of.ts'
import { Alert } from '../../ui/alert.tsx'
import { Dialog, DialogBody, DialogContent } from '../../ui/dialog.tsx'
import { Field, fieldControl } from '../../ui/field.tsx'
import { Select } from '../../ui/input.tsx'
import { FormFooter } from '../editing/form-footer.tsx'
import { useIntakes } from '../intakes/record-choices.tsx'
import { useAction } from '../use-action.ts'

interface CopyQuestionsDialogProps {
  intake: string
  /** The number of questions that the draft asks now. */
  count: number
  onClose: () => void
}

/** Replaces the draft by the questions of another intake. */
export function CopyQuestionsDialog({ intake, count, onClose }: CopyQuestionsDialogProps) {
  const intakes = (useIntakes().data ?? []).filter(({ _id }) => _id !== intake)
  const [from, setFrom] = useState('')
  const [error, setError] = useState<string>()
  const copying = useAction({
    do: () => request(api.intakeQuestions.copy, { params: { _id: intake }, body: { from } }),
    done: 'The questions are copied into the draft',
    failed: 'Failed to copy the questions',
    onDone: onClose,
    // The message at the field says more.
    onFailed: (failure) =>
      setError(
        (failure instanceof ApiError && failure.fields?.['from']) ||
          sentenceOf(failure, 'Failed to copy the questions'),
      ),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (copying.isPending) return
    setError(from === '' ? 'Choose an intake' : undefined)
    if (from !== '') copying.mutate(undefined)
  }

  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title="Copy questions from another intake"
        description="Applicants are not asked them before you publish."
      >
        <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
          <DialogBody className="space-y-4">
            {count > 0 ? (
              <Alert tone="notice">
                <p>
                  This replaces {countOf(count, 'question')} of the draft. Those with answers are
                  kept as questions that are not asked any more.
                </p>
              </Alert>
            ) : null}
            <Field id="copy-from" label="Intake" error={error}>
              <Select
                {...fieldControl({ id: 'copy-from', error })}
                value={from}
                onChange={({ target }) => {
                  setFrom(target.value)
                  setError(undefined)
                }}
              >
                <Placeholder>Choose an intake</Placeholder>
                <Options of={intakes} />
              </Select>
            </Field>
          </DialogBody>
          <FormFooter
            save={count > 0 ? 'Replace the draft' : 'Copy the questions'}
            isSending={copying.isPending}
          />
        </form>
      </DialogContent>
    </Dialog>
  )
}
