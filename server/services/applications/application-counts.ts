import { sql, type SqlBool } from 'kysely'

import type {
  ApplicationCounts,
  ApplicationExportQuery,
  ApplicationQuery,
  ApplicationStatus,
} from '../../../contract/application/application.ts'
import type { Analytics } from '../../../contract/application/analytics.ts'
import { declineReasonIds } from '../../../contract/application/decline-reasons.ts'
import type { Database } from '../../database/tables.ts'
import { countMissing } from '../papers/papers.ts'
import { countRows } from '../rows.ts'

export type Filters = ApplicationQuery & Pick<ApplicationExportQuery, 'ids'>

export type Flag = 'is_archived' | 'is_accepted'

/** Flags of an application, with the values that they must have. */
type Flags = [Flag, boolean][]

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

interface Counts extends ApplicationCounts {
  /** Accepted applications, including archived ones. */
  everAccepted: number
  declinedBreakdown: Analytics['declinedBreakdown']
}

/** Counts of applications by status and reason of a decline. */
export async function counts(db: Database): Promise<Counts> {
  const groups = await db
    .selectFrom('attachments')
    .select(['is_archived', 'is_accepted', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy(['is_archived', 'is_accepted'])
    .execute()
  const sumOf = (flags: Flags) =>
    groups
      .filter((group) => flags.every(([flag, value]) => group[flag] === value))
      .reduce((sum, { count }) => sum + count, 0)
  const declinedBreakdown = await declinedByReason(db)
  return {
    total: sumOf([]),
    active: sumOf([['is_archived', false]]),
    pending: sumOf(statuses.pending),
    accepted: sumOf(statuses.accepted),
    archived: sumOf(statuses.archived),
    everAccepted: sumOf([['is_accepted', true]]),
    declined: declinedBreakdown.reduce((all, { count }) => all + count, 0),
    withdrawn: await countRows(db.selectFrom('attachments').where('withdrawnAt', 'is not', null)),
    possiblyTwice: await countRows(
      db
        .selectFrom('attachments')
        .where('sameAs', '>', sql.lit(0))
        .where(unindexedFlag('is_archived', false)),
    ),
    papersMissing: await countMissing(db),
    declinedBreakdown,
  }
}

async function declinedByReason(db: Database) {
  const found = await db
    .selectFrom('attachments')
    .select(['declined_reason', ({ fn }) => fn.countAll<number>().as('count')])
    .where('declined_reason', 'is not', null)
    .groupBy('declined_reason')
    .execute()
  return declineReasonIds.map((reason) => ({
    reason,
    count: found.find(({ declined_reason }) => declined_reason === reason)?.count ?? 0,
  }))
}
