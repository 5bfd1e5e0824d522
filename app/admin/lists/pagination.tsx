import { ChevronLeftIcon, ChevronRightIcon } from 'lucide-react'

import { cn } from '../../lib/cn.ts'
import { Button } from '../../ui/button.tsx'
import { pageSize } from './use-list-state.ts'

interface PaginationProps {
  /** Number of the page whose rows are on the screen. */
  shown: number
  /** Number of the requested page, which may still be loading. */
  page: number
  /** Number of records on all pages; undefined while unknown. */
  total: number | undefined
  onPage: (page: number) => void
}

export function Pagination({ shown, page, total, onPage }: PaginationProps) {
  // A placeholder of the same height avoids a layout shift.
  if (total === undefined) return <div className="mt-4 h-9 max-lg:h-11" />
  const pages = Math.ceil(total / pageSize)
  const first = Math.min((shown - 1) * pageSize + 1, total)
  const last = Math.min(shown * pageSize, total)
  return (
    <nav aria-label="Pages" className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <output className="text-sm text-muted">
        {first.toLocaleString('en')} to {last.toLocaleString('en')} of {total.toLocaleString('en')}
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
