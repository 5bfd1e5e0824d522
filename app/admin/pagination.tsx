import { ChevronLeftIcon, ChevronRightIcon } from 'lucide-react'

import { Button } from '../ui/button.tsx'
import { pageSize } from './use-list-state.ts'

interface PaginationProps {
  page: number
  total: number
  onPage: (page: number) => void
}

export function Pagination({ page, total, onPage }: PaginationProps) {
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const first = total === 0 ? 0 : (page - 1) * pageSize + 1
  const last = Math.min(page * pageSize, total)
  return (
    <nav aria-label="Pages" className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <output className="text-sm text-muted">
        {first.toLocaleString('en')} to {last.toLocaleString('en')} of {total.toLocaleString('en')}
      </output>
      <div className="flex items-center gap-2">
        <Button variant="outline" size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          <ChevronLeftIcon aria-hidden="true" /> Previous
        </Button>
        <span className="text-sm text-muted">
          Page {page} of {pages.toLocaleString('en')}
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
