import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { api } from '../../../contract/api.ts'
import { requestPage } from '../../api/session.ts'
import { describeEvent } from './history-labels.ts'
import { DateTime } from '../date-time.tsx'
import { RecordSection } from './record-section.tsx'

const most = 10

/** The latest history entries of one record. */
export function RecordHistory({ recordId }: { recordId: string }) {
  const query = useQuery({
    queryKey: ['history', 'of', recordId],
    queryFn: ({ signal }) =>
      requestPage(api.history, { query: { record: recordId, limit: most }, signal }),
  })
  const { data } = query
  return (
    <RecordSection title="History" query={query} failure="Failed to load the history">
      <ol className="mt-1 space-y-1 text-sm">
        {data?.rows.map((entry) => (
          <li key={entry._id}>
            <DateTime of={entry.createdAt} />: {describeEvent(entry)}
            {entry.user ? `, by ${entry.user.name}` : ''}
            {entry.note === null ? null : (
              <span className="block wrap-anywhere text-muted">Reason: {entry.note}</span>
            )}
          </li>
        ))}
      </ol>
      {data?.rows.length === 0 ? <p className="text-sm text-muted">Nothing yet.</p> : null}
      {data && data.total > most ? (
        <Link className="link text-sm" to={`/admin/history?record=${recordId}`}>
          All {data.total} entries
        </Link>
      ) : null}
    </RecordSection>
  )
}
