import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
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
      {error ? (
        <Alert role="alert" className="flex flex-wrap items-center justify-between gap-3">
          <span>{failure}</span>
          <Button variant="outline" size="sm" onClick={() => void list.refetch()}>
            Try again
          </Button>
        </Alert>
      ) : null}
      {error && !data ? null : (
        <div>
          {children}
          <Pagination page={data?.page ?? 1} total={data?.total} onPage={onPage} />
        </div>
      )}
    </div>
  )
}
