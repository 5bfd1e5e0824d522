import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Bar, FigureLink, type Share } from './breakdown.tsx'

/** React keys of the skeleton cards. */
const skeletonKeys = [1, 2, 3, 4, 5, 6]

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
        {shares === undefined
          ? skeletonKeys.map((key) => (
              <li key={key}>
                <Card className="space-y-3 px-5 py-4">
                  <Skeleton className="w-2/3" />
                  <Skeleton className="w-1/2" />
                  <Skeleton className="h-2" />
                </Card>
              </li>
            ))
          : null}
        {shares?.map(({ name, to, count, accepted, pending, acceptanceRate }) => (
          <li key={to}>
            <Card className="flex h-full flex-col px-5 py-4">
              <div className="mb-auto flex items-baseline justify-between gap-4">
                <h3 className="min-w-0 font-sans text-sm font-semibold">{name}</h3>
                <p className="font-display text-xl font-bold text-lagoon-900">
                  <FigureLink to={to} countedName={name} figure={count.toLocaleString('en')} />
                </p>
              </div>
              <p className="mt-2 text-sm text-muted">
                <FigureLink
                  to={`${to}&accepted=true`}
                  countedName={name}
                  figure={`${accepted.toLocaleString('en')} accepted`}
                />{' '}
                ·{' '}
                <FigureLink
                  to={`${to}&status=pending`}
                  countedName={name}
                  figure={`${pending.toLocaleString('en')} pending`}
                />
              </p>
              <Bar share={acceptanceRate / 100} />
              <p className="mt-1 text-xs text-muted">
                {acceptanceRate.toFixed(1)}% acceptance rate
              </p>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  )
}
