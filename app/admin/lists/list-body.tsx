import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { LoadFailure } from '../load-failure.tsx'
import { Pagination } from './pagination.tsx'
import type { ListState } from './use-list-state.ts'

interface ListBodyProps<Row> {
  list: ListState
  page: UseQueryResult<{ rows: Row[]; total: number; page: number }>
  /** Said in the panel when the list could not be loaded. */
  failure: string
  /** The table. */
  children: ReactNode
}

/** A table with its pages beneath, or a panel that says why there is none. */
export function ListBody<Row>({ list, page, failure, children }: ListBodyProps<Row>) {
  const { data, error, isPlaceholderData } = page
  const shown = data?.page ?? 1
  return (
    <div className="space-y-4">
      {error ? <LoadFailure onRetry={page.refetch}>{failure}</LoadFailure> : null}
      {error && !data ? null : (
        <div>
          {children}
          <Pagination
            shown={shown}
            page={isPlaceholderData ? list.page : shown}
            total={data?.total}
            onPage={(page) => list.change({ page })}
          />
        </div>
      )}
    </div>
  )
}
