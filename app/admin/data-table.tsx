import { ArrowDownIcon, ArrowUpDownIcon, ArrowUpIcon } from 'lucide-react'
import type { ReactNode } from 'react'

import { cn } from '../lib/cn.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../ui/table.tsx'

const skeletonRows = 5

export interface Column<Row> {
  header: string
  cell: (row: Row) => ReactNode
  /** The field by which the server sorts this column. */
  sort?: string
  className?: string
}

interface DataTableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  /** Undefined while they load for the first time. */
  rows: readonly Row[] | undefined
  /** What stands there instead of rows when there are none. */
  empty: ReactNode
  sort: string | undefined
  onSort: (sort: string) => void
  /** The rows are those of an earlier question: the answer is on its way. */
  stale: boolean
}

export function DataTable<Row extends { _id: string }>(props: DataTableProps<Row>) {
  const { label, columns, rows, empty, sort, onSort, stale } = props
  return (
    <Table aria-label={label} aria-busy={stale || rows === undefined}>
      <TableHead>
        <tr>
          {columns.map((column) => (
            <TableHeader key={column.header} aria-sort={direction(column, sort)}>
              {column.sort ? (
                <SortButton column={column} sort={sort} onSort={onSort} />
              ) : (
                column.header
              )}
            </TableHeader>
          ))}
        </tr>
      </TableHead>
      <TableBody className={cn(stale && 'opacity-60')}>
        {rows === undefined ? <SkeletonRows columns={columns.length} /> : null}
        {rows?.map((row) => (
          <TableRow key={row._id}>
            {columns.map((column) => (
              <TableCell key={column.header} className={column.className}>
                {column.cell(row)}
              </TableCell>
            ))}
          </TableRow>
        ))}
        {rows?.length === 0 ? (
          <tr>
            <TableCell colSpan={columns.length} className="py-12 text-center text-muted">
              {empty}
            </TableCell>
          </tr>
        ) : null}
      </TableBody>
    </Table>
  )
}

function SortButton<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>
  sort: string | undefined
  onSort: (sort: string) => void
}) {
  const now = direction(column, sort)
  const Icon =
    now === undefined ? ArrowUpDownIcon : now === 'ascending' ? ArrowUpIcon : ArrowDownIcon
  return (
    <button
      type="button"
      className="-mx-1 inline-flex min-h-8 items-center gap-1.5 rounded-sm px-1"
      onClick={() => onSort(now === 'ascending' ? `-${column.sort}` : (column.sort ?? ''))}
    >
      {column.header}
      <Icon aria-hidden="true" className={cn('size-3.5', now === undefined && 'opacity-50')} />
    </button>
  )
}

function SkeletonRows({ columns }: { columns: number }) {
  return Array.from({ length: skeletonRows }, (_row, index) => (
    <tr key={index}>
      <TableCell colSpan={columns} className="py-4">
        <Skeleton />
      </TableCell>
    </tr>
  ))
}

function direction(column: Pick<Column<never>, 'sort'>, sort: string | undefined) {
  if (!column.sort) return undefined
  if (sort === column.sort) return 'ascending'
  return sort === `-${column.sort}` ? 'descending' : undefined
}
