import { funnelGroups, type ShownFunnel } from '../../../contract/intake/funnel.ts'
import { BreakdownTable } from './breakdown-table.tsx'
import { FunnelChart } from './funnel-chart.tsx'
import { PlacesFigures } from './places-figures.tsx'

interface ReportProps {
  figures: ShownFunnel
  places: number
  open: number
  /** Whether the report leaves the foundation. */
  isPrinted: boolean
}

export function Report({ figures, places, open, isPrinted }: ReportProps) {
  const { total, taken, waiting, breakdowns } = figures
  return (
    <div className="space-y-4 print:space-y-8">
      <PlacesFigures
        places={places}
        taken={taken}
        open={typeof taken === 'number' ? open : undefined}
        waiting={waiting}
      />
      <FunnelChart counts={total} />
      {funnelGroups.map((group) => (
        <BreakdownTable key={group} group={group} rows={breakdowns[group]} isComplete={isPrinted} />
      ))}
    </div>
  )
}
