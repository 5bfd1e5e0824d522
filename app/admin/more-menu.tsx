import { EllipsisVerticalIcon, type LucideIcon } from 'lucide-react'
import { useRef } from 'react'

import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../ui/dropdown-menu.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { iconButtonStyle } from './icon-button.tsx'

export interface MoreAction {
  label: string
  icon: LucideIcon
  danger?: boolean
  onSelect: () => void
}

interface MoreMenuProps {
  /** Name of the record that the actions are about, for screen readers. */
  of: string
  actions: MoreAction[]
}

/** Menu of less frequent actions. */
export function MoreMenu({ of, actions }: MoreMenuProps) {
  const chosen = useRef<MoreAction>(null)
  return (
    <DropdownMenu>
      <Tooltip text="More">
        <DropdownMenuTrigger className={iconButtonStyle} aria-label={`More: ${of}`}>
          <EllipsisVerticalIcon aria-hidden="true" />
        </DropdownMenuTrigger>
      </Tooltip>
      <DropdownMenuContent
        onKeyDown={(event) => event.stopPropagation()}
        // Opens a dialog after the button has the focus again: a closing dialog returns it there.
        onCloseAutoFocus={() => {
          chosen.current?.onSelect()
          chosen.current = null
        }}
      >
        {actions.map((action) => {
          const { label, icon: Icon, danger = false } = action
          return (
            <DropdownMenuItem
              key={label}
              danger={danger}
              onSelect={() => {
                chosen.current = action
              }}
            >
              <Icon aria-hidden="true" /> {label}
            </DropdownMenuItem>
          )
        })}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
