import { useQuery } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import { queryOf, request } from '../../api/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LoadState } from '../load-failure.tsx'
import { DateTime } from '../date-time.tsx'
import { useItemFocus } from '../lists/item-focus.ts'
import { useAction } from '../use-action.ts'

/** The sessions of the signed-in user, each with a button that ends it. */
export function SessionList() {
  const query = useQuery({
    ...queryOf(['sessions'], api.auth.sessions),
    meta: { failed: 'Failed to load sessions' },
  })
  const sessions = query.data
  const isAlone = !sessions?.some(({ current }) => !current)
  const focus = useItemFocus<HTMLUListElement>()
  const endOne = useAction({
    do: (_id: string) => request(api.auth.endSession, { params: { _id } }),
    done: ({ message }) => message,
    failed: 'Failed to sign out there',
  })
  const endOthers = useAction({
    do: () => request(api.auth.endOtherSessions),
    done: ({ message }) => message,
    failed: 'Failed to sign out elsewhere',
  })
  return (
    <Card className="p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">Where you are signed in</h2>
        <Button
          variant="outline"
          size="sm"
          className={isAlone ? 'opacity-60' : undefined}
          isBusy={endOthers.isPending || isAlone}
          onClick={() => endOthers.mutate(undefined)}
        >
          Sign out everywhere else
        </Button>
      </div>
      <LoadState
        query={query}
        failure="Failed to fetch sessions"
        className="mt-4"
        skeleton="h-24"
      />
      <ul {...focus.part} className="mt-2 divide-y divide-sand-200">
        {sessions?.map(({ _id, userAgent, createdAt, usedAt, current }) => (
          <li
            key={_id}
            {...focus.item(_id)}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3"
          >
            <div className="min-w-0 flex-1 basis-60">
              <p className="flex flex-wrap items-center gap-2 font-semibold">
                {userAgent ?? 'Unknown browser'}
                {current ? <Badge tone="good">This one</Badge> : null}
              </p>
              <p className="text-sm text-muted">
                Signed in <DateTime of={createdAt} />, last used <DateTime of={usedAt} />
              </p>
            </div>
            {current ? null : (
              <Button
                variant="ghost"
                size="sm"
                aria-label={`Sign out ${userAgent ?? 'unknown browser'}`}
                isBusy={endOne.isPending}
                onClick={() => endOne.mutate(_id)}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
