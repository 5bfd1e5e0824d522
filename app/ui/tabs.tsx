import { Tabs as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'

export const Tabs = Radix.Root

export function TabsList({ className, ...props }: ComponentProps<typeof Radix.List>) {
  return (
    <Radix.List
      className={cn('flex gap-1 overflow-x-auto border-b-2 border-line', className)}
      {...props}
    />
  )
}

export function TabsTrigger(props: ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      className="-mb-0.5 min-h-11 border-b-4 border-transparent px-3 text-sm font-semibold whitespace-nowrap text-muted hover:text-ink data-[state=active]:border-coral-500 forced-colors:data-[state=inactive]:border-[Canvas] data-[state=active]:text-ink"
      {...props}
    />
  )
}

/** `forceMount` keeps a panel's inputs in the form while another tab is open. */
export function TabsContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content className={cn('data-[state=inactive]:hidden', className)} {...props} />
}
