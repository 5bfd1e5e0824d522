import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { api } from '../../../contract/api.ts'
import type { Intake, IntakeState } from '../../../contract/intake/intake.ts'
import { queryOf } from '../../api/session.ts'
import { formatDate, formatEnd } from '../../lib/staff-dates.ts'
import { Card } from '../../ui/card.tsx'
import { countPlaces } from '../intakes/count-places.ts'
import { IntakeStateBadge } from '../intakes/intake-state.tsx'
import { Bar } from './breakdown.tsx'

/** States in which an intake needs attention. */
const shownStates = new Set<IntakeState>(['open', 'closed', 'running'])

/** More intakes than can be under way. */
const most = 50

/** Cards of the intakes under way, each with its places. Renders nothing without such intakes. */
export function IntakeCards() {
  const { data = [] } = useQuery({
    ...queryOf(['intakes', 'dashboard'], api.intakes.list, {
      query: { sort: '-startsOn', limit: most },
    }),
    meta: { failed: 'Failed to load intakes' },
  })
  const shown = data.filter(({ state }) => shownStates.has(state)).toReversed()
  if (shown.length === 0) return null
  return (
    <section className="@container mt-5">
      <h2 className="text-lg">Intakes</h2>
      <ul className="mt-3 grid gap-3 @2xl:grid-cols-2 @4xl:grid-cols-3">
        {shown.map((intake) => (
          <li key={intake._id}>
            <IntakeCard intake={intake} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function IntakeCard({ intake }: { intake: Intake }) {
  const { _id, name, state } = intake
  const { taken, total } = countPlaces(intake)
  return (
    <Card className="flex h-full flex-col gap-1 px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="min-w-0 font-sans text-sm font-semibold">{name}</h3>
        <IntakeStateBadge state={state} />
      </div>
      <p className="text-sm text-muted">{whenOf(intake)}</p>
      <p className="mt-auto pt-1">
        <span className="font-display text-xl font-bold text-lagoon-900 tabular-nums">
          {taken.toLocaleString('en')} of {total.toLocaleString('en')}
        </span>{' '}
        <span className="text-sm">places taken</span>
      </p>
      <Bar share={Math.min(1, taken / Math.max(1, total))} />
      <p className="mt-1 flex flex-wrap gap-x-4 text-sm">
        <Link
          className="link inline-flex min-h-11 items-center lg:min-h-8"
          to={`/admin/industrial-attachments?intake=${_id}`}
        >
          Applications<span className="sr-only">: {name}</span>
        </Link>
        <Link
          className="link inline-flex min-h-11 items-center lg:min-h-8"
          to={`/admin/intakes/${_id}/report`}
        >
          Report<span className="sr-only">: {name}</span>
        </Link>
      </p>
    </Card>
  )
}

function whenOf({ state, closesAt, startsOn, endsOn }: Intake) {
  if (state === 'open') return `Open until ${formatEnd(closesAt)}`
  return state === 'closed'
    ? `Attachments begin on ${formatDate(startsOn)}`
    : `Attachments until ${formatDate(endsOn)}`
}
