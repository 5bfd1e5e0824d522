import { XIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface ChipProps {
  onRemove: () => void
  children: ReactNode
}

/** List item: the label of an active filter, with a button that removes it. */
export function Chip({ onRemove, children }: ChipProps) {
  return (
    <li className="flex min-h-9 items-center gap-1 rounded-full border border-lagoon-700 bg-lagoon-100 pl-4 text-sm max-lg:min-h-11">
      <span className="wrap-anywhere">{children}</span>
      <button
        type="button"
        aria-label="Remove this filter"
        className="inline-flex size-9 shrink-0 items-center justify-center rounded-full max-lg:size-11"
        onClick={onRemove}
      >
        <XIcon aria-hidden="true" className="size-4" />
      </button>
    </li>
  )
}
