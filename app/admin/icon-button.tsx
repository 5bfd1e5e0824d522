import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

import { Tooltip } from '../ui/tooltip.tsx'

/** Small enough for four in a row of a table, large enough for a thumb. */
export const iconButtonStyle =
  'inline-flex size-8 shrink-0 items-center justify-center rounded-md text-lagoon-900 hover:bg-lagoon-100 disabled:opacity-60 [&_svg]:size-4.5 max-sm:size-11 cards:size-11'

interface IconButtonProps extends ComponentProps<'button'> {
  label: string
  /** The record that it is about, for those who hear the buttons without their row. */
  of: string
  icon: LucideIcon
  /** More than the label, for those who see the icon alone. */
  hint?: string
}

export function IconButton({ label, of, icon: Icon, hint = label, ...props }: IconButtonProps) {
  return (
    <Tooltip text={hint}>
      <button type="button" className={iconButtonStyle} aria-label={`${label}: ${of}`} {...props}>
        <Icon aria-hidden="true" />
      </button>
    </Tooltip>
  )
}
