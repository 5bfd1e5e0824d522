import { useQuery } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import { type Message, messageDeclarations } from '../../../contract/message.ts'
import { queryOf } from '../../api/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmailPreview } from './email-preview.tsx'
import { LoadFailure } from '../load-failure.tsx'
import { stateLabel, stateReason, stateTones } from './message-labels.ts'
import { DateTime } from '../date-time.tsx'
import { ResendButton } from './resend-button.tsx'

/** The messages to the applicant of one application. */
export function RecordMessages({ of }: { of: string }) {
  const { data, error, refetch } = useQuery(
    queryOf(['messages', 'of', of], api.attachments.messages, { params: { _id: of } }),
  )
  return (
    <section className="mt-5 border-t border-line pt-4">
      <h3 className="text-lg">Messages</h3>
      {error ? (
        <LoadFailure className="mt-2 text-sm" onRetry={refetch}>
          Failed to load the messages
        </LoadFailure>
      ) : null}
      {!data && !error ? <Skeleton className="mt-2" /> : null}
      <ol className="mt-1 space-y-2 text-sm">
        {data?.map((message) => (
          <li key={message._id}>
            <OneMessage message={message} />
          </li>
        ))}
      </ol>
      {data?.length === 0 ? <p className="text-sm text-muted">None yet.</p> : null}
    </section>
  )
}

function OneMessage({ message }: { message: Message }) {
  const { kind, state, createdAt, endedAt, dueAt, words } = message
  const at = endedAt ?? dueAt ?? createdAt
  const reason = stateReason(message)
  const { label } = messageDeclarations[kind]
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold">{label}</span>
        <Badge tone={stateTones[state]}>{stateLabel(message)}</Badge>
        <span className="text-muted">
          {dueAt ? 'goes out ' : ''}
          <DateTime of={at} />
        </span>
        <ResendButton message={message} of={label} />
      </p>
      {reason ? <p className="wrap-anywhere">Reason: {reason}</p> : null}
      {words ? (
        <details className="mt-1">
          <summary className="link min-h-11 content-center sm:min-h-6">
            Read the message<span className="sr-only">: {label}</span>
          </summary>
          <EmailPreview {...words} />
        </details>
      ) : null}
    </>
  )
}
