import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'

type Props = Omit<ComponentProps<'input'>, 'type'>

export function Checkbox({ className, ...props }: Props) {
  return (
    <input
      type="checkbox"
      className={cn('size-6 shrink-0 accent-lagoon-800', className)}
      {...props}
    />
  )
}
