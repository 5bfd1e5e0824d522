import { useQuery } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import type { Message } from '../../../contract/message.ts'
import { request } from '../../api/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Letter } from './email-preview.tsx'
import { LoadFailure } from '../load-failure.tsx'
import { kindNames, reasonOf, stateOf, tones } from './message-labels.ts'
import { DateTime } from '../date-time.tsx'
import { ResendButton } from './resend-button.tsx'

/** What the applicant of an application was told, or will be. */
export function RecordMessages({ of }: { of: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['messages', 'of', of],
    queryFn: ({ signal }) => request(api.attachments.messages, { params: { _id: of }, signal }),
  })
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
  const reason = reasonOf(message)
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold">{kindNames[kind]}</span>
        <Badge tone={tones[state]}>{stateOf(message)}</Badge>
        <span className="text-muted">
          {dueAt ? 'goes out ' : ''}
          <DateTime of={at} />
        </span>
        <ResendButton message={message} of={kindNames[kind]} />
      </p>
      {reason ? <p className="wrap-anywhere">Reason: {reason}</p> : null}
      {words ? (
        <details className="mt-1">
          <summary className="link min-h-11 content-center sm:min-h-6">
            Read the message<span className="sr-only">: {kindNames[kind]}</span>
          </summary>
          <Letter {...words} />
        </details>
      ) : null}
    </>
  )
}
