import type { ReactNode } from 'react'

import { Select } from '../../ui/input.tsx'
import type { ListState } from './use-list-state.ts'

/** A narrow select has its place beside three others on one line. */
function filterSelectStyle(isNarrow: boolean) {
  const width = isNarrow ? 'min-w-36 basis-40' : 'min-w-[min(10rem,100%)] basis-48'
  return `${width} text-sm max-sm:flex-1 sm:max-w-56 lg:h-10`
}

interface FilterSelectProps {
  label: string
  /** The query parameter in the URL that holds the filter. */
  name: string
  list: ListState
  /** Label of the option that removes the filter. */
  all: string
  isNarrow?: boolean
  /** The change of other parameters that a choice brings with it. */
  andChange?: Record<string, string>
  children: ReactNode
}

export function FilterSelect(props: FilterSelectProps) {
  const { label, name, list, all, isNarrow = false, andChange, children } = props
  return (
    <Select
      aria-label={label}
      className={filterSelectStyle(isNarrow)}
      value={list.filter(name)}
      onChange={(event) => list.change({ ...andChange, [name]: event.target.value })}
    >
      <option value="">{all}</option>
      {children}
    </Select>
  )
}
