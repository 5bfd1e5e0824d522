import { ArrowDownIcon, ArrowUpDownIcon, ArrowUpIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

import { cn } from '../../lib/cn.ts'
import { Select } from '../../ui/input.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useRowFocus } from './row-focus.ts'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../../ui/table.tsx'

const skeletonRows = 5

export interface Column<Row> {
  header: string
  cell: (row: Row) => ReactNode
  /** Content of the column header, if it is not the column's name. */
  head?: ReactNode
  /** Value of the API's `sort` parameter for this column. */
  sort?: string
  /**
   * Classes of the header and the cells, such as width and alignment. Columns without a width share
   * the remaining width.
   */
  className?: string
  /** Cell layout on a card. By default the cell has a line of its own, after the column's name. */
  card?: keyof typeof onCard
}

const onCard = {
  title: 'cards:text-base cards:before:hidden',
  nameless: 'cards:before:hidden',
  beside: 'cards:w-auto! cards:before:hidden',
}

export interface DataTableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  /** Undefined until the first page has loaded. */
  rows: readonly Row[] | undefined
  /** Content in place of the rows if the list is empty. */
  empty: ReactNode
  sort?: string | undefined
  /** Required if a column has `sort`. */
  onSort?: (sort: string) => void
  /** True while the previous rows are shown because the new ones are still loading. */
  stale?: boolean
  rowProps?: (row: Row) => ComponentProps<'tr'>
}

/** Sortable table. Phones show a list of cards, with a select above it for the sort order. */
export function DataTable<Row extends { _id: string }>(props: DataTableProps<Row>) {
  const { label, columns, rows, empty, sort, onSort = () => {}, stale, rowProps } = props
  const focus = useRowFocus()
  return (
    <div className="@container">
      <SortSelect columns={columns} sort={sort} onSort={onSort} />
      <div className="rounded-md border border-line bg-white cards:border-0 cards:bg-transparent">
        <Table aria-label={label} aria-busy={stale === true || rows === undefined}>
          <TableHead>
            <tr>
              {columns.map((column) => (
                <TableHeader
                  key={column.header}
                  className={column.className}
                  aria-sort={direction(column, sort)}
                >
                  {column.sort ? (
                    <SortButton column={column} sort={sort} onSort={onSort} />
                  ) : (
                    (column.head ?? column.header)
                  )}
                </TableHeader>
              ))}
            </tr>
          </TableHead>
          <TableBody className={cn(stale && 'opacity-60')} {...focus}>
            {rows === undefined ? <SkeletonRows columns={columns.length} /> : null}
            {rows?.map((row) => (
              <Cells key={row._id} row={row} columns={columns} {...rowProps?.(row)} />
            ))}
            {rows?.length === 0 ? (
              <TableRow tabIndex={-1} className="col-span-full">
                <TableCell
                  colSpan={columns.length}
                  className="py-12 text-center text-sm text-muted cards:before:hidden"
                >
                  <span className="w-full py-6">{empty}</span>
                </TableCell>
              </TableRow>
            ) : null}
          </TableBody>
        </Table>
      </div>
    </div>
  )
}

interface CellsProps<Row> extends ComponentProps<'tr'> {
  row: Row
  columns: readonly Column<Row>[]
}

function Cells<Row>({ row, columns, className, ...props }: CellsProps<Row>) {
  return (
    <TableRow className={cn(className ?? 'bg-white hover:bg-sand-50')} {...props}>
      {columns.map(({ header, cell, className: cellClass, card }) => (
        <TableCell key={header} data-label={header} className={cn(cellClass, card && onCard[card])}>
          {cell(row)}
        </TableCell>
      ))}
    </TableRow>
  )
}

interface Sorting<Row> {
  sort: string | undefined
  onSort: (sort: string) => void
  columns: readonly Column<Row>[]
}

function SortButton<Row>({
  column,
  sort,
  onSort,
}: Omit<Sorting<Row>, 'columns'> & { column: Column<Row> }) {
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
      <Icon aria-hidden="true" className={cn('size-3.5', now === undefined && 'text-lagoon-700')} />
    </button>
  )
}

/** Select for the sort order, in place of the column headers on narrow screens. */
function SortSelect<Row>({ columns, sort, onSort }: Sorting<Row>) {
  const sortable = columns.filter((column) => column.sort)
  if (sortable.length === 0) return null
  return (
    <div className="mb-3 hidden cards:block">
      <Select
        aria-label="Order by"
        className="text-sm"
        value={sort ?? ''}
        onChange={(event) => onSort(event.target.value)}
      >
        <option value="">Sort: default</option>
        {sortable.map(({ header, sort: field }) => [
          <option key={field} value={field}>
            By {header}, ascending
          </option>,
          <option key={`-${field}`} value={`-${field}`}>
            By {header}, descending
          </option>,
        ])}
      </Select>
    </div>
  )
}

function SkeletonRows({ columns }: { columns: number }) {
  return Array.from({ length: skeletonRows }, (_row, index) => (
    <TableRow key={index} className="bg-white">
      <TableCell colSpan={columns} className="py-4 cards:before:hidden">
        <Skeleton className="w-full" />
      </TableCell>
    </TableRow>
  ))
}

function direction(column: Pick<Column<never>, 'sort'>, sort: string | undefined) {
  if (!column.sort) return undefined
  if (sort === column.sort) return 'ascending'
  return sort === `-${column.sort}` ? 'descending' : undefined
}
