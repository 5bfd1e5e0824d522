import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'

import { Tooltip } from '../ui/tooltip.tsx'

/** On wide screens four buttons fit into a table row; on touch screens each is larger. */
export const iconButtonStyle =
  'inline-flex size-8 shrink-0 items-center justify-center rounded-md text-lagoon-900 hover:bg-lagoon-100 disabled:opacity-60 aria-disabled:opacity-60 [&_svg]:size-4.5 max-sm:size-11 cards:size-11'

interface IconButtonProps extends ComponentProps<'button'> {
  label: string
  /** Name of the record that the button acts on, for screen readers. */
  of: string
  icon: LucideIcon
  /** Tooltip text; the label is the default. */
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

type IconLinkProps = Pick<IconButtonProps, 'label' | 'of' | 'icon'> & { to: string }

export function IconLink({ label, of, icon: Icon, to }: IconLinkProps) {
  return (
    <Tooltip text={label}>
      <Link to={to} className={iconButtonStyle} aria-label={`${label}: ${of}`}>
        <Icon aria-hidden="true" />
      </Link>
    </Tooltip>
  )
}
