import { type FormEvent, useState } from 'react'

import { api } from '../../../contract/api.ts'
import type { IntakeQuestion } from '../../../contract/intake/intake-questions.ts'
import { ApiError, sentenceOf } from '../../api/call.ts'
import { request } from '../../api/session.ts'
import { countOf } from '../../lib/count-of.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogContent } from '../../ui/dialog.tsx'
import { Field, fieldControl } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { CancelFooter } from '../editing/form-footer.tsx'
import { useAction } from '../use-action.ts'

interface EraseAnswersDialogProps {
  intake: string
  question: IntakeQuestion
  answers: number
  onClose: () => void
}

/** Erases all answers to a question for good, once their number is typed. */
export function EraseAnswersDialog({
  intake,
  question,
  answers,
  onClose,
}: EraseAnswersDialogProps) {
  const [error, setError] = useState<string>()
  const erasing = useAction({
    do: (confirm: number) =>
      request(api.intakeQuestions.eraseAnswers, {
        params: { _id: intake, questionId: question._id },
        body: { confirm },
      }),
    done: ({ erased }) => `${countOf(erased, 'answer')} erased`,
    failed: 'Failed to erase the answers',
    onDone: onClose,
    onFailed: (failure) =>
      setError(
        (failure instanceof ApiError && failure.fields?.['confirm']) ||
          sentenceOf(failure, 'Failed to erase the answers'),
      ),
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (erasing.isPending) return
    const value = new FormData(event.currentTarget).get('confirm')
    const typed = typeof value === 'string' ? value.replaceAll(/[\s,]/g, '') : ''
    if (!/^\d+$/.test(typed)) {
      setError('Type the number of answers that will be gone')
      document.getElementById('confirm')?.focus()
      return
    }
    setError(undefined)
    // The server compares: answers may have arrived meanwhile.
    erasing.mutate(Number(typed))
  }

  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title={`Erase ${countOf(answers, 'answer')}?`} description={question.label}>
        <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
          <DialogBody className="space-y-4">
            <Alert>
              <p>
                The answers to this question, and files that were sent for it, are gone for good.
                Other answers stay. This cannot be undone.
              </p>
            </Alert>
            <Field
              id="confirm"
              label="Number of answers"
              hint={`Type ${answers} to confirm.`}
              error={error}
            >
              <Input
                {...fieldControl({ id: 'confirm', hint: true, error })}
                name="confirm"
                inputMode="numeric"
                autoComplete="off"
                className="max-w-40"
              />
            </Field>
          </DialogBody>
          <CancelFooter>
            <Button type="submit" variant="danger" aria-disabled={erasing.isPending || undefined}>
              Erase the answers
            </Button>
          </CancelFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
