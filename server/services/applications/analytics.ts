import type { Analytics } from '../../../contract/analytics.ts'
import { dayInKenya } from '../../../contract/time-zone.ts'
import { countsBy } from '../../database/counts.ts'
import type { LookupKind } from '../../database/lookup-kinds.ts'
import type { Database, Tables } from '../../database/tables.ts'
import { yieldToOthers } from '../../database/transaction.ts'
import { countReceived, counts, sumOf } from './application-counts.ts'
import { statuses } from './application-query.ts'
import { countRows } from '../count-rows.ts'

const minute = 60 * 1000
const day = 24 * 60 * minute
const weeksShown = 26

/** The dashboard's figures over all applications (specification, sections 2, 3 and 9). */
export async function analytics(db: Database): Promise<Analytics> {
  const { total, pending, accepted, archived, everAccepted, ...figures } = await counts(db)
  const recentSince = aMonthAgo()
  const days = await countsBy(db, 'day')
  const recent = await countReceived(db, { since: recentSince }, [], days)
  await yieldToOthers(db)
  const erased = await db.selectFrom('erased_counts').selectAll().execute()
  const departments = await breakdown(db, 'department', 5, erased)
  const courses = await breakdown(db, 'course', 5, erased)
  const institutions = await breakdown(db, 'institution', 6, erased)
  const gone = erasedOf(erased)
  const all = total + gone
  return {
    totalAttachments: all,
    acceptanceRate: percent(everAccepted + erasedOf(erased, ({ is_accepted }) => is_accepted), all),
    pendingAttachments: pending,
    recentAttachments: recent + erasedOf(erased, ({ value }) => value >= dayInKenya(recentSince)),
    recentSince,
    acceptedAttachments: accepted,
    archivedAttachments: archived + gone,
    erasedAttachments: gone,
    declinedAttachments: figures.declined,
    withdrawnAttachments: figures.withdrawn,
    declinedBreakdown: figures.declinedBreakdown,
    departmentBreakdown: departments.map(({ name, pending: _, ...share }) => ({
      department: name,
      ...share,
    })),
    courseBreakdown: courses.map(({ name, pending: _, ...share }) => ({ course: name, ...share })),
    institutionBreakdown: institutions.map(({ name, ...share }) => ({
      institution: name,
      ...share,
    })),
    weeklyApplications: weekly([...days, ...erased.filter(({ what }) => what === 'day')]),
    totalUsers: await countRows(db.selectFrom('users')),
    totalInstitutions: await countRows(db.selectFrom('institutions')),
    totalCourses: await countRows(db.selectFrom('courses')),
    totalDepartments: await countRows(db.selectFrom('departments')),
  }
}

/** 30 days ago, to the minute, so that the list behind the figure has an address to share. */
function aMonthAgo() {
  const minutes = Math.floor((Date.now() - 30 * day) / minute)
  return new Date(minutes * minute).toISOString()
}

interface Share {
  _id: string | null
  name: string
  count: number
  accepted: number
  pending: number
}

/** What is left of erased applications; they count as archived. */
type Erased = Tables['erased_counts'][]

/** The most chosen institutions, courses or departments, by their number of applications. */
async function breakdown(db: Database, by: LookupKind, top: number, erased: Erased) {
  await yieldToOthers(db)
  const named = await db.selectFrom(`${by}s`).select(['_id', 'name']).execute()
  const names = new Map(named.map(({ _id, name }) => [_id, name]))
  const shares = new Map<string | null, Share>()
  for (const [value, some] of Map.groupBy(await countsBy(db, by), (count) => count.value)) {
    const _id = value === '' ? null : value
    const accepted = sumOf(some, [['is_accepted', true]])
    const share = { count: sumOf(some), accepted, pending: sumOf(some, statuses.pending) }
    shares.set(_id, { _id, name: names.get(value) ?? 'N/A', ...share })
  }
  for (const { what, value, count, is_accepted } of erased) {
    if (what !== by) continue
    const _id = names.has(value) ? value : null
    const none = { _id, name: names.get(value) ?? 'N/A', count: 0, accepted: 0, pending: 0 }
    const share = shares.get(_id) ?? none
    const accepted = share.accepted + (is_accepted ? count : 0)
    shares.set(_id, { ...share, count: share.count + count, accepted })
  }
  return [...shares.values()]
    .toSorted((a, b) => b.count - a.count || ascending(a._id ?? '', b._id ?? ''))
    .slice(0, top)
    .toSorted((a, b) => b.count - a.count || ascending(a.name, b.name))
    .map((share) => ({ ...share, acceptanceRate: percent(share.accepted, share.count) }))
}

function ascending(a: string, b: string) {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** How many applications came in each of the last weeks; a week begins on Monday in Kenya. */
function weekly(days: { value: string; count: number }[]) {
  const today = Date.parse(dayInKenya(Date.now())) / day
  // 1 January 1970 was a Thursday.
  const monday = today - ((today + 3) % 7)
  const first = monday - 7 * (weeksShown - 1)
  const weeks = Array.from({ length: weeksShown }, (_, index) => ({
    week: new Date((first + 7 * index) * day).toISOString().slice(0, 10),
    count: 0,
  }))
  for (const { value, count } of days) {
    const week = weeks[Math.floor((Date.parse(value) / day - first) / 7)]
    if (week) week.count += count
  }
  return weeks
}

/** How many of the erased applications came on such days. */
function erasedOf(erased: Erased, is: (row: Erased[number]) => boolean = () => true) {
  return erased
    .filter((row) => row.what === 'day' && is(row))
    .reduce((total, { count }) => total + count, 0)
}

/** In percent, to one decimal; 0 of nothing. */
function percent(part: number, whole: number) {
  return whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10
}
