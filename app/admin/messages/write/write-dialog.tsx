import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { api } from '../../../../contract/api.ts'
import { mostWrittenTo } from '../../../../contract/message/write.ts'
import { ApiError, sentenceOf } from '../../../api/call.ts'
import { request } from '../../../api/session.ts'
import { randomKey } from '../../../lib/random-key.ts'
import { countOf } from '../../../lib/count-of.ts'
import { DialogBody } from '../../../ui/dialog.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { GuardedDialog } from '../../editing/edit-dialog.tsx'
import { LoadFailure } from '../../load-failure.tsx'
import { undoTime, useAction } from '../../use-action.ts'
import { WriteForm } from './write-form.tsx'
import { type Checked, WritePreview } from './write-preview.tsx'

interface WriteDialogProps {
  choose: () => Promise<string[]>
  onClose: () => void
}

/** Writes to many applicants: first the texts, then who gets them by what, at what price. */
export function WriteDialog({ choose, onClose }: WriteDialogProps) {
  const edited = useRef(false)
  const [checked, setChecked] = useState<Checked | null>(null)
  const [chooseAtOpening] = useState(() => choose)
  const chosen = useQuery({
    queryKey: ['write to many'],
    queryFn: chooseAtOpening,
    // The choice stays as it was when the dialog opened, also after the late reply to a decision, which
    // changes the selection. It is read again after a refusal.
    staleTime: 'static',
    gcTime: 0,
  })
  const undo = useAction({
    do: (token: string) => request(api.messages.undoWriting, { body: { undo: token } }),
    done: ({ message }) => message,
    failed: 'Failed to take the messages back',
  })
  const write = useAction({
    do: ({ body, preview: { emails, sms }, key }: Checked) =>
      request(api.messages.write, {
        body: { ...body, read: { emails, sms } },
        headers: { 'Idempotency-Key': key },
      }),
    done: ({ people }) =>
      `${people === 1 ? '1 person is' : `${people.toLocaleString('en')} people are`} told in a minute`,
    undo: (answer) => () => undo.mutate(answer.undo),
    undoFor: () => undoTime,
    failed: 'Failed to send the messages',
    onDone: onClose,
  })
  const ids = chosen.data ?? []
  const isTooMany = ids.length > mostWrittenTo

  function send(message: Checked) {
    if (write.isPending) return
    write.mutate(message, {
      onError: (error) => {
        if (!(error instanceof ApiError) || error.status !== 409) return
        setChecked(null)
        void chosen.refetch()
      },
    })
  }

  return (
    <GuardedDialog
      title={chosen.data ? `Write to ${countOf(ids.length, 'applicant')}` : 'Write'}
      description="Each gets it by e-mail or SMS, as chosen, in the language of the application."
      className="max-w-5xl"
      edited={edited}
      discard={{
        title: 'Discard your message?',
        question: 'Nobody is told, and what you have typed is not kept.',
        confirm: 'Discard',
      }}
      onClose={onClose}
    >
      {chosen.error || !chosen.data || isTooMany ? (
        <DialogBody>
          {chosen.error ? (
            <LoadFailure onRetry={chosen.refetch}>
              {sentenceOf(chosen.error, 'Failed to load the list')}
            </LoadFailure>
          ) : isTooMany ? (
            <p>Write to at most 10,000 people at once: choose fewer with the filters.</p>
          ) : (
            <Skeleton className="h-60" />
          )}
        </DialogBody>
      ) : (
        <>
          <WriteForm
            ids={ids}
            hidden={checked !== null}
            onEdit={() => {
              edited.current = true
            }}
            onChecked={(body, preview) => setChecked({ body, preview, key: randomKey() })}
          />
          {checked ? (
            <WritePreview
              checked={checked}
              isSending={write.isPending}
              onBack={() => setChecked(null)}
              onSend={() => send(checked)}
            />
          ) : null}
        </>
      )}
    </GuardedDialog>
  )
}
