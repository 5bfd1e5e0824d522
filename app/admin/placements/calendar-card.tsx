import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { api } from '../../../contract/api.ts'
import { queryOf, request } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { DateTime } from '../date-time.tsx'
import { LoadState } from '../load-failure.tsx'
import { CopyableLink } from '../one-time-link.tsx'
import { useAction } from '../use-action.ts'

type Question = 'replace' | 'remove'

const questions = {
  replace: {
    title: 'Replace your calendar link',
    question: 'Calendars that follow the old link stop at once.',
    confirm: 'Replace',
  },
  remove: {
    title: 'Revoke your calendar link',
    question: 'Calendars that follow the link stop at once.',
    confirm: 'Revoke',
  },
}

/** The user's link to the calendar of placements. It is shown once, when it is created. */
export function CalendarCard() {
  const [asking, setAsking] = useState<Question | null>(null)
  const query = useQuery(queryOf(['calendar'], api.calendar.get))
  const { data } = query
  const create = useAction({
    do: () => request(api.calendar.create),
    done: 'Calendar link created',
    failed: 'Failed to create the link',
  })
  const remove = useAction({
    do: () => request(api.calendar.remove),
    done: ({ message }) => message,
    failed: 'Failed to revoke the link',
    onDone: () => create.reset(),
  })

  function confirm() {
    if (asking === 'replace') create.mutate(undefined)
    else remove.mutate(undefined)
    setAsking(null)
  }

  const hasLink = data?.createdAt !== undefined && data.createdAt !== null
  return (
    <Card className="space-y-3 p-5 print:hidden">
      <h2 className="text-lg">Calendar</h2>
      <p className="max-w-prose text-sm text-muted">
        A link for the calendar of your phone or computer, with the days on which attachments begin
        and end. Whoever has the link sees numbers and dates, no names.
      </p>
      <LoadState query={query} failure="Failed to fetch your calendar link" skeleton="h-11 w-40" />
      {create.data ? (
        <CopyableLink id="calendar-link" label="Your calendar link" url={create.data.url}>
          It is not shown again. A new one can replace it at any time.
        </CopyableLink>
      ) : null}
      {hasLink && !create.data ? (
        <p className="text-sm">
          You have a link, created <DateTime of={data.createdAt ?? ''} />.
        </p>
      ) : null}
      {data ? (
        <div className="flex flex-wrap gap-2">
          <Button
            variant="outline"
            size="sm"
            aria-disabled={create.isPending || undefined}
            onClick={() => (hasLink ? setAsking('replace') : create.mutate(undefined))}
          >
            {hasLink ? 'Replace link' : 'Create link'}
          </Button>
          {hasLink ? (
            <Button variant="outline" size="sm" onClick={() => setAsking('remove')}>
              Revoke link
            </Button>
          ) : null}
        </div>
      ) : null}
      <ConfirmDialog
        open={asking !== null}
        {...questions[asking ?? 'remove']}
        onConfirm={confirm}
        onClose={() => setAsking(null)}
      />
    </Card>
  )
}
