import { Link } from 'react-router'

import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

export interface Share {
  name: string
  /** Link to the list of these applications. `&accepted=true` narrows it to the accepted ones. */
  to: string
  count: number
  accepted: number
  acceptanceRate: number
}

/** React keys of the skeleton rows. */
const skeletonKeys = [1, 2, 3, 4, 5]

/** Bar chart of applications per record. The largest record has a full bar. */
export function Breakdown({ title, shares }: { title: string; shares: Share[] | undefined }) {
  const largest = Math.max(1, ...(shares ?? []).map(({ count }) => count))
  return (
    <Card className="p-5">
      <h2 className="text-lg">{title}</h2>
      {shares?.length === 0 ? <p className="mt-4 text-muted">No applications yet.</p> : null}
      <ul className="mt-3 space-y-3">
        {shares === undefined
          ? skeletonKeys.map((key) => (
              <li key={key}>
                <Skeleton className="mt-1 w-2/3" />
                <Skeleton className="mt-2.5 h-2" />
                <Skeleton className="my-1.5 h-3 w-1/2" />
              </li>
            ))
          : null}
        {shares?.map(({ name, to, count, accepted, acceptanceRate }) => (
          <li key={to}>
            <p className="flex items-baseline justify-between gap-4 text-sm">
              <span className="min-w-0 font-semibold">{name}</span>
              <FigureLink to={to} countedName={name} figure={count.toLocaleString('en')} />
            </p>
            <Bar share={count / largest} />
            <p className="mt-1 text-xs text-muted">
              <FigureLink
                to={`${to}&accepted=true`}
                countedName={name}
                figure={`${accepted.toLocaleString('en')} accepted`}
              />{' '}
              · {acceptanceRate.toFixed(1)}% acceptance rate
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

interface FigureLinkProps {
  to: string
  /** Name of the counted record, such as a course, for screen readers. */
  countedName: string
  figure: string
}

export function FigureLink({ to, countedName, figure }: FigureLinkProps) {
  return (
    <Link
      className="link whitespace-nowrap tabular-nums"
      to={to}
      aria-label={`${figure}: ${countedName}`}
    >
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
