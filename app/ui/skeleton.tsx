import { cn } from '../lib/cn.ts'

export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn('block h-4 animate-pulse rounded-sm bg-sand-200', className)}
    />
  )
}
