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
 * How many applications a query asks for, where that is kept: by their flags and one thing more.
 * Undefined where they must be counted.
 */
export async function knownTotal(db: Database, query: Filters): Promise<number | undefined> {
  const flags = flagConditions(query)
  const [by, ...more] = activeFilters(query)
  if (more.length > 0) return undefined
  switch (by) {
    case undefined:
      return sumOf(await countsBy(db, 'withdrawn'), flags)
    case 'words':
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
  /** ISO 8601; what was received at this moment is within. */
  since?: string | undefined
  /** ISO 8601; what was received at this moment is not. */
  before?: string | undefined
}

/** How many applications were received in a period: of its whole days that is kept, in `days`. */
export async function countReceived(
  db: Database,
  { since, before }: Period,
  flags: Flags = [],
  days?: Count[],
) {
  const from = since && firstDayFrom(since)
  const to = before && dayInKenya(before)
  // Within one day, or none at all.
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

/** The first day in Kenya that begins at a moment or after it. */
function firstDayFrom(moment: string) {
  const dayLength = 24 * 60 * 60 * 1000
  return dayInKenya(Date.parse(moment) + dayLength - 1)
}

interface Counts extends ApplicationCounts {
  /** Of all, archived or not. */
  everAccepted: number
  declinedBreakdown: Analytics['declinedBreakdown']
}

/** How many applications there are by status, how many are accepted and why others are not. */
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

/** How many applications some counts add up to, or those of them with these flags. */
export function sumOf(some: Count[], flags: Flags = []) {
  return some
    .filter((count) => flags.every(([flag, value]) => count[flag] === value))
    .reduce((total, { count }) => total + count, 0)
}
