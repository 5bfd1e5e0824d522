import { Checkbox } from '../../../ui/checkbox.tsx'
import type { RowSelection } from './use-selection.ts'

interface RowCheckboxProps {
  selection: RowSelection
  id: string
  name: string
}

/** Selects a row. Shift and click selects all rows since the previous click. */
export function RowCheckbox({ selection, id, name }: RowCheckboxProps) {
  return (
    <label
      htmlFor={`select-${id}`}
      className="-m-2 grid size-10 place-items-center cards:m-0 cards:size-11"
    >
      <Checkbox
        id={`select-${id}`}
        aria-label={`Select ${name}`}
        checked={selection.ids.has(id)}
        onChange={(event) => selection.toggle(id, Object(event.nativeEvent).shiftKey === true)}
      />
    </label>
  )
}

export function PageCheckbox({ selection }: { selection: RowSelection }) {
  return (
    <Checkbox
      ref={(box) => {
        if (box) box.indeterminate = selection.page === 'some'
      }}
      aria-label="Select all on this page"
      checked={selection.page === 'all'}
      onChange={selection.togglePage}
    />
  )
}
