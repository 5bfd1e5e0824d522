import { sql } from 'kysely'

import type { Analytics } from '../../contract/analytics.ts'
import type { Database } from '../database/tables.ts'
import { counts } from './attachments.ts'
import { now } from './record.ts'

const day = 24 * 60 * 60 * 1000

/** The dashboard's figures over all applications (specification, sections 2, 3 and 9). */
export async function analytics(db: Database): Promise<Analytics> {
  const { total, pending, accepted, archived } = await counts(db)
  const { everAccepted } = await db
    .selectFrom('attachments')
    .select(({ fn }) => fn.countAll<number>().as('everAccepted'))
    .where('is_accepted', '=', true)
    .executeTakeFirstOrThrow()
  const { recent } = await db
    .selectFrom('attachments')
    .select(({ fn }) => fn.countAll<number>().as('recent'))
    .where('createdAt', '>=', now(-30 * day))
    .executeTakeFirstOrThrow()
  const departments = await breakdown(db, 'department', 5)
  const courses = await breakdown(db, 'course', 5)
  const institutions = await breakdown(db, 'institution', 6)
  return {
    totalAttachments: total,
    acceptanceRate: percent(everAccepted, total),
    pendingAttachments: pending,
    recentAttachments: recent,
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
    totalUsers: await size(db, 'users'),
    totalInstitutions: await size(db, 'institutions'),
    totalCourses: await size(db, 'courses'),
    totalDepartments: await size(db, 'departments'),
  }
}

interface Share {
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
    select coalesce(named.name, 'N/A') as name, count, accepted, pending
    from shares left join ${sql.table(`${by}s`)} as named on named._id = shares.chosen
    order by count desc, name`.execute(db)
  return rows.map((share) => ({ ...share, acceptanceRate: percent(share.accepted, share.count) }))
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
