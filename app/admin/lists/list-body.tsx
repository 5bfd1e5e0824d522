import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { LoadFailure } from '../load-failure.tsx'
import { Pagination } from './pagination.tsx'
import type { ListState } from './use-list-state.ts'

interface ListBodyProps<Row> {
  list: ListState
  page: UseQueryResult<{ rows: Row[]; total: number; page: number }>
  /** Error text, shown in place of the table. */
  failure: string
  children: ReactNode
}

/** A table with page links, or an error message with a retry button. */
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
            onPage={(next) => list.change({ page: next })}
          />
        </div>
      )}
    </div>
  )
}
