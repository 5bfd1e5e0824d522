import { useQuery } from '@tanstack/react-query'
import { PrinterIcon } from 'lucide-react'
import { Link, useParams } from 'react-router'

import { api } from '../../../contract/api.ts'
import {
  type Funnel,
  funnelGroups,
  hideSmallInFunnel,
  type ShownFunnel,
} from '../../../contract/intake/funnel.ts'
import type { Intake } from '../../../contract/intake/intake.ts'
import { smallestShown } from '../../../contract/intake/small-numbers.ts'
import { ApiError, sentenceOf } from '../../api/call.ts'
import { queryOf, request } from '../../api/session.ts'
import { formatDate, formatDateTime, formatEnd } from '../../lib/staff-dates.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DateTime } from '../../admin/date-time.tsx'
import { DownloadButton } from '../../admin/download-button.tsx'
import { download } from '../../admin/download.ts'
import { countPlaces } from '../../admin/intakes/count-places.ts'
import { IntakeStateBadge } from '../../admin/intakes/intake-state.tsx'
import { LoadFailure } from '../../admin/load-failure.tsx'
import { WriteButton } from '../../admin/messages/write/write-button.tsx'
import { AnswersCharts } from '../../admin/report/answers-charts.tsx'
import { BreakdownTable } from '../../admin/report/breakdown-table.tsx'
import { FunnelChart } from '../../admin/report/funnel-chart.tsx'
import { PlacesFigures } from '../../admin/report/places-figures.tsx'
import { ScreenHeader } from '../../admin/screen-header.tsx'
import { useAction } from '../../admin/use-action.ts'

export const meta = () => [{ title: 'Report of an intake · Back office' }]

/** The figures of one intake. What is printed or exported hides small numbers. */
export default function IntakeReport() {
  const { _id = '' } = useParams()
  const params = { _id }
  const intake = useQuery(queryOf(['intakes', 'one', _id], api.intakes.get, { params }))
  const funnel = useQuery(queryOf(['intakes', 'funnel', _id], api.intakes.funnel, { params }))
  const people = useQuery(
    queryOf(['attachments', 'ids', _id], api.attachments.ids, { query: { intake: _id } }),
  )
  const exporting = useAction({
    do: async () =>
      download(await request(api.intakes.exportFunnel, { params }), 'intake-report.csv'),
    done: 'Export completed successfully',
    failed: 'Failed to export data',
  })
  const error = intake.error ?? funnel.error
  const isMissing = error instanceof ApiError && error.status === 404
  return (
    <>
      <p className="mb-2 flex flex-wrap gap-x-4 text-sm print:hidden">
        <Link className="link py-1" to="/admin/intakes">
          All intakes
        </Link>
        <Link className="link py-1" to={`/admin/intakes/${_id}/questions`}>
          Questions
        </Link>
      </p>
      <ScreenHeader
        title={intake.data?.name ?? 'Report of an intake'}
        lead={intake.data ? <Lead intake={intake.data} /> : null}
      >
        <div className="flex flex-wrap gap-2 print:hidden">
          <WriteButton
            total={people.data?.ids.length}
            choose={async () => (await people.refetch({ throwOnError: true })).data?.ids ?? []}
          />
          <DownloadButton
            disabled={!funnel.data}
            isBusy={exporting.isPending}
            onClick={() => exporting.mutate(undefined)}
          />
          <Button
            variant="outline"
            size="sm"
            disabled={!funnel.data}
            onClick={() => window.print()}
          >
            <PrinterIcon aria-hidden="true" /> Print
          </Button>
        </div>
      </ScreenHeader>
      {error ? (
        <LoadFailure
          className="mt-5"
          onRetry={isMissing ? undefined : () => [intake.refetch(), funnel.refetch()]}
        >
          {sentenceOf(error, 'Failed to fetch the report')}
        </LoadFailure>
      ) : null}
      <div className="mt-4" aria-busy={!error && !(intake.data && funnel.data)}>
        {!error && !(intake.data && funnel.data) ? <Skeleton className="h-96" /> : null}
        {intake.data && funnel.data ? (
          <Figures intake={intake.data} funnel={funnel.data} readAt={funnel.dataUpdatedAt} />
        ) : null}
      </div>
    </>
  )
}

function Lead({ intake }: { intake: Intake }) {
  const { state, opensAt, closesAt, startsOn, endsOn } = intake
  return (
    <>
      <span className="mr-2 print:hidden">
        <IntakeStateBadge state={state} />
      </span>
      Applications from {formatDateTime(opensAt)} to {formatEnd(closesAt)}. Attachments from{' '}
      {formatDate(startsOn)} to {formatDate(endsOn)}.
    </>
  )
}

interface FiguresProps {
  intake: Intake
  funnel: Funnel
  /** When the figures were read, in ms. */
  readAt: number
}

/** The true numbers on the screen; on paper the numbers that may leave the foundation. */
function Figures({ intake, funnel, readAt }: FiguresProps) {
  const { open } = countPlaces(intake)
  const { places } = funnel
  return (
    <>
      <div className="print:hidden">
        <p className="mb-4 text-sm text-muted">
          Numbers under {smallestShown} are hidden in the export and on paper.
        </p>
        <Report figures={funnel} places={places} open={open} isPrinted={false} />
      </div>
      <div className="hidden print:block">
        <Report figures={hideSmallInFunnel(funnel)} places={places} open={open} isPrinted />
        <p className="mt-8 text-sm">
          Numbers under {smallestShown} are not shown, and where one could be computed from a total,
          another number is hidden with it. Figures of{' '}
          <DateTime of={new Date(readAt).toISOString()} />.
        </p>
      </div>
    </>
  )
}

interface ReportProps {
  figures: ShownFunnel
  places: number
  open: number
  /** Whether the report leaves the foundation. */
  isPrinted: boolean
}

function Report({ figures, places, open, isPrinted }: ReportProps) {
  const { total, taken, waiting, breakdowns, questions } = figures
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
      <AnswersCharts questions={questions} all={total.applied} />
    </div>
  )
}
