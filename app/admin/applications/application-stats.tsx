import type { UseQueryResult } from '@tanstack/react-query'

import type { ApplicationCounts } from '../../../contract/application.ts'
import { StatCards } from '../stat-cards.tsx'

const list = '/admin/industrial-attachments'

/** Numbers of applications by status, as links to the filtered list. */
export function ApplicationStats({ counts }: { counts: UseQueryResult<ApplicationCounts> }) {
  const { data } = counts
  return (
    <StatCards
      loads={[counts]}
      stats={[
        { label: 'Total Active', value: data?.active },
        { label: 'Pending', value: data?.pending, to: `${list}?status=pending` },
        { label: 'Accepted', value: data?.accepted, to: `${list}?status=accepted` },
        {
          label: 'Archived',
          value: data?.archived,
          to: `${list}?view=archived`,
          parts: [
            {
              label: 'declined',
              value: data?.declined,
              to: `${list}?view=archived&decision=declined`,
            },
            {
              label: 'withdrawn',
              value: data?.withdrawn,
              to: `${list}?view=archived&decision=withdrawn`,
            },
          ],
        },
      ]}
    />
  )
}
