import { DropdownMenu as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'
import { styled } from './styled.ts'

/** Not modal: the page behind the menu does not jump and stays usable. */
export function DropdownMenu(props: ComponentProps<typeof Radix.Root>) {
  return <Radix.Root modal={false} {...props} />
}

export const DropdownMenuTrigger = Radix.Trigger

/** Rendered beside its button instead of in a portal, so that it stays in the same landmark. */
export const DropdownMenuContent = styled(
  Radix.Content,
  'z-50 min-w-48 rounded-md border border-line bg-white p-1 shadow-floating data-[state=open]:animate-appear',
  { align: 'end', sideOffset: 6, collisionPadding: 8 },
)

interface ItemProps extends ComponentProps<typeof Radix.Item> {
  danger?: boolean
}

export function DropdownMenuItem({ danger, ...props }: ItemProps) {
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
