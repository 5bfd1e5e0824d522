import { useQuery } from '@tanstack/react-query'

import type { Analytics } from '../../../contract/application/analytics.ts'
import { api } from '../../../contract/api.ts'
import { archivedStat } from '../../admin/applications/table/application-stats.tsx'
import { Breakdown, DeclineCard, InstitutionCards } from '../../admin/dashboard/breakdown.tsx'
import { CheckAlerts } from '../../admin/dashboard/check-alerts.tsx'
import { FirstSteps } from '../../admin/dashboard/first-steps.tsx'
import { IntakeCards } from '../../admin/dashboard/intake-cards.tsx'
import { LoadFailure } from '../../admin/load-failure.tsx'
import { SendingAlerts } from '../../admin/messages/sending-alerts.tsx'
import { useMessageCounts } from '../../admin/messages/use-sms-status.ts'
import { ScreenHeader } from '../../admin/screen-header.tsx'
import { StatCards } from '../../admin/stat-cards.tsx'
import { WeeklyChart } from '../../admin/dashboard/weekly-chart.tsx'
import { queryOf } from '../../api/session.ts'

const list = '/admin/industrial-attachments'

export const meta = () => [{ title: 'Dashboard · Back office' }]

/** Analytics dashboard. Each number links to the list of the counted records. */
export default function Dashboard() {
  const analytics = useQuery({
    ...queryOf(['analytics'], api.analytics),
    meta: { failed: 'Failed to load analytics' },
  })
  const counts = useMessageCounts()
  return (
    <>
      <ScreenHeader
        title="Analytics Dashboard"
        lead="Comprehensive overview of industrial attachment applications and system metrics"
      />
      <div className="mt-4 space-y-4 empty:hidden">
        <CheckAlerts />
        <SendingAlerts counts={counts.data} />
      </div>
      {analytics.data?.data.totalAttachments === 0 ? (
        <div className="mt-5">
          <FirstSteps />
        </div>
      ) : null}
      <IntakeCards />
      {analytics.error ? (
        <LoadFailure className="mt-5" onRetry={analytics.refetch}>
          Failed to fetch analytics data
        </LoadFailure>
      ) : null}
      {analytics.error && !analytics.data ? null : <Figures data={analytics.data?.data} />}
    </>
  )
}

/** Shows skeletons while `data` is undefined. */
function Figures({ data }: { data: Analytics | undefined }) {
  return (
    <div className="mt-5 space-y-4" aria-busy={data === undefined}>
      <StatCards
        stats={[
          { label: 'Total Applications', value: data?.totalAttachments, to: `${list}?view=all` },
          {
            label: 'Acceptance Rate',
            value: data && `${data.acceptanceRate.toFixed(1)}%`,
            to: `${list}?view=all&accepted=true`,
          },
          {
            label: 'Pending Review',
            value: data?.pendingAttachments,
            to: `${list}?status=pending`,
          },
          {
            label: 'Last 30 Days',
            value: data?.recentAttachments,
            to: `${list}?view=all&since=${data?.recentSince ?? ''}`,
          },
        ]}
      />
      <StatCards
        stats={[
          { label: 'Accepted', value: data?.acceptedAttachments, to: `${list}?status=accepted` },
          { label: 'Pending', value: data?.pendingAttachments, to: `${list}?status=pending` },
          archivedStat(
            data?.archivedAttachments,
            data?.declinedAttachments,
            data?.withdrawnAttachments,
          ),
        ]}
      />
      {data && data.erasedAttachments > 0 ? (
        <p className="text-sm text-muted">
          These figures of applications include {data.erasedAttachments.toLocaleString('en')} whose
          answers were erased: they count as archived, and are in no list.
        </p>
      ) : null}
      <WeeklyChart weeks={data?.weeklyApplications} />
      <div className="@container">
        <div className="grid gap-4 @4xl:grid-cols-2">
          <Breakdown
            title="Applications by Department"
            shares={data?.departmentBreakdown.map((share) =>
              linked('department', share.department, share),
            )}
          />
          <Breakdown
            title="Applications by Course"
            shares={data?.courseBreakdown.map((share) => linked('course', share.label, share))}
          />
        </div>
      </div>
      <InstitutionCards
        shares={data?.institutionBreakdown.map((share) =>
          linked('institution', share.institution, share),
        )}
      />
      <DeclineCard
        reasons={data?.declinedBreakdown}
        listOf={(reason) => `${list}?view=archived&decision=${reason}`}
      />
      <StatCards
        stats={[
          { label: 'Total Users', value: data?.totalUsers, to: '/admin/users' },
          { label: 'Institutions', value: data?.totalInstitutions, to: '/admin/institutions' },
          { label: 'Courses', value: data?.totalCourses, to: '/admin/courses' },
          { label: 'Departments', value: data?.totalDepartments, to: '/admin/departments' },
        ]}
      />
    </div>
  )
}

function linked<Share extends { _id: string | null }>(filter: string, name: string, share: Share) {
  return { ...share, name, to: `${list}?view=all&${filter}=${share._id ?? 'none'}` }
}
