import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'

/** A table that scrolls by itself when it is wider or taller than its place (`max-h-…`); its head stays. */
export function Table({ className, ...props }: ComponentProps<'table'>) {
  return (
    <section
      aria-label={props['aria-label']}
      className={cn('relative overflow-auto rounded-md border border-line bg-white', className)}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <table className="w-full border-collapse text-left text-sm" {...props} />
    </section>
  )
}

export function TableHead({ className, ...props }: ComponentProps<'thead'>) {
  return (
    <thead
      className={cn('sticky top-0 z-10 bg-lagoon-100 text-lagoon-900', className)}
      {...props}
    />
  )
}

export function TableBody({ className, ...props }: ComponentProps<'tbody'>) {
  return <tbody className={cn('divide-y divide-sand-200', className)} {...props} />
}

export function TableRow({ className, ...props }: ComponentProps<'tr'>) {
  return <tr className={cn('[tbody>&]:hover:bg-sand-50', className)} {...props} />
}

export function TableHeader({ className, ...props }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      className={cn('px-3 py-2.5 font-semibold whitespace-nowrap', className)}
      {...props}
    />
  )
}

export function TableCell({ className, ...props }: ComponentProps<'td'>) {
  return <td className={cn('px-3 py-2 align-middle', className)} {...props} />
}
