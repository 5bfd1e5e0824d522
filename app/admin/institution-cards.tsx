import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Bar, FigureLink, type Share } from './breakdown.tsx'

interface InstitutionCardsProps {
  shares: (Share & { pending: number })[] | undefined
}

/** The institutions from which most applications come. */
export function InstitutionCards({ shares }: InstitutionCardsProps) {
  return (
    <section>
      <h2 className="text-lg">Applications by Institution</h2>
      {shares === undefined ? <Skeleton className="mt-3 h-40" /> : null}
      {shares?.length === 0 ? <p className="mt-3 text-muted">No applications yet.</p> : null}
      <ul className="mt-3 grid gap-3 md:grid-cols-2 xl:grid-cols-3">
        {shares?.map(({ name, to, count, accepted, pending, acceptanceRate }) => (
          <li key={to}>
            <Card className="h-full px-5 py-4">
              <h3 className="font-sans text-sm font-semibold">{name}</h3>
              <p className="font-display text-xl font-bold text-lagoon-900">
                <FigureLink to={to} of={name} figure={count.toLocaleString('en')} />
              </p>
              <p className="text-sm text-muted">
                <FigureLink
                  to={`${to}&accepted=true`}
                  of={name}
                  figure={`${accepted.toLocaleString('en')} accepted`}
                />{' '}
                ·{' '}
                <FigureLink
                  to={`${to}&status=pending`}
                  of={name}
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
