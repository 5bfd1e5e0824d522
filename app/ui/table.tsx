import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'

// Table that becomes a list of cards in a narrow container. On a card each cell shows its column's
// name (`data-label`). Roles are explicit, because browsers drop them when the CSS `display`
// changes.

/** Needs an ancestor element with the class `@container`. */
export function Table(props: ComponentProps<'table'>) {
  return (
    <table
      // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- the role is lost when `display` changes
      role="table"
      className="w-full table-fixed border-separate border-spacing-0 text-left text-xs wrap-anywhere cards:block"
      {...props}
    />
  )
}

/** Sticky below the top of the window, at the distance `--above`. */
export function TableHead(props: ComponentProps<'thead'>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- the role is lost when `display` changes
    <thead role="rowgroup" className="cards:hidden" {...props} />
  )
}

export function TableBody({ className, ...props }: ComponentProps<'tbody'>) {
  return (
    <tbody
      // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- the role is lost when `display` changes
      role="rowgroup"
      className={cn('cards:grid cards:grid-cols-1 cards:gap-3 cards:@xl:grid-cols-2', className)}
      {...props}
    />
  )
}

export function TableRow({ className, ...props }: ComponentProps<'tr'>) {
  return (
    <tr
      // oxlint-disable-next-line jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- the role is lost when `display` changes
      role="row"
      className={cn(
        'cards:relative cards:flex cards:flex-wrap cards:items-center cards:rounded-md cards:border cards:border-line cards:py-1.5 cards:text-sm',
        className,
      )}
      {...props}
    />
  )
}

export function TableHeader({ className, ...props }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- the role is lost when `display` changes
      role="columnheader"
      className={cn(
        'sticky top-(--above) z-10 border-b border-line bg-lagoon-100 px-2 py-1.5 font-semibold whitespace-nowrap text-lagoon-900 first:pl-3 last:pr-3',
        className,
      )}
      {...props}
    />
  )
}

export function TableCell({ className, ...props }: ComponentProps<'td'>) {
  return (
    <td
      // oxlint-disable-next-line jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- the role is lost when `display` changes
      role="cell"
      className={cn(
        'border-b border-sand-200 px-2 py-1.5 align-middle first:pl-3 last:pr-3 cards:flex cards:w-full cards:items-baseline cards:gap-x-[min(0.75rem,3vw)] cards:border-0 cards:*:whitespace-normal cards:px-3 cards:py-1 cards:before:w-32 cards:before:max-w-[45%] cards:before:shrink-0 cards:before:text-muted cards:before:content-[attr(data-label)] cards:empty:hidden',
        className,
      )}
      {...props}
    />
  )
}
