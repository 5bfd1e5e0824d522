import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { Skeleton } from '../../ui/skeleton.tsx'
import { LoadFailure } from '../load-failure.tsx'

interface RecordSectionProps {
  title: string
  query: UseQueryResult
  failure: string
  /** Content below the title, also while the list is empty. */
  children: ReactNode
}

/** A list about the open record, with the loading and error states of its query. */
export function RecordSection({ title, query, failure, children }: RecordSectionProps) {
  return (
    <section className="mt-5 border-t border-line pt-4">
      <h3 className="text-lg">{title}</h3>
      {query.error ? (
        <LoadFailure className="mt-2 text-sm" onRetry={query.refetch}>
          {failure}
        </LoadFailure>
      ) : null}
      {query.isPending ? <Skeleton className="mt-2" /> : null}
      {children}
    </section>
  )
}
