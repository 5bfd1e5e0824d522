import type { ReactNode } from 'react'
import { Link } from 'react-router'

import type { Analytics } from '../../../contract/application/analytics.ts'
import { declineReasonIds, declineReasons } from '../../../contract/application/decline-reasons.ts'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

interface Share {
  name: string
  /** Link to the list of these applications. `&accepted=true` narrows it to the accepted ones. */
  to: string
  count: number
  accepted: number
  acceptanceRate: number
}

/** Bar chart of applications per record. The largest record has a full bar. */
export function Breakdown({ title, shares }: { title: string; shares: Share[] | undefined }) {
  return (
    <Card className="p-5">
      <h2 className="text-lg">{title}</h2>
      {shares?.length === 0 ? <p className="mt-4 text-muted">No applications yet.</p> : null}
      <ul className="mt-3 space-y-3">
        {shares?.map((share) => (
          <li key={share.to}>
            <CountedBar {...share} among={shares} nameStyle="font-semibold" />
            <p className="mt-1 text-xs text-muted">
              <AcceptedLink {...share} /> · {share.acceptanceRate.toFixed(1)}% acceptance rate
            </p>
          </li>
        ))}
        {shares ? null : (
          <Skeletons count={5}>
            <BarSkeleton />
            <Skeleton className="my-1.5 h-3 w-1/2" />
          </Skeletons>
        )}
      </ul>
    </Card>
  )
}

interface DeclineCardProps {
  /** Number of applications per decline reason; undefined while loading. */
  reasons: Analytics['declinedBreakdown'] | undefined
  /** Returns the link to the applications with a decline reason. */
  listOf: (reason: string) => string
}

/** Bar chart of decline reasons. The most frequent reason has a full bar. */
export function DeclineCard({ reasons, listOf }: DeclineCardProps) {
  return (
    <Card className="@container p-5">
      <h2 className="text-lg">Declined by Reason</h2>
      <ul className="mt-3 grid gap-x-8 gap-y-3 @2xl:grid-cols-2">
        {reasons?.map(({ reason, count }) => (
          <li key={reason}>
            <CountedBar
              name={declineReasons[reason]}
              to={listOf(reason)}
              count={count}
              among={reasons}
            />
          </li>
        ))}
        {reasons ? null : (
          <Skeletons count={declineReasonIds.length}>
            <BarSkeleton />
          </Skeletons>
        )}
      </ul>
    </Card>
  )
}

interface InstitutionCardsProps {
  shares: (Share & { pending: number })[] | undefined
}

/** Cards of the institutions with the most applications. */
export function InstitutionCards({ shares }: InstitutionCardsProps) {
  return (
    <section className="@container">
      <h2 className="text-lg">Applications by Institution</h2>
      {shares?.length === 0 ? <p className="mt-3 text-muted">No applications yet.</p> : null}
      <ul className="mt-3 grid gap-3 @2xl:grid-cols-2 @4xl:grid-cols-3">
        {shares?.map((share) => (
          <li key={share.to}>
            <Card className="flex h-full flex-col px-5 py-4">
              <div className="mb-auto flex items-baseline justify-between gap-4">
                <h3 className="min-w-0 font-sans text-sm font-semibold">{share.name}</h3>
                <p className="font-display text-xl font-bold text-lagoon-900">
                  <FigureLink {...share} />
                </p>
              </div>
              <p className="mt-2 text-sm text-muted">
                <AcceptedLink {...share} /> ·{' '}
                <FigureLink
                  name={share.name}
                  to={`${share.to}&status=pending`}
                  count={share.pending}
                  of="pending"
                />
              </p>
              <Bar share={share.acceptanceRate / 100} />
              <p className="mt-1 text-xs text-muted">
                {share.acceptanceRate.toFixed(1)}% acceptance rate
              </p>
            </Card>
          </li>
        ))}
        {shares ? null : (
          <Skeletons count={6}>
            <Card className="space-y-3 px-5 py-4">
              <Skeleton className="w-2/3" />
              <Skeleton className="w-1/2" />
              <Skeleton className="h-2" />
            </Card>
          </Skeletons>
        )}
      </ul>
    </section>
  )
}

interface CountedBarProps extends Pick<Share, 'name' | 'to' | 'count'> {
  /** The largest of these has a full bar. */
  among: readonly { count: number }[]
  nameStyle?: string
}

function CountedBar({ among, nameStyle = '', ...share }: CountedBarProps) {
  const largest = Math.max(1, ...among.map(({ count }) => count))
  return (
    <>
      <p className="flex items-baseline justify-between gap-4 text-sm">
        <span className={`min-w-0 ${nameStyle}`}>{share.name}</span>
        <FigureLink {...share} />
      </p>
      <Bar share={share.count / largest} />
    </>
  )
}

function AcceptedLink({ name, to, accepted }: Pick<Share, 'name' | 'to' | 'accepted'>) {
  return <FigureLink name={name} to={`${to}&accepted=true`} count={accepted} of="accepted" />
}

interface FigureLinkProps extends Pick<Share, 'name' | 'to' | 'count'> {
  /** The word after the number. */
  of?: string
}

/** A number that links to what it counts. Screen readers also read the name of the record. */
function FigureLink({ name, to, count, of }: FigureLinkProps) {
  const figure = [count.toLocaleString('en'), of].filter(Boolean).join(' ')
  return (
    <Link className="link whitespace-nowrap tabular-nums" to={to} aria-label={`${figure}: ${name}`}>
      {figure}
    </Link>
  )
}

/** Bar filled to the fraction `share` (0 to 1), hidden from screen readers. */
export function Bar({ share }: { share: number }) {
  return (
    <svg
      className="mt-1 block h-2 w-full overflow-hidden rounded-full bg-sand-200"
      aria-hidden="true"
    >
      <rect width={`${share * 100}%`} height="100%" className="fill-lagoon-500" />
    </svg>
  )
}

function Skeletons({ count, children }: { count: number; children: ReactNode }) {
  return Array.from({ length: count }, (_item, index) => <li key={index}>{children}</li>)
}

function BarSkeleton() {
  return (
    <>
      <Skeleton className="mt-1 w-2/3" />
      <Skeleton className="mt-2.5 h-2" />
    </>
  )
}
