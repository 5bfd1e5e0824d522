import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { LoadFailure } from './load-failure.tsx'
import { Pagination } from './pagination.tsx'

interface ListBodyProps<Row> {
  list: UseQueryResult<{ rows: Row[]; total: number; page: number }>
  /** Said in the panel when the list could not be loaded. */
  failure: string
  onPage: (page: number) => void
  /** The table. */
  children: ReactNode
}

/** A table with its pages beneath, or a panel that says why there is none. */
export function ListBody<Row>({ list, failure, onPage, children }: ListBodyProps<Row>) {
  const { data, error } = list
  return (
    <div className="space-y-4">
      {error ? <LoadFailure onRetry={list.refetch}>{failure}</LoadFailure> : null}
      {error && !data ? null : (
        <div>
          {children}
          <Pagination page={data?.page ?? 1} total={data?.total} onPage={onPage} />
        </div>
      )}
    </div>
  )
}
