import type { UseQueryResult } from '@tanstack/react-query'

import type { ApplicationCounts } from '../../../../contract/application/application.ts'
import { type Stat, StatCards } from '../../stat-cards.tsx'

const list = '/admin/industrial-attachments'

/** Number of applications per status; each number links to the filtered list. */
export function ApplicationStats({ counts }: { counts: UseQueryResult<ApplicationCounts> }) {
  const { data } = counts
  return (
    <StatCards
      loads={[counts]}
      stats={[
        { label: 'Total Active', value: data?.active },
        { label: 'Pending', value: data?.pending, to: `${list}?status=pending` },
        { label: 'Accepted', value: data?.accepted, to: `${list}?status=accepted` },
        archivedStat(data?.archived, data?.declined, data?.withdrawn),
      ]}
    />
  )
}

type Count = number | undefined

/** Card with the number of archived applications, and how many are declined or withdrawn. */
export function archivedStat(archived: Count, declined: Count, withdrawn: Count): Stat {
  const to = `${list}?view=archived`
  return {
    label: 'Archived',
    value: archived,
    to,
    parts: [
      { label: 'declined', value: declined, to: `${to}&decision=declined` },
      { label: 'withdrawn', value: withdrawn, to: `${to}&decision=withdrawn` },
    ],
  }
}
