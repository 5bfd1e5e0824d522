import { styled } from './styled.ts'

// Table that becomes a list of cards in a narrow container. On a card each cell shows its column's
// name (`data-label`). Roles are explicit, because browsers drop them when the CSS `display`
// changes.

/** Needs an ancestor element with the class `@container`. */
export const Table = styled(
  'table',
  'w-full table-fixed border-separate border-spacing-0 text-left text-xs wrap-anywhere cards:block',
  { role: 'table' },
)

/** Sticky below the top of the window, at the distance `--above`. */
export const TableHead = styled('thead', 'cards:hidden', { role: 'rowgroup' })

export const TableBody = styled(
  'tbody',
  'cards:grid cards:grid-cols-1 cards:gap-3 cards:@xl:grid-cols-2',
  { role: 'rowgroup' },
)

export const TableRow = styled(
  'tr',
  'cards:relative cards:flex cards:flex-wrap cards:items-center cards:rounded-md cards:border cards:border-line cards:py-1.5 cards:text-sm',
  { role: 'row' },
)

export const TableHeader = styled(
  'th',
  'sticky top-(--above) z-10 border-b border-line bg-lagoon-100 px-2 py-1.5 font-semibold whitespace-nowrap text-lagoon-900 first:pl-3 last:pr-3',
  { scope: 'col', role: 'columnheader' },
)

export const TableCell = styled(
  'td',
  'border-b border-sand-200 px-2 py-1.5 align-middle first:pl-3 last:pr-3 cards:flex cards:w-full cards:items-baseline cards:gap-x-[min(0.75rem,3vw)] cards:border-0 cards:*:whitespace-normal cards:px-3 cards:py-1 cards:before:w-32 cards:before:max-w-[45%] cards:before:shrink-0 cards:before:text-muted cards:before:content-[attr(data-label)] cards:empty:hidden',
  { role: 'cell' },
)
