import { sql, type SqlBool } from 'kysely'

import type {
  ApplicationExportQuery,
  ApplicationQuery,
  ApplicationStatus,
} from '../../../contract/application/application.ts'

/** The query of a list of applications. */
export type Filters = ApplicationQuery & Pick<ApplicationExportQuery, 'ids'>

export type Flag = 'is_archived' | 'is_accepted'

/** Flags of an application, with the values that they must have. */
export type Flags = [Flag, boolean][]

/** The values of flags that a query requires. */
export function flagConditions({
  view,
  status,
  includeArchived,
  accepted,
  decision,
}: ApplicationQuery) {
  const flags: Flags = []
  // Declined and withdrawn applications are always archived. With a second condition, the query
  // planner would underestimate the number of rows.
  if (view && !(view === 'archived' && decision)) flags.push(['is_archived', view === 'archived'])
  if (status) flags.push(...statuses[status])
  else if (!view && !decision && includeArchived === 'false') flags.push(['is_archived', false])
  if (accepted) flags.push(['is_accepted', accepted === 'true'])
  return flags
}

/** The flags of each status. An archived application may also be accepted. */
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

/** SQLite uses no index for such an expression, so it uses the index of the sort order. */
export const unindexedFlag = (column: string, value: boolean) =>
  sql<SqlBool>`${value ? sql`` : sql`not `}${sql.ref(column)}`
