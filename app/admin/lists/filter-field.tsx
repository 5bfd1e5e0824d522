import { type ReactNode, useId } from 'react'

import { Select } from '../../ui/input.tsx'
import type { ListState } from './use-list-state.ts'

interface LabelledFilterProps {
  label: string
  /** The control, with the id that its label names. */
  children: (id: string) => ReactNode
}

/** A control of a filter below its label. */
export function LabelledFilter({ label, children }: LabelledFilterProps) {
  const id = useId()
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-sm font-semibold wrap-anywhere">
        {label}
      </label>
      {children(id)}
    </div>
  )
}

export const filterControl = 'text-sm lg:h-10'

interface FilterFieldProps {
  label: string
  list: ListState
  /** The query parameter in the URL that holds the filter. */
  name: string
  /** Label of the option that removes the filter. */
  all: string
  disabled?: boolean
  /** The change of other parameters that a choice brings with it. */
  andChange?: Record<string, string>
  children: ReactNode
}

/** A select that filters a list, below its label. */
export function FilterField(props: FilterFieldProps) {
  const { label, list, name, all, disabled, andChange, children } = props
  return (
    <LabelledFilter label={label}>
      {(id) => (
        <Select
          id={id}
          className={filterControl}
          disabled={disabled}
          value={list.filter(name)}
          onChange={({ target }) => list.change({ ...andChange, [name]: target.value })}
        >
          <option value="">{all}</option>
          {children}
        </Select>
      )}
    </LabelledFilter>
  )
}
