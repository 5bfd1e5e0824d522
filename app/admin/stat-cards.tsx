import type { ReactNode } from 'react'

import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export interface Stat {
  label: string
  /** Undefined while it loads. */
  value: number | string | undefined
  note?: ReactNode
}

export function StatCards({ stats }: { stats: readonly Stat[] }) {
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {stats.map(({ label, value, note }) => (
        <Card key={label} className="px-4 py-3.5">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="mt-1 font-display text-2xl font-bold text-lagoon-900 tabular-nums">
            {value === undefined ? (
              <Skeleton className="my-2 w-16" />
            ) : typeof value === 'number' ? (
              value.toLocaleString('en')
            ) : (
              value
            )}
          </dd>
          {note ? <dd className="text-sm text-muted">{note}</dd> : null}
        </Card>
      ))}
    </dl>
  )
}
