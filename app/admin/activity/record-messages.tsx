import { useQuery } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import { type Message, messageDeclarations } from '../../../contract/message/message.ts'
import { queryOf } from '../../api/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { MessagePreview } from './message-preview.tsx'
import { stateLabel, stateReason, stateTone } from './message-labels.ts'
import { DateTime } from '../date-time.tsx'
import { Fold } from '../fold.tsx'
import { partsAndCost } from '../messages/money.ts'
import { useSmsStatus } from '../messages/use-sms-status.ts'
import { RecordSection } from './record-section.tsx'
import { ResendButton } from './resend-button.tsx'

/** The messages that the applicant of one application received. */
export function RecordMessages({ applicationId }: { applicationId: string }) {
  const query = useQuery(
    queryOf(['messages', 'of', applicationId], api.attachments.messages, {
      params: { _id: applicationId },
    }),
  )
  const { data } = query
  const sms = useSmsStatus(data?.some(({ transport }) => transport === 'sms'))
  return (
    <RecordSection title="Messages" query={query} failure="Failed to load the messages">
      <ol className="mt-1 space-y-2 text-sm">
        {data?.map((message) => (
          <li key={message._id}>
            <OneMessage message={message} currency={sms?.currency ?? ''} />
          </li>
        ))}
      </ol>
      {data?.length === 0 ? <p className="text-sm text-muted">None yet.</p> : null}
    </RecordSection>
  )
}

function OneMessage({ message, currency }: { message: Message; currency: string }) {
  const { kind, transport, createdAt, endedAt, dueAt, words, parts, cost } = message
  const at = endedAt ?? dueAt ?? createdAt
  const reason = stateReason(message)
  const label = `${messageDeclarations[kind].label}${transport === 'sms' ? ', SMS' : ''}`
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold">{label}</span>
        <Badge tone={stateTone(message)}>{stateLabel(message)}</Badge>
        <span className="text-muted">
          {dueAt ? 'goes out ' : ''}
          <DateTime of={at} />
        </span>
        {parts === null || !currency ? null : (
          <span>{partsAndCost({ parts, cost }, currency)}</span>
        )}
        <ResendButton message={message} of={label} />
      </p>
      {reason ? <p className="wrap-anywhere">Reason: {reason}</p> : null}
      {words ? (
        <Fold
          summary={
            <>
              Read the message<span className="sr-only">: {label}</span>
            </>
          }
        >
          <MessagePreview {...words} />
        </Fold>
      ) : null}
    </>
  )
}
