import { SendIcon } from 'lucide-react'
import { useState } from 'react'

import { api } from '../../../contract/api.ts'
import type { MessageCounts } from '../../../contract/message/message.ts'
import type { CallOptions } from '../../api/call.ts'
import { request } from '../../api/session.ts'
import { formatDay } from '../../lib/staff-dates.ts'
import { countOf } from '../../lib/count-of.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { useAction } from '../use-action.ts'

const emails = (number: number) => countOf(number, 'e-mail')
const messages = (number: number) => countOf(number, 'message')

/** Sends all failed e-mails again. */
export function ResendAll({ resendable }: { resendable: MessageCounts['resendable'] | undefined }) {
  if (!resendable || resendable.count === 0) return null
  const { since } = resendable
  return (
    <Resend
      label="Send failed e-mails again"
      what={emails}
      amount={resendable.count}
      which={`Every e-mail that failed since ${formatDay(since)}.`}
      body={{ state: 'failed', since }}
    />
  )
}

/** Sends the failed messages on this page of the list again. */
export function ResendListed({ ids }: { ids: string[] }) {
  if (ids.length === 0) return null
  return (
    <Resend
      label={`Send the ${messages(ids.length)} of this page again`}
      what={messages}
      amount={ids.length}
      which="Every failed message on this page of the list."
      body={{ ids }}
    />
  )
}

interface ResendProps {
  label: string
  /** Such as '2 e-mails'. */
  what: (number: number) => string
  amount: number
  which: string
  body: CallOptions<typeof api.messages.resend>['body']
}

/** Sends messages again, after a question that says how many they are. */
function Resend({ label, what, amount, which, body }: ResendProps) {
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending } = useAction({
    do: () => request(api.messages.resend, { body }),
    done: ({ queued, left }) => doneText(what(queued), queued, left),
    failed: 'Failed to send the messages again',
  })
  const all = what(amount)
  return (
    <div>
      <Button variant="outline" disabled={isPending} onClick={() => setIsAsking(true)}>
        <SendIcon aria-hidden="true" /> {label}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={`Send ${all} again?`}
        question={`${which} Each goes to the address that the applicant has now. What a later decision made untrue is not sent.`}
        confirm={`Send ${all} again`}
        variant="primary"
        onConfirm={() => {
          setIsAsking(false)
          mutate(undefined)
        }}
        onClose={() => setIsAsking(false)}
      />
    </div>
  )
}

function doneText(what: string, queued: number, left: number) {
  const sent = `${what} ${queued === 1 ? 'is' : 'are'} on the way again`
  return left > 0 ? `${sent}; ${left} would not be true now` : sent
}
