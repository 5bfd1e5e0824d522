import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { api } from '../../../../contract/api.ts'
import { mostAtOnce } from '../../../../contract/application/application.ts'
import { queryOf, requestPage } from '../../../api/session.ts'
import { countOf } from '../../../lib/count-of.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogBody, DialogContent } from '../../../ui/dialog.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { CancelFooter } from '../../editing/form-footer.tsx'
import { useIsOpen } from '../../editing/use-is-open.ts'
import { MessagePreview } from '../../activity/message-preview.tsx'
import { transportNames } from '../../activity/message-labels.ts'
import { LoadFailure } from '../../load-failure.tsx'
import { estimate } from '../../messages/money.ts'
import { useSmsStatus } from '../../messages/use-sms-status.ts'
import { messagesInWords } from '../decisions/message-numbers.ts'
import type { UseDecisions } from '../decisions/use-decisions.ts'

interface SendDialogProps {
  /** The filters of the planned answers to send. */
  planned: { planned: string; intake: string }
  send: UseDecisions['send']
  onClose: () => void
}

/** Shows the text of each planned answer, then sends them, at most 200 at a time. */
export function SendDialog({ planned, send, onClose }: SendDialogProps) {
  const isOpen = useIsOpen()
  const [isSending, setSending] = useState(false)
  const page = useQuery({
    queryKey: ['attachments', 'planned', planned],
    queryFn: ({ signal }) =>
      requestPage(api.attachments.list, {
        query: { ...planned, sort: 'createdAt', limit: mostAtOnce, page: 1 },
        signal,
      }),
    // Another read in between would send answers whose texts were not shown.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
  })
  const { rows = [], total = 0 } = page.data ?? {}
  const ids = rows.map(({ _id }) => _id)
  const read = Object.fromEntries(rows.map(({ _id, updatedAt }) => [_id, updatedAt]))
  const preview = useQuery({
    ...queryOf(['attachments', 'preview', read], api.attachments.previewDecisions, {
      body: { ids },
    }),
    enabled: ids.length > 0,
  })
  const { messages = [], warnings = [], sms } = preview.data ?? {}
  const hasSms = sms !== undefined && sms.messages > 0
  const status = useSmsStatus(hasSms)
  const numbers = {
    emails: messages.filter(({ transport }) => transport === 'email').length,
    sms: messages.filter(({ transport }) => transport === 'sms').length,
  }
  const error = page.error ?? preview.error
  const isReady = preview.data !== undefined && !page.isFetching && !preview.isFetching

  function sendAll() {
    if (!isReady || isSending) return
    setSending(true)
    send.mutate(
      {
        sending: { ids, read },
        applications: rows,
        hasLongUndo: true,
        onDecided: () => {
          setSending(false)
          if (total <= ids.length && isOpen.current) onClose()
        },
      },
      { onError: () => setSending(false) },
    )
  }

  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={`Send ${countOf(total, 'answer')}`}
        description={
          total > ids.length && ids.length > 0
            ? `At most ${mostAtOnce} at a time: these are the first ${ids.length}. The rest follows after them.`
            : 'Read the texts first. For a minute after sending, Undo takes them all back.'
        }
        className="max-w-2xl"
      >
        <DialogBody
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the body of a dialog is a div
          role="region"
          aria-label="Texts"
          className="space-y-4"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable area must be reachable by keyboard
          tabIndex={0}
        >
          {error ? (
            <LoadFailure onRetry={page.error ? page.refetch : preview.refetch}>
              The texts could not be loaded.
            </LoadFailure>
          ) : null}
          {!isReady && !error ? <Skeleton className="h-60" /> : null}
          {isReady
            ? warnings.map((warning) => (
                <Alert key={warning} className="wrap-anywhere">
                  {warning}
                </Alert>
              ))
            : null}
          {isReady && messages.length > 0 ? (
            <p className="text-sm">
              This sends {messagesInWords(numbers)}.
              {hasSms && status ? ` Among them are ${estimate(sms, status.currency)}.` : null}
            </p>
          ) : null}
          <ol className="space-y-4">
            {isReady
              ? messages.map(({ application, transport, to, subject, text }) => (
                  <li key={`${application._id} ${transport}`}>
                    <h3 className="font-semibold">
                      {application.name}
                      {hasSms ? `, ${transportNames[transport]}` : null}
                    </h3>
                    <MessagePreview to={to} subject={subject} text={text} />
                  </li>
                ))
              : null}
          </ol>
        </DialogBody>
        <CancelFooter>
          <Button aria-disabled={!isReady || isSending || undefined} onClick={sendAll}>
            {isSending ? 'Sending...' : `Send ${countOf(ids.length, 'answer')}`}
          </Button>
        </CancelFooter>
      </DialogContent>
    </Dialog>
  )
}
