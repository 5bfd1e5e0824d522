import type { Analytics } from '../../../contract/application/analytics.ts'
import type { ApplicationCounts } from '../../../contract/application/application.ts'
import { declineReasonIds } from '../../../contract/application/decline-reasons.ts'
import type { Database } from '../../database/tables.ts'
import { statuses, type Flags } from './status-conditions.ts'
import { countRows } from '../rows.ts'

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
