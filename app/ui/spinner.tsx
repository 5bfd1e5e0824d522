import { cn } from '../lib/cn.ts'

/** Decorative: say beside it in words what is loading. */
export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'inline-block size-5 shrink-0 animate-spin rounded-full border-3 border-current border-r-transparent',
        className,
      )}
    />
  )
}
