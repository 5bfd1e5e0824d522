import type { UseQueryResult } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'

import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export interface Stat {
  label: string
  /** The number on the card; undefined while loading. */
  value: number | string | undefined
  /** Link to the list of the counted records. */
  to?: string
  /** Links to subsets of the counted records, such as '12 declined'. */
  parts?: readonly { label: string; value: number | undefined; to: string }[]
}

interface StatCardsProps {
  stats: readonly Stat[]
  /** The queries that load the numbers. If one fails, a button retries it. */
  loads?: readonly Pick<UseQueryResult, 'isError' | 'refetch'>[]
}

export function StatCards({ stats, loads }: StatCardsProps) {
  const id = useId()
  const failed = loads?.filter(({ isError }) => isError)
  if (failed?.length) {
    return <StatsFailure onRetry={() => failed.forEach(({ refetch }) => void refetch())} />
  }
  return (
    <div className="@container">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(8.5rem,50%-0.5rem)),1fr))] gap-3 lg:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]">
        {stats.map(({ label, value, to, parts }, index) => (
          <Card
            key={label}
            className="relative flex flex-col gap-x-3 px-4 py-2 max-lg:last:odd:col-span-full @4xl:flex-row @4xl:items-center @4xl:justify-between lg:only:max-w-72"
          >
            <dt id={`${id}${index}`} className="text-sm text-muted">
              {label}
            </dt>
            <dd className="@4xl:order-last font-display text-xl font-bold whitespace-nowrap text-lagoon-900 tabular-nums">
              {value === undefined ? (
                <Skeleton className="my-1.5 h-[calc(1lh-0.75rem)] w-16" />
              ) : to ? (
                <Link
                  to={to}
                  aria-describedby={`${id}${index}`}
                  className="link after:absolute after:inset-0"
                >
                  {figure(value)}
                </Link>
              ) : (
                figure(value)
              )}
            </dd>
            {parts ? (
              <dd className="relative z-10 flex flex-wrap gap-x-3 text-xs whitespace-nowrap @4xl:flex-col">
                {parts.map((part) =>
                  part.value === undefined ? (
                    <Skeleton key={part.label} className="my-2.5 h-3 w-16 @4xl:my-1.5" />
                  ) : (
                    <Link
                      key={part.label}
                      to={part.to}
                      className="link inline-flex min-h-8 items-center @4xl:min-h-6"
                    >
                      {figure(part.value)} {part.label}
                    </Link>
                  ),
                )}
              </dd>
            ) : null}
          </Card>
        ))}
      </dl>
    </div>
  )
}

/** Has the same height as the cards, to avoid a layout shift. */
export function StatsFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 rounded-lg border border-l-8 border-danger bg-white px-4 py-1 text-sm"
    >
      The figures could not be loaded.
      <Button variant="outline" size="sm" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

export function figure(value: number | string) {
  return typeof value === 'number' ? value.toLocaleString('en') : value
}
