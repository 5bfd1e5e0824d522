import type { ReactNode } from 'react'

import { Select } from '../../ui/input.tsx'
import type { ListState } from './use-list-state.ts'

interface FilterSelectProps {
  label: string
  /** The query parameter in the URL that holds the filter. */
  name: string
  list: ListState
  /** Label of the option that removes the filter. */
  all: string
  children: ReactNode
}

export function FilterSelect({ label, name, list, all, children }: FilterSelectProps) {
  return (
    <Select
      aria-label={label}
      className="min-w-[min(10rem,100%)] basis-48 text-sm max-sm:flex-1 sm:max-w-56"
      value={list.filter(name)}
      onChange={(event) => list.change({ [name]: event.target.value })}
    >
      <option value="">{all}</option>
      {children}
    </Select>
  )
}
