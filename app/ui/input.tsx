import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'

const control =
  'block w-full min-w-0 rounded-sm border-2 border-lagoon-700 bg-white px-3 text-ink placeholder:text-muted disabled:border-sand-300 disabled:bg-sand-100 disabled:text-muted disabled:opacity-100 aria-invalid:border-danger aria-invalid:bg-coral-200/25'

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input className={cn(control, 'h-12', className)} {...props} />
}

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea rows={5} className={cn(control, 'py-2.5', className)} {...props} />
}

/** Native select, because a phone's own picker is easier to use than a custom one. */
export function Select({ className, ...props }: ComponentProps<'select'>) {
  return <select className={cn(control, 'h-12 text-ellipsis', className)} {...props} />
}
