import type { Column } from '../lists/data-table.tsx'
import { DateOnly } from '../date-time.tsx'

/** Column with the day on which a record was created. */
export const created: Column<{ createdAt: string }> = {
  header: 'Created',
  sort: 'createdAt',
  cell: ({ createdAt }) => <DateOnly of={createdAt} />,
  className: 'w-28',
}
