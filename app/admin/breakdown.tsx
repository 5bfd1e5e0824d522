import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

interface Share {
  name: string
  count: number
  accepted: number
  acceptanceRate: number
}

/** The most chosen of something, each with a bar as long as its share of the largest. */
export function Breakdown({ title, shares }: { title: string; shares: Share[] | undefined }) {
  const largest = Math.max(1, ...(shares ?? []).map(({ count }) => count))
  return (
    <Card className="p-5">
      <h2 className="text-xl">{title}</h2>
      {shares === undefined ? <Skeleton className="mt-4 h-40" /> : null}
      {shares?.length === 0 ? <p className="mt-4 text-muted">No applications yet.</p> : null}
      <ul className="mt-4 space-y-4">
        {shares?.map(({ name, count, accepted, acceptanceRate }) => (
          <li key={name}>
            <p className="flex items-baseline justify-between gap-4 text-sm">
              <span className="min-w-0 font-semibold">{name}</span>
              <span className="tabular-nums">{count.toLocaleString('en')}</span>
            </p>
            <Bar share={count / largest} />
            <p className="mt-1 text-sm text-muted">
              {accepted.toLocaleString('en')} accepted · {acceptanceRate.toFixed(1)}% acceptance
              rate
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** A bar of which `share`, from 0 to 1, is filled; its figure stands beside it in words. */
export function Bar({ share }: { share: number }) {
  return (
    <svg
      className="mt-1.5 block h-2 w-full overflow-hidden rounded-full bg-sand-200"
      aria-hidden="true"
    >
      <rect width={`${share * 100}%`} height="100%" className="fill-lagoon-500" />
    </svg>
  )
}
