import { EllipsisVerticalIcon, type LucideIcon } from 'lucide-react'
import { useRef, type ComponentProps } from 'react'
import { Tooltip } from '../ui/tooltip.tsx'
import { iconButtonStyle } from './icon-button.tsx'
import { DropdownMenu as Radix } from 'radix-ui'
import { cn } from '../lib/cn.ts'
import { styled } from '../ui/styled.ts'

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

/** Not modal: the page behind the menu does not jump and stays usable. */
function DropdownMenu(props: ComponentProps<typeof Radix.Root>) {
  return <Radix.Root modal={false} {...props} />
}

const DropdownMenuTrigger = Radix.Trigger

/** Rendered beside its button instead of in a portal, so that it stays in the same landmark. */
const DropdownMenuContent = styled(
  Radix.Content,
  'z-50 min-w-48 rounded-md border border-line bg-white p-1 shadow-floating data-[state=open]:animate-appear',
  { align: 'end', sideOffset: 6, collisionPadding: 8 },
)

interface ItemProps extends ComponentProps<typeof Radix.Item> {
  danger?: boolean
}

function DropdownMenuItem({ danger, ...props }: ItemProps) {
  return (
    <Radix.Item
      className={cn(
        'flex min-h-10 cursor-pointer items-center gap-2.5 rounded-sm px-3 text-sm outline-none select-none data-[disabled]:cursor-default data-[disabled]:opacity-60 data-[highlighted]:bg-lagoon-100 [&_svg]:size-4',
        danger && 'text-danger data-[highlighted]:bg-coral-200',
      )}
      {...props}
    />
  )
}
