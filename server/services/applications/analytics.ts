import { setTimeout } from 'node:timers/promises'

import { sql } from 'kysely'

import type { Analytics } from '../../../contract/application/analytics.ts'
import { dayInKenya, startOfDayInKenya } from '../../../contract/time-zone.ts'
import type { LookupKind } from '../../database/lookup-kinds.ts'
import { normalizeForSearch } from '../../database/normalize.ts'
import { isPostgres } from '../../database/prepared.ts'
import type { Database, Tables } from '../../database/tables.ts'
import { yieldToOthers } from '../../database/transaction.ts'
import { counts } from './application-counts.ts'
import { countRows } from '../rows.ts'
import { labelsOfAllCourses } from '../reference-data/course-label.ts'

const minute = 60 * 1000
const day = 24 * 60 * minute
const weeksShown = 26
/** Longest pause in milliseconds after a long statement. */
const longestPause = 20

/** The figures of the dashboard over all applications. */
export async function analytics(db: Database): Promise<Analytics> {
  const { total, pending, accepted, archived, everAccepted, ...figures } = await runWithPause(
    db,
    () => counts(db),
  )
  const recentSince = aMonthAgo()
  const recent = await countReceived(db, recentSince)
  const erased = await db.selectFrom('erased_counts').selectAll().execute()
  const departments = await breakdown(db, 'department', 5, erased)
  const courses = await breakdown(db, 'course', 5, erased)
  const labels = await labelsOfAllCourses(db)
  const institutions = await breakdown(db, 'institution', 6, erased)
  const countErased = erasedOf(erased)
  const all = total + countErased
  return {
    totalAttachments: all,
    acceptanceRate: percent(everAccepted + erasedOf(erased, ({ is_accepted }) => is_accepted), all),
    pendingAttachments: pending,
    recentAttachments: recent + erasedOf(erased, ({ value }) => value >= dayInKenya(recentSince)),
    recentSince,
    acceptedAttachments: accepted,
    archivedAttachments: archived + countErased,
    erasedAttachments: countErased,
    declinedAttachments: figures.declined,
    withdrawnAttachments: figures.withdrawn,
    declinedBreakdown: figures.declinedBreakdown,
    departmentBreakdown: departments.map(({ name, ...share }) => ({ department: name, ...share })),
    courseBreakdown: courses.map(({ name, ...share }) => ({
      course: name,
      label: labels.get(share._id ?? '') ?? name,
      ...share,
    })),
    institutionBreakdown: institutions.map(({ name, ...share }) => ({
      institution: name,
      ...share,
    })),
    weeklyApplications: await weekly(db, erased),
    totalUsers: await countRows(db.selectFrom('users')),
    totalInstitutions: await countRows(db.selectFrom('institutions')),
    totalCourses: await countRows(db.selectFrom('courses')),
    totalDepartments: await countRows(db.selectFrom('departments')),
  }
}

/** 30 days ago, at a whole minute, so that the link to the list changes once a minute only. */
function aMonthAgo() {
  const minutes = Math.floor((Date.now() - 30 * day) / minute)
  return new Date(minutes * minute).toISOString()
}

/** The applications of an institution, course or department; of null those without one. */
interface Share {
  _id: string | null
  count: number
  accepted: number
  pending: number
}

/** Counts of erased applications, which count as archived. */
type Erased = Tables['erased_counts'][]

/** The institutions, courses or departments with the most applications. */
async function breakdown(db: Database, by: LookupKind, top: number, erased: Erased) {
  const lookups = await db.selectFrom(`${by}s`).select(['_id', 'name']).execute()
  const names = new Map(lookups.map(({ _id, name }) => [_id, name]))
  const groups = sql<Share>`
    select ${sql.ref(by)} as "_id", count(*) as count,
      count(*) filter (where is_accepted) as accepted,
      count(*) filter (where not is_accepted and not is_archived) as pending
    from attachments group by ${sql.ref(by)}`
  const { rows } = await runWithPause(db, () => groups.execute(db))
  const shares = new Map(rows.map((row) => [row._id, row]))
  for (const { what, value, count, is_accepted } of erased) {
    if (what !== by) continue
    const _id = names.has(value) ? value : null
    const share = shares.get(_id) ?? { _id, count: 0, accepted: 0, pending: 0 }
    const accepted = share.accepted + (is_accepted ? count : 0)
    shares.set(_id, { ...share, count: share.count + count, accepted })
  }
  return [...shares.values()]
    .toSorted((a, b) => b.count - a.count || ascending(a._id ?? '', b._id ?? ''))
    .slice(0, top)
    .map((share) => ({
      ...share,
      name: names.get(share._id ?? '') ?? 'N/A',
      acceptanceRate: percent(share.accepted, share.count),
    }))
    .toSorted(
      (a, b) =>
        b.count - a.count || ascending(normalizeForSearch(a.name), normalizeForSearch(b.name)),
    )
}

/**
 * Throttling: runs long queries, then pauses for as long as they took. SQLite runs one statement at a
 * time, so submissions get half of the time.
 */
async function runWithPause<T>(db: Database, work: () => Promise<T>) {
  const began = performance.now()
  const result = await work()
  if (!isPostgres(db)) await setTimeout(Math.min(performance.now() - began, longestPause))
  return result
}

function ascending(a: string, b: string) {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** Applications per week, for the last 26 weeks. A week begins on Monday in Kenya. */
async function weekly(db: Database, erased: Erased) {
  const today = Date.parse(dayInKenya(Date.now())) / day
  // 1 January 1970 was a Thursday.
  const monday = today - ((today + 3) % 7)
  const weeks: Analytics['weeklyApplications'] = []
  for (let past = weeksShown - 1; past >= 0; past--) {
    await yieldToOthers(db)
    const [week, next] = [past, past - 1].map((weeksAgo) =>
      new Date((monday - 7 * weeksAgo) * day).toISOString().slice(0, 10),
    ) as [string, string]
    const inWeek = erasedOf(erased, ({ value }) => value >= week && value < next)
    const count = await countReceived(db, startOfDayInKenya(week), startOfDayInKenya(next))
    weeks.push({ week, count: count + inWeek })
  }
  return weeks
}

/** Counts applications received from the time `since` until just before `before`, in ISO 8601. */
function countReceived(db: Database, since: string, before?: string) {
  const rows = db.selectFrom('attachments').where('createdAt', '>=', since)
  return countRows(before ? rows.where('createdAt', '<', before) : rows)
}

/** The number of erased applications received on matching days. */
function erasedOf(erased: Erased, is: (row: Erased[number]) => boolean = () => true) {
  return erased
    .filter((row) => row.what === 'day' && is(row))
    .reduce((total, { count }) => total + count, 0)
}

/** Percentage to one decimal; 0 if the whole is 0. */
function percent(part: number, whole: number) {
  return whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10
}
