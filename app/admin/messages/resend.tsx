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
  if (!resendable) return null
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

type Asked = Pick<ResendProps, 'amount' | 'body'>

/**
 * Sends messages again, after a question that says how many they are. While it is asked, a reply neither
 * closes it nor changes what it is about. Renders nothing without messages.
 */
function Resend({ label, what, amount, which, body }: ResendProps) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const { mutate, isPending } = useAction({
    do: (chosen: Asked['body']) => request(api.messages.resend, { body: chosen }),
    done: ({ queued, left }) => doneText(what(queued), queued, left),
    failed: 'Failed to send the messages again',
  })
  if (amount === 0 && !asked) return null
  const all = what(asked?.amount ?? amount)
  return (
    <div>
      <Button variant="outline" isBusy={isPending} onClick={() => setAsked({ amount, body })}>
        <SendIcon aria-hidden="true" /> {label}
      </Button>
      <ConfirmDialog
        open={asked !== null}
        title={`Send ${all} again?`}
        question={`${which} Each goes to the address that the applicant has now. What a later decision made untrue is not sent.`}
        confirm={`Send ${all} again`}
        variant="primary"
        onConfirm={() => {
          setAsked(null)
          if (asked) mutate(asked.body)
        }}
        onClose={() => setAsked(null)}
      />
    </div>
  )
}

function doneText(what: string, queued: number, left: number) {
  const sent = `${what} ${queued === 1 ? 'is' : 'are'} on the way again`
  return left > 0 ? `${sent}; ${left} would not be true now` : sent
}
