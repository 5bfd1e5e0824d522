import { SendIcon } from 'lucide-react'
import { useState } from 'react'

import { api } from '../../../contract/api.ts'
import type { MessageCounts } from '../../../contract/message/message.ts'
import { request } from '../../api/session.ts'
import { formatDay } from '../../lib/staff-dates.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { useAction } from '../use-action.ts'
import { count } from './money.ts'

const emails = (number: number) => count(number, 'e-mail', 'e-mails')

/** Sends all failed e-mails again, after a question that says how many they are. */
export function ResendAll({ resendable }: { resendable: MessageCounts['resendable'] | undefined }) {
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending } = useAction({
    do: (since: string) => request(api.messages.resend, { body: { state: 'failed', since } }),
    done: ({ queued, left }) => doneText(queued, left),
    failed: 'Failed to send the e-mails again',
  })
  if (!resendable || resendable.count === 0) return null
  const all = emails(resendable.count)
  return (
    <div>
      <Button variant="outline" disabled={isPending} onClick={() => setIsAsking(true)}>
        <SendIcon aria-hidden="true" /> Send failed e-mails again
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={`Send ${all} again?`}
        question={`Every e-mail that failed since ${formatDay(resendable.since)}. Each goes to the address that the applicant has now. What a later decision made untrue is not sent.`}
        confirm={`Send ${all} again`}
        variant="primary"
        onConfirm={() => {
          setIsAsking(false)
          mutate(resendable.since)
        }}
        onClose={() => setIsAsking(false)}
      />
    </div>
  )
}

function doneText(queued: number, left: number) {
  const sent = `${emails(queued)} ${queued === 1 ? 'is' : 'are'} on the way again`
  return left > 0 ? `${sent}; ${left} would not be true now` : sent
}
