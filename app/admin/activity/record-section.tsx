import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { LoadState } from '../load-failure.tsx'

interface RecordSectionProps {
  title: string
  query: UseQueryResult
  failure: string
  /** Content below the title, also while the list is empty. */
  children: ReactNode
}

/** A list about the open record, with the loading and error states of its query. */
export function RecordSection({ title, query, failure, children }: RecordSectionProps) {
  return (
    <section className="mt-5 border-t border-line pt-4">
      <h3 className="text-lg">{title}</h3>
      <LoadState query={query} failure={failure} className="mt-2 text-sm" />
      {children}
    </section>
  )
}
