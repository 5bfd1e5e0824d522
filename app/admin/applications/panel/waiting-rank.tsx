import { api } from '../../../../contract/api.ts'
import type { Application } from '../../../../contract/application/application.ts'
import type { Waiting } from '../../../../contract/intake/offer.ts'
import { request } from '../../../api/session.ts'
import { Button } from '../../../ui/button.tsx'
import { useAction } from '../../use-action.ts'
import { nameOf } from '../name-of.ts'

interface WaitingRankProps {
  application: Application
  waiting: Waiting
}

/** The rank on the waiting list, with buttons that move the application. */
export function WaitingRank({ application, waiting }: WaitingRankProps) {
  const { of } = waiting
  const { _id } = application
  const name = nameOf(application)
  const move = useAction({
    do: ({ to }: { to: number | null; from: number }) =>
      request(api.attachments.rank, { params: { _id }, body: { rank: to } }),
    done: ({ waiting: moved }) =>
      moved ? `${name} is ${moved.rank} of ${moved.of} on the waiting list` : 'Moved',
    undo:
      (_answer, { from }) =>
      () =>
        moveTo(from),
    failed: 'Failed to move on the waiting list',
    scope: 'waiting list',
    applicantName: () => name,
  })
  // A second press of a button moves on from the place that the first one has asked for.
  const rank = (move.isPending && move.variables.to) || waiting.rank
  function moveTo(to: number | null): void {
    move.mutate({ to, from: rank })
  }

  // Not `disabled`: a button that has been used keeps the focus, for the next press of the key.
  const button = (to: number | null, isUseless: boolean) => ({
    size: 'sm' as const,
    variant: 'outline' as const,
    'aria-disabled': isUseless || undefined,
    className: isUseless ? 'opacity-60' : '',
    onClick: () => (isUseless ? undefined : moveTo(to)),
  })
  return (
    <div>
      <p>
        Waiting list:{' '}
        <strong>
          {rank} of {of}
        </strong>
      </p>
      <fieldset aria-label="Move on the waiting list" className="mt-1 flex flex-wrap gap-2">
        <Button {...button(rank - 1, rank <= 1)}>Up</Button>
        <Button {...button(rank + 1, rank >= of)}>Down</Button>
        <Button {...button(1, rank <= 1)}>To the top</Button>
        <Button {...button(null, false)}>Order of arrival</Button>
      </fieldset>
    </div>
  )
}
