import type { Analytics } from '../../../contract/analytics.ts'
import type { ApplicationCounts, ApplicationQuery } from '../../../contract/application.ts'
import { declineReasonIds } from '../../../contract/constants.ts'
import { dayInKenya, startOfDayInKenya } from '../../../contract/time-zone.ts'
import { countsBy, type Count } from '../../database/counts.ts'
import type { Database } from '../../database/tables.ts'
import {
  activeFilters,
  flagConditions,
  statuses,
  type Filters,
  type Flags,
} from './application-query.ts'
import { countRows } from '../count-rows.ts'

/**
 * The total of a query from the stored counts: by flags and at most one other filter. Undefined for
 * other queries.
 */
export async function knownTotal(db: Database, query: Filters): Promise<number | undefined> {
  const flags = flagConditions(query)
  const [by, ...more] = activeFilters(query)
  if (more.length > 0) return undefined
  switch (by) {
    case undefined:
      return sumOf(await countsBy(db, 'withdrawn'), flags)
    case 'search':
    case 'ids':
      return undefined
    case 'time':
      return countReceived(db, query, flags)
    case 'decision':
      return sumOf(await decided(db, query.decision), flags)
    default:
      return sumOf(await countsBy(db, by, query[by] === 'none' ? '' : query[by]), flags)
  }
}

async function decided(db: Database, decision: ApplicationQuery['decision']) {
  if (decision === 'withdrawn') return countsBy(db, 'withdrawn', decision)
  if (decision !== 'declined') return countsBy(db, 'declined_reason', decision)
  return (await countsBy(db, 'declined_reason')).filter(({ value }) => value !== '')
}

interface Period {
  /** ISO 8601, inclusive. */
  since?: string | undefined
  /** ISO 8601, exclusive. */
  before?: string | undefined
}

/** Counts applications received in a period: whole days from the stored counts, the rest by a scan. */
export async function countReceived(
  db: Database,
  { since, before }: Period,
  flags: Flags = [],
  days?: Count[],
) {
  const from = since && firstDayFrom(since)
  const to = before && dayInKenya(before)
  // The period is within one day, or empty.
  if (from && to && from > to) return countBetween(since, before)
  const all = days ?? (await countsBy(db, 'day'))
  const whole = all.filter(({ value }) => (!from || value >= from) && (!to || value < to))
  return (
    sumOf(whole, flags) +
    (from ? await countBetween(since, startOfDayInKenya(from)) : 0) +
    (to ? await countBetween(startOfDayInKenya(to), before) : 0)
  )

  async function countBetween(start = '', end = '') {
    if (start >= end) return 0
    let rows = db
      .selectFrom('attachments')
      .where('createdAt', '>=', start)
      .where('createdAt', '<', end)
    for (const [flag, value] of flags) rows = rows.where(flag, '=', value)
    return countRows(rows)
  }
}

/** The first day in Kenya that begins at or after a time. */
function firstDayFrom(time: string) {
  const dayLength = 24 * 60 * 60 * 1000
  return dayInKenya(Date.parse(time) + dayLength - 1)
}

interface Counts extends ApplicationCounts {
  /** Accepted applications, archived or not. */
  everAccepted: number
  declinedBreakdown: Analytics['declinedBreakdown']
}

/** Counts of applications by status and reason of a decline. */
export async function counts(db: Database): Promise<Counts> {
  const reasons = await countsBy(db, 'declined_reason')
  const total = sumOf(reasons)
  const accepted = sumOf(reasons, statuses.accepted)
  const archived = sumOf(reasons, statuses.archived)
  const declinedBreakdown = declineReasonIds.map((reason) => ({
    reason,
    count: sumOf(reasons.filter(({ value }) => value === reason)),
  }))
  return {
    total,
    active: total - archived,
    pending: total - archived - accepted,
    accepted,
    archived,
    declined: declinedBreakdown.reduce((all, { count }) => all + count, 0),
    withdrawn: sumOf(await countsBy(db, 'withdrawn', 'withdrawn')),
    declinedBreakdown,
    everAccepted: sumOf(reasons, [['is_accepted', true]]),
  }
}

/** The sum of counts, or of those with the required flags. */
export function sumOf(some: Count[], flags: Flags = []) {
  return some
    .filter((count) => flags.every(([flag, value]) => count[flag] === value))
    .reduce((total, { count }) => total + count, 0)
}
