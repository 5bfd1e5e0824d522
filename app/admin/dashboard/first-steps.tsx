import { ArrowRightIcon } from 'lucide-react'
import { Link } from 'react-router'

import { api } from '../../../contract/api.ts'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useIntakes } from '../intakes/record-choices.tsx'
import { useTotal } from '../lists/use-list.ts'
import { useMessageCounts } from '../messages/use-sms-status.ts'

/** Stands on a dashboard without applications: what is still to do before students apply. */
export function FirstSteps() {
  const intakes = useIntakes()
  const users = useTotal(api.users.list, 'users')
  const counts = useMessageCounts()
  const steps = [
    {
      isDone: intakes.data?.length !== 0,
      to: '/admin/intakes',
      name: 'Add an intake',
      text: 'When students may apply, when the attachments are, and how many places each department has.',
    },
    {
      isDone: users.data !== 1,
      to: '/admin/users',
      name: 'Add the people who work with you',
      text: 'Each gets a link to set a password.',
    },
    {
      isDone: counts.data?.carrier !== 'file',
      to: '/admin/messages',
      name: 'Connect a mail server',
      text: 'Until then, messages to applicants are files on the server. The person who looks after it sets SMTP_URL and MAIL_FROM.',
    },
  ].filter(({ isDone }) => !isDone)
  return (
    <Card className="p-5">
      <h2 className="text-lg">No applications yet</h2>
      {[intakes, users, counts].some(({ isPending }) => isPending) ? (
        <Skeleton className="mt-3 h-24" />
      ) : steps.length === 0 ? (
        <p className="mt-1 text-muted">They appear here as soon as the first student applies.</p>
      ) : (
        <>
          <p className="mt-1 text-muted">Before the first student applies:</p>
          <ol className="mt-3 grid gap-3 lg:grid-cols-3">
            {steps.map(({ to, name, text }) => (
              <li key={to} className="relative rounded-md border border-line px-4 py-3">
                <Link
                  to={to}
                  className="link inline-flex min-h-8 items-center gap-1.5 font-semibold after:absolute after:inset-0 max-lg:min-h-11"
                >
                  {name} <ArrowRightIcon aria-hidden="true" className="size-4 shrink-0" />
                </Link>
                <p className="mt-1 text-sm text-muted">{text}</p>
              </li>
            ))}
          </ol>
        </>
      )}
    </Card>
  )
}
