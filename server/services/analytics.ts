import { sql } from 'kysely'

import type { Analytics } from '../../contract/analytics.ts'
import type { Database } from '../database/tables.ts'
import { counts } from './attachment-list.ts'

const minute = 60 * 1000
const day = 24 * 60 * minute
const weeksShown = 26
/** Kenya is three hours ahead of UTC, always. */
const kenya = 3 * 60 * 60 * 1000

/** The dashboard's figures over all applications (specification, sections 2, 3 and 9). */
export async function analytics(db: Database): Promise<Analytics> {
  const { total, pending, accepted, archived, everAccepted } = await counts(db)
  const recentSince = aMonthAgo()
  const { recent } = await db
    .selectFrom('attachments')
    .select(({ fn }) => fn.countAll<number>().as('recent'))
    .where('createdAt', '>=', recentSince)
    .executeTakeFirstOrThrow()
  const departments = await breakdown(db, 'department', 5)
  const courses = await breakdown(db, 'course', 5)
  const institutions = await breakdown(db, 'institution', 6)
  return {
    totalAttachments: total,
    acceptanceRate: percent(everAccepted, total),
    pendingAttachments: pending,
    recentAttachments: recent,
    recentSince,
    acceptedAttachments: accepted,
    archivedAttachments: archived,
    departmentBreakdown: departments.map(({ name, pending: _, ...share }) => ({
      department: name,
      ...share,
    })),
    courseBreakdown: courses.map(({ name, pending: _, ...share }) => ({ course: name, ...share })),
    institutionBreakdown: institutions.map(({ name, ...share }) => ({
      institution: name,
      ...share,
    })),
    weeklyApplications: await weekly(db),
    totalUsers: await size(db, 'users'),
    totalInstitutions: await size(db, 'institutions'),
    totalCourses: await size(db, 'courses'),
    totalDepartments: await size(db, 'departments'),
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

/** The most chosen institutions, courses or departments, by their number of applications. */
async function breakdown(db: Database, by: 'institution' | 'course' | 'department', top: number) {
  const { rows } = await sql<Share>`
    with shares as (
      select ${sql.ref(by)} as chosen,
        count(*) as count,
        count(*) filter (where is_accepted) as accepted,
        count(*) filter (where not is_accepted and not is_archived) as pending
      from attachments
      group by chosen
      order by count desc, chosen
      limit ${top}
    )
    select chosen as "_id", coalesce(named.name, 'N/A') as name, count, accepted, pending
    from shares left join ${sql.table(`${by}s`)} as named on named._id = shares.chosen
    order by count desc, name`.execute(db)
  return rows.map((share) => ({ ...share, acceptanceRate: percent(share.accepted, share.count) }))
}

/** How many applications came in each of the last weeks; a week begins on Monday in Kenya. */
async function weekly(db: Database) {
  const today = Math.floor((Date.now() + kenya) / day)
  // 1 January 1970 was a Thursday.
  const monday = today - ((today + 3) % 7)
  const weeks = Array.from(
    { length: weeksShown },
    (_, index) => (monday - 7 * (weeksShown - 1 - index)) * day,
  )
  const row = await db
    .selectNoFrom((from) =>
      weeks.map((week, index) =>
        from
          .selectFrom('attachments')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('createdAt', '>=', new Date(week - kenya).toISOString())
          .where('createdAt', '<', new Date(week + 7 * day - kenya).toISOString())
          .as(`week${index}`),
      ),
    )
    .executeTakeFirstOrThrow()
  return weeks.map((week, index) => ({
    week: new Date(week).toISOString().slice(0, 10),
    count: row[`week${index}`] ?? 0,
  }))
}

async function size(db: Database, table: 'users' | 'institutions' | 'courses' | 'departments') {
  const { rows } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return rows
}

/** In percent, to one decimal; 0 of nothing. */
function percent(part: number, whole: number) {
  return whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10
}
