import {
  funnelStepNames,
  funnelSteps,
  type FunnelStep,
  type ShownCounts,
} from '../../../contract/intake/funnel.ts'
import { shownNumberText } from '../../../contract/intake/small-numbers.ts'
import { Card } from '../../ui/card.tsx'

export const stepLabels: Record<FunnelStep, string> = {
  applied: 'Applied',
  offered: 'Offered',
  confirmed: 'Confirmed',
  started: 'Started',
  completed: 'Completed',
}

export const hiddenGroups = 'Hidden: the groups are so small that a number could tell who is meant.'

/** Bar chart of the steps of an intake. The first step has a full bar. */
export function FunnelChart({ counts }: { counts: ShownCounts }) {
  return (
    <Card className="p-5 print:border-0 print:p-0">
      <h2 className="break-after-avoid text-lg">From applied to completed</h2>
      <ol className="mt-3 space-y-4">
        {funnelStepNames.map((step) => (
          <li key={step} className="break-inside-avoid">
            <p className="flex items-baseline justify-between gap-4">
              <span className="min-w-0 font-semibold">{stepLabels[step]}</span>
              <span className="text-right font-display text-xl font-bold text-lagoon-900 tabular-nums print:text-ink">
                {textOf(counts[step])}
                <PartOfAll of={counts[step]} all={counts.applied} />
              </span>
            </p>
            <StepBar of={counts[step]} all={counts.applied} />
            <p className="mt-1 text-sm text-muted print:text-ink">{funnelSteps[step]}</p>
          </li>
        ))}
      </ol>
    </Card>
  )
}

interface PartProps {
  of: ShownCounts['applied']
  all: ShownCounts['applied']
}

export function PartOfAll({ of, all }: PartProps) {
  if (typeof of !== 'number' || typeof all !== 'number' || all === 0) return null
  return (
    <span className="ml-2 font-sans text-sm font-normal text-muted print:text-ink">
      {Math.round((100 * of) / all)} %
    </span>
  )
}

/** A hidden number has no bar, because its length would tell the number. */
export function StepBar({ of, all }: PartProps) {
  if (typeof of !== 'number' || typeof all !== 'number') return null
  return (
    <svg
      aria-hidden="true"
      className="mt-1 block h-4 w-full overflow-hidden rounded-sm bg-sand-200 print:border print:border-ink print:bg-white"
    >
      <rect
        width={`${(100 * of) / Math.max(1, all)}%`}
        height="100%"
        className="fill-lagoon-500 print:fill-ink"
      />
    </svg>
  )
}

export function textOf(shown: ShownCounts['applied']) {
  return typeof shown === 'number' ? shown.toLocaleString('en') : shownNumberText(shown)
}
