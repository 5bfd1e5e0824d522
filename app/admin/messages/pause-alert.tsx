import type { MessageCounts } from '../../../contract/message/message.ts'
import { Alert } from '../../ui/alert.tsx'
import { troubleLabel, withReply } from '../activity/message-labels.ts'
import { DateTime } from '../date-time.tsx'

/** Alert while the mail server refuses us as the sender, so that no e-mail goes out. */
export function PauseAlert({ paused }: { paused: MessageCounts['paused'] | undefined }) {
  if (!paused) return null
  const { reason, reply, since } = paused
  return (
    <Alert>
      No e-mails have gone out since <DateTime of={since} />:{' '}
      {withReply(troubleLabel(reason, 'email'), reply)}. They wait, and go out by themselves as soon
      as the mail server takes them.
    </Alert>
  )
}
