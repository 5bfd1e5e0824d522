import { ChevronRightIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

import { cn } from '../lib/cn.ts'

interface FoldProps extends ComponentProps<'details'> {
  summary: ReactNode
}

/** Disclosure: a part that opens below its summary. The sign before the summary turns then. */
export function Fold({ summary, className, children, ...props }: FoldProps) {
  return (
    <details className={cn('group/fold', className)} {...props}>
      <summary className="flex min-h-11 items-center gap-2 py-1.5 lg:min-h-9">
        <ChevronRightIcon
          aria-hidden="true"
          className="size-5 shrink-0 text-lagoon-800 group-open/fold:rotate-90"
        />
        <span className="min-w-0">{summary}</span>
      </summary>
      {children}
    </details>
  )
}
