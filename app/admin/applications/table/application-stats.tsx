import type { UseQueryResult } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'

import type { ApplicationCounts } from '../../../../contract/application/application.ts'
import { cn } from '../../../lib/cn.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { ListState } from '../../lists/use-list-state.ts'
import { figure, type Stat, StatsFailure } from '../../stat-cards.tsx'

const address = '/admin/industrial-attachments'

interface ApplicationStatsProps {
  counts: UseQueryResult<ApplicationCounts>
  list: ListState
}

/** Number of applications per status, as tabs: each filters the list, or opens the archive. */
export function ApplicationStats({ counts, list }: ApplicationStatsProps) {
  const { data, isError, refetch } = counts
  if (isError) return <StatsFailure onRetry={() => void refetch()} />
  const byStatus = (status: string) => ({
    to: list.linkTo({ status }),
    isCurrent: list.filter('status') === status,
  })
  return (
    <dl className="-mx-2 flex flex-wrap items-center">
      <Tab
        label="Total Active"
        value={data?.active}
        {...byStatus('')}
        parts={[
          {
            label: 'possibly twice',
            value: data?.possiblyTwice,
            to: list.linkTo({ status: '', sameAs: 'open' }),
          },
        ]}
      />
      <Tab label="Pending" value={data?.pending} {...byStatus('pending')} />
      <Tab
        label="Accepted"
        value={data?.accepted}
        {...byStatus('accepted')}
        parts={[
          {
            label: 'with papers missing',
            value: data?.papersMissing,
            to: `${address}?papers=missing`,
          },
        ]}
      />
      <Tab {...archivedStat(data?.archived, data?.declined, data?.withdrawn)} />
    </dl>
  )
}

interface TabProps extends Stat {
  value: Count
  isCurrent?: boolean
}

/** The link covers its tab. On phones, the parts of a number are left out. */
function Tab({ label, value, to = '', parts, isCurrent = false }: TabProps) {
  const id = useId()
  return (
    <div
      className={cn(
        'relative flex min-h-10 items-center gap-1.5 border-b-4 px-2 text-sm max-lg:min-h-12',
        isCurrent ? 'border-coral-500' : 'border-transparent text-muted hover:text-ink',
      )}
    >
      <dt id={id}>{label}</dt>
      <dd className="font-bold tabular-nums">
        {value === undefined ? (
          <Skeleton className="w-8" />
        ) : (
          <Link
            to={to}
            preventScrollReset
            aria-describedby={id}
            aria-current={isCurrent ? 'true' : undefined}
            className="inline-flex min-h-6 min-w-6 items-center after:absolute after:inset-0"
          >
            {figure(value)}
          </Link>
        )}
      </dd>
      {parts?.map((part) =>
        part.value ? (
          <dd key={part.label} className="relative z-10 text-xs max-sm:hidden">
            <Link to={part.to} className="link inline-flex min-h-9 items-center max-lg:min-h-11">
              {figure(part.value)} {part.label}
            </Link>
          </dd>
        ) : null,
      )}
    </div>
  )
}

type Count = number | undefined

/** The number of archived applications, and how many are declined or withdrawn. */
export function archivedStat(archived: Count, declined: Count, withdrawn: Count) {
  const to = `${address}?view=archived`
  return {
    label: 'Archived',
    value: archived,
    to,
    parts: [
      { label: 'declined', value: declined, to: `${to}&decision=declined` },
      { label: 'withdrawn', value: withdrawn, to: `${to}&decision=withdrawn` },
    ],
  } satisfies Stat
}
