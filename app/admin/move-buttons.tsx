import { ArrowDownIcon, ArrowUpIcon } from 'lucide-react'

import { IconButton } from './icon-button.tsx'

interface MoveButtonsProps {
  /** The item to move. */
  of: string
  /** The place in the list, from 1. */
  place: number
  /** The number of places. */
  count: number
  onMove: (by: 1 | -1) => void
}

/** Buttons that move an item of a list. At an end they stay, so that they keep the focus. */
export function MoveButtons({ of, place, count, onMove }: MoveButtonsProps) {
  return (
    <>
      <IconButton
        label="Move up"
        of={of}
        icon={ArrowUpIcon}
        aria-disabled={place === 1 || undefined}
        onClick={() => (place > 1 ? onMove(-1) : undefined)}
      />
      <IconButton
        label="Move down"
        of={of}
        icon={ArrowDownIcon}
        aria-disabled={place === count || undefined}
        onClick={() => (place < count ? onMove(1) : undefined)}
      />
    </>
  )
}
