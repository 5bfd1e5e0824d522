import type { Analytics } from '../../../contract/application/analytics.ts'
import { declineReasonIds, declineReasons } from '../../../contract/application/decline-reasons.ts'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Bar, FigureLink } from './breakdown.tsx'

interface DeclineCardProps {
  /** Number of applications per decline reason; undefined while loading. */
  reasons: Analytics['declinedBreakdown'] | undefined
  /** Returns the link to the applications with a decline reason. */
  listOf: (reason: string) => string
}

/** Bar chart of decline reasons. The most frequent reason has a full bar. */
export function DeclineCard({ reasons, listOf }: DeclineCardProps) {
  const largest = Math.max(1, ...(reasons ?? []).map(({ count }) => count))
  return (
    <Card className="@container p-5">
      <h2 className="text-lg">Declined by Reason</h2>
      <ul className="mt-3 grid gap-x-8 gap-y-3 @2xl:grid-cols-2">
        {reasons
          ? reasons.map(({ reason, count }) => (
              <li key={reason}>
                <p className="flex items-baseline justify-between gap-4 text-sm">
                  <span className="min-w-0">{declineReasons[reason]}</span>
                  <FigureLink
                    to={listOf(reason)}
                    countedName={declineReasons[reason]}
                    figure={count.toLocaleString('en')}
                  />
                </p>
                <Bar share={count / largest} />
              </li>
            ))
          : declineReasonIds.map((reason) => (
              <li key={reason}>
                <Skeleton className="mt-1 w-2/3" />
                <Skeleton className="mt-2.5 h-2" />
              </li>
            ))}
      </ul>
    </Card>
  )
}
