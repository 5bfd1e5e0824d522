import type { UseQueryResult } from '@tanstack/react-query'
import { ChevronLeftIcon, ChevronRightIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { cn } from '../../lib/cn.ts'
import { Button, buttonStyle } from '../../ui/button.tsx'
import { LoadFailure } from '../load-failure.tsx'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { type ListState, pageSize } from './use-list-state.ts'

/** A loaded page of a list, from `useList`. */
export type ListPage<Row> = UseQueryResult<{ rows: Row[]; total: number; page: number }>

interface PageProps<Row> {
  list: ListState
  page: ListPage<Row>
}

interface ListBodyProps<Row> extends PageProps<Row> {
  /** Error text, shown in place of the table. */
  failure: string | ((error: Error) => string)
  children: ReactNode
}

type PageTableProps<Row> = PageProps<Row> & Omit<DataTableProps<Row>, 'rows' | 'stale'>

/** A list as a table with page links, or an error message with a retry button. */
export function ListTable<Row extends { _id: string }>({
  failure,
  ...table
}: Omit<ListBodyProps<Row>, 'children'> & PageTableProps<Row>) {
  return (
    <ListBody list={table.list} page={table.page} failure={failure}>
      <PageTable {...table} />
    </ListBody>
  )
}

export function PageTable<Row extends { _id: string }>({
  list,
  page,
  empty,
  ...table
}: PageTableProps<Row>) {
  return (
    <DataTable
      {...table}
      empty={
        <>
          <span>{empty}</span>
          {list.q ? <ClearSearch list={list} /> : null}
        </>
      }
      rows={page.data?.rows}
      sort={list.sort}
      onSort={(sort) => list.change({ sort })}
      stale={page.isPlaceholderData}
    />
  )
}

function ClearSearch({ list }: { list: ListState }) {
  return (
    <span className="mt-3 block">
      <Link to={list.linkTo({ q: '' })} className={buttonStyle({ variant: 'outline', size: 'sm' })}>
        Clear search
      </Link>
    </span>
  )
}

export function ListBody<Row>({ list, page, failure, children }: ListBodyProps<Row>) {
  const { data, error, isPlaceholderData } = page
  const shown = data?.page ?? 1
  return (
    <div className="space-y-4">
      {error ? (
        <LoadFailure onRetry={page.refetch}>
          {typeof failure === 'string' ? failure : failure(error)}
        </LoadFailure>
      ) : null}
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

interface PaginationProps {
  /** Number of the page whose rows are on the screen. */
  shown: number
  /** Number of the requested page, which may still be loading. */
  page: number
  /** Number of records on all pages; undefined while unknown. */
  total: number | undefined
  onPage: (page: number) => void
}

function Pagination({ shown, page, total, onPage }: PaginationProps) {
  // A placeholder of the same height avoids a layout shift.
  if (total === undefined) return <div className="mt-4 h-9 max-lg:h-11" />
  const pages = Math.ceil(total / pageSize)
  const first = Math.min((shown - 1) * pageSize + 1, total)
  const last = Math.min(shown * pageSize, total)
  return (
    <nav aria-label="Pages" className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <output className="text-sm text-muted">
        {total === 0
          ? 'No results'
          : `${first.toLocaleString('en')} to ${last.toLocaleString('en')} of ${total.toLocaleString('en')}`}
      </output>
      <div className={cn('flex min-h-9 flex-wrap items-center gap-2', pages < 2 && 'invisible')}>
        <Button variant="outline" size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          <ChevronLeftIcon aria-hidden="true" /> Previous
        </Button>
        <span className="text-sm text-muted">
          Page {page.toLocaleString('en')} of {pages.toLocaleString('en')}
        </span>
        <Button
          variant="outline"
          size="sm"
          disabled={page >= pages}
          onClick={() => onPage(page + 1)}
        >
          Next <ChevronRightIcon aria-hidden="true" />
        </Button>
      </div>
    </nav>
  )
}
