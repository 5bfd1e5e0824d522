import type { MessageCounts, SmsStatus } from '../../../contract/message/message.ts'
import { Alert } from '../../ui/alert.tsx'
import { troubleLabel, withReply } from '../activity/message-labels.ts'
import { DateTime } from '../date-time.tsx'
import { money } from './money.ts'
import { smsIn } from './use-sms-status.ts'

/** The share of a limit from which staff are warned. */
const warningShare = 0.8

/** Alerts about pauses of e-mails and SMS, and about the budget of SMS. */
export function SendingAlerts({ counts }: { counts: MessageCounts | undefined }) {
  const sms = smsIn(counts)
  return (
    <>
      {counts?.paused ? <EmailPause {...counts.paused} /> : null}
      {counts?.unusableTexts.length ? (
        <Alert>
          These message texts cannot be sent, so our own are sent: {counts.unusableTexts.join('; ')}
          . Please change them below.
        </Alert>
      ) : null}
      {sms ? <SmsAlerts sms={sms} /> : null}
    </>
  )
}

/** The mail server refuses us as the sender, so that no e-mail goes out. */
function EmailPause({ reason, reply, since }: NonNullable<MessageCounts['paused']>) {
  return (
    <Alert>
      No e-mails have gone out since <DateTime of={since} />:{' '}
      {withReply(troubleLabel(reason, 'email'), reply)}. They wait, and go out by themselves as soon
      as the mail server takes them.
    </Alert>
  )
}

function SmsAlerts({ sms }: { sms: SmsStatus }) {
  return (
    <>
      {sms.pause ? (
        <Alert>
          No SMS are sent until <DateTime of={sms.pause.until} />:{' '}
          {troubleLabel(sms.pause.trouble, 'sms')}.{' '}
          {sms.pause.trouble === 'no credit'
            ? 'E-mails are sent instead.'
            : 'SMS wait. After a day, e-mails are sent instead.'}
        </Alert>
      ) : null}
      <LimitAlert sms={sms} name="budget for SMS this month" spent={sms.month} />
      <LimitAlert sms={sms} name="limit for SMS today" spent={sms.today} />
    </>
  )
}

interface LimitAlertProps {
  sms: SmsStatus
  name: string
  spent: SmsStatus['month']
}

function LimitAlert({ sms, name, spent: { cost, limit } }: LimitAlertProps) {
  if (limit === null || cost < limit * warningShare) return null
  const used = `${money(sms.currency, cost)} of ${money(sms.currency, limit)}`
  // Not even one part more fits, so the limit is used up before it is reached exactly.
  if (cost + sms.price > limit + rounding) {
    return (
      <Alert>
        The {name} is used up: {used}. E-mails are sent instead.
      </Alert>
    )
  }
  return (
    <Alert tone="notice">
      {Math.floor((cost / limit) * 100)} % of the {name} is used: {used}. When it is used up,
      e-mails are sent instead.
    </Alert>
  )
}

/** Half of the smallest amount: sums of amounts such as 0.8 are not exact. */
const rounding = 0.00005
