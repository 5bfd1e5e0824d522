import type { ShownNumber } from '../../../contract/intake/small-numbers.ts'
import { Card } from '../../ui/card.tsx'
import { textOf } from './funnel-chart.tsx'

interface PlacesFiguresProps {
  places: number
  taken: ShownNumber
  /** Undefined if it would tell how many are taken. */
  open: number | undefined
  waiting: ShownNumber
}

/** Places of an intake, each figure with its definition. */
export function PlacesFigures({ places, taken, open, waiting }: PlacesFiguresProps) {
  const figures = [
    { label: 'Places', value: places, definition: 'Places of all departments.' },
    {
      label: 'Taken',
      value: taken,
      definition: 'Applications with an offer that is open or confirmed.',
    },
    {
      label: 'Open',
      value: open ?? 'hidden',
      definition: 'Places that are not taken. A department with more people than places has none.',
    },
    {
      label: 'On the waiting list',
      value: waiting,
      definition: 'Applications that wait for a place.',
    },
  ] as const
  return (
    <Card className="@container p-5 print:border-0 print:p-0">
      <h2 className="break-after-avoid text-lg">Places</h2>
      <dl className="mt-3 grid gap-4 @sm:grid-cols-2 @4xl:grid-cols-4 print:grid-cols-4">
        {figures.map(({ label, value, definition }) => (
          <div key={label} className="flex min-w-0 flex-col">
            <dt className="font-semibold">{label}</dt>
            <dd className="font-display text-xl font-bold text-lagoon-900 tabular-nums print:text-ink">
              {textOf(value)}
            </dd>
            <dd className="text-sm text-muted print:text-ink">{definition}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
