import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { api } from '../../../contract/api.ts'
import { requestPage } from '../../api/session.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { deedOf } from './history-labels.ts'
import { LoadFailure } from '../load-failure.tsx'
import { DateTime } from '../date-time.tsx'

const most = 10

/** The latest of what was done with one record. */
export function RecordHistory({ of }: { of: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['history', 'of', of],
    queryFn: ({ signal }) =>
      requestPage(api.history, { query: { record: of, limit: most }, signal }),
  })
  return (
    <section className="mt-5 border-t border-line pt-4">
      <h3 className="text-lg">History</h3>
      {error ? (
        <LoadFailure className="mt-2 text-sm" onRetry={refetch}>
          Failed to load the history
        </LoadFailure>
      ) : null}
      {!data && !error ? <Skeleton className="mt-2" /> : null}
      <ol className="mt-1 space-y-1 text-sm">
        {data?.rows.map((entry) => (
          <li key={entry._id}>
            <DateTime of={entry.createdAt} />: {deedOf(entry)}
            {entry.user ? `, by ${entry.user.name}` : ''}
          </li>
        ))}
      </ol>
      {data?.rows.length === 0 ? <p className="text-sm text-muted">Nothing yet.</p> : null}
      {data && data.total > most ? (
        <Link className="link text-sm" to={`/admin/history?record=${of}`}>
          All {data.total} entries
        </Link>
      ) : null}
    </section>
  )
}
