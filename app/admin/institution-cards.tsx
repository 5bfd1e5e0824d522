import type { Analytics } from '../../contract/analytics.ts'
import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Bar } from './breakdown.tsx'

interface InstitutionCardsProps {
  shares: Analytics['institutionBreakdown'] | undefined
}

/** The institutions from which most applications come. */
export function InstitutionCards({ shares }: InstitutionCardsProps) {
  return (
    <section>
      <h2 className="text-xl">Applications by Institution</h2>
      {shares === undefined ? <Skeleton className="mt-4 h-40" /> : null}
      {shares?.length === 0 ? <p className="mt-4 text-muted">No applications yet.</p> : null}
      <ul className="mt-4 grid gap-3 md:grid-cols-2 xl:grid-cols-3">
        {shares?.map(({ institution, count, accepted, pending, acceptanceRate }) => (
          <li key={institution}>
            <Card className="h-full p-5">
              <h3 className="font-sans text-base font-semibold">{institution}</h3>
              <p className="mt-1 font-display text-2xl font-bold text-lagoon-900 tabular-nums">
                {count.toLocaleString('en')}
              </p>
              <p className="text-sm text-muted">
                {accepted.toLocaleString('en')} accepted · {pending.toLocaleString('en')} pending
              </p>
              <Bar share={acceptanceRate / 100} />
              <p className="mt-1 text-sm text-muted">
                {acceptanceRate.toFixed(1)}% acceptance rate
              </p>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  )
}
