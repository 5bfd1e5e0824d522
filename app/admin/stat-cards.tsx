import { Link } from 'react-router'

import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export interface Stat {
  label: string
  /** Undefined while it loads. */
  value: number | string | undefined
  /** The list of what is counted. */
  to?: string
}

export function StatCards({ stats }: { stats: readonly Stat[] }) {
  return (
    <dl className="grid grid-cols-2 gap-3 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
      {stats.map(({ label, value, to }) => (
        <Card
          key={label}
          className="flex flex-wrap items-baseline justify-between gap-x-3 px-4 py-2"
        >
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="font-display text-xl font-bold text-lagoon-900 tabular-nums">
            {value === undefined ? (
              <Skeleton className="my-1.5 w-16" />
            ) : to ? (
              <Link to={to} title={label} className="link">
                {figure(value)}
              </Link>
            ) : (
              figure(value)
            )}
          </dd>
        </Card>
      ))}
    </dl>
  )
}

function figure(value: number | string) {
  return typeof value === 'number' ? value.toLocaleString('en') : value
}
