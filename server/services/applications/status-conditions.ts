import { sql, type SqlBool } from 'kysely'

import type {
  ApplicationExportQuery,
  ApplicationQuery,
  ApplicationStatus,
} from '../../../contract/application.ts'

/** The query of a list of applications. */
export type Filters = ApplicationQuery & Pick<ApplicationExportQuery, 'ids'>

export type Flag = 'is_archived' | 'is_accepted'

/** Required values of flags. */
export type Flags = [Flag, boolean][]

/** The flags that a query requires. */
export function flagConditions({
  view,
  status,
  includeArchived,
  accepted,
  decision,
}: ApplicationQuery) {
  const flags: Flags = []
  // Declined and withdrawn imply archived. With both conditions the planner underestimates the rows.
  if (view && !(view === 'archived' && decision)) flags.push(['is_archived', view === 'archived'])
  if (status) flags.push(...statuses[status])
  else if (!view && !decision && includeArchived === 'false') flags.push(['is_archived', false])
  if (accepted) flags.push(['is_accepted', accepted === 'true'])
  return flags
}

/** The flags of each status: archived wins over accepted, accepted over pending. */
export const statuses: Record<ApplicationStatus, Flags> = {
  pending: [
    ['is_archived', false],
    ['is_accepted', false],
  ],
  accepted: [
    ['is_archived', false],
    ['is_accepted', true],
  ],
  archived: [['is_archived', true]],
}

/** Written as an expression so that SQLite cannot use the index of the flag and keeps the sort index. */
export const unindexedFlag = (column: string, value: boolean) =>
  sql<SqlBool>`${value ? sql`` : sql`not `}${sql.ref(column)}`
