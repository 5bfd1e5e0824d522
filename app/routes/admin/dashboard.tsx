import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toast } from 'sonner'

import type { Analytics } from '../../../contract/analytics.ts'
import { api } from '../../../contract/api.ts'
import { Breakdown } from '../../admin/breakdown.tsx'
import { InstitutionCards } from '../../admin/institution-cards.tsx'
import { StatCards } from '../../admin/stat-cards.tsx'
import { request } from '../../api/session.ts'
import { Alert } from '../../ui/alert.tsx'

export const meta = () => [{ title: 'Dashboard · Back office' }]

/** The figures of the specification's analytics dashboard (section 2). */
export default function Dashboard() {
  const analytics = useQuery({
    queryKey: ['analytics'],
    queryFn: ({ signal }) => request(api.analytics, { signal }),
  })
  const { error } = analytics
  useEffect(() => {
    if (error) toast.error('Failed to load analytics')
  }, [error])

  return (
    <>
      <h1 className="text-2xl">Analytics Dashboard</h1>
      <p className="mt-1 text-muted">
        Comprehensive overview of industrial attachment applications and system metrics
      </p>
      {error ? (
        <Alert role="alert" className="mt-6">
          Failed to fetch analytics data
        </Alert>
      ) : (
        <Figures data={analytics.data?.data} />
      )}
    </>
  )
}

/** Undefined data shows as skeletons. */
function Figures({ data }: { data: Analytics | undefined }) {
  return (
    <div className="mt-6 space-y-6" aria-busy={data === undefined}>
      <StatCards
        stats={[
          { label: 'Total Applications', value: data?.totalAttachments },
          { label: 'Acceptance Rate', value: data && `${data.acceptanceRate.toFixed(1)}%` },
          { label: 'Pending Review', value: data?.pendingAttachments },
          { label: 'Last 30 Days', value: data?.recentAttachments },
        ]}
      />
      <StatCards
        stats={[
          { label: 'Accepted', value: data?.acceptedAttachments },
          { label: 'Pending', value: data?.pendingAttachments },
          { label: 'Archived', value: data?.archivedAttachments },
        ]}
      />
      <div className="grid gap-6 xl:grid-cols-2">
        <Breakdown
          title="Applications by Department"
          shares={data?.departmentBreakdown.map(({ department, ...share }) => ({
            name: department,
            ...share,
          }))}
        />
        <Breakdown
          title="Applications by Course"
          shares={data?.courseBreakdown.map(({ course, ...share }) => ({
            name: course,
            ...share,
          }))}
        />
      </div>
      <InstitutionCards shares={data?.institutionBreakdown} />
      <StatCards
        stats={[
          { label: 'Total Users', value: data?.totalUsers },
          { label: 'Institutions', value: data?.totalInstitutions },
          { label: 'Courses', value: data?.totalCourses },
          { label: 'Departments', value: data?.totalDepartments },
        ]}
      />
    </div>
  )
}
