import { sql } from 'kysely'

import { isPostgres } from '../../server/database/prepared.ts'
import type { Database } from '../../server/database/tables.ts'

/** The differences between the applications and their counts as version 0.1.0 reads them. */
export async function wrongStoredCounts(db: Database) {
  const day = isPostgres(db)
    ? sql`to_char("createdAt" at time zone 'utc' + interval '3 hours', 'YYYY-MM-DD')`
    : sql`date("createdAt", '+3 hours')`
  const values = {
    institution: sql`coalesce(cast(institution as text), '')`,
    course: sql`coalesce(cast(course as text), '')`,
    department: sql`coalesce(cast(department as text), '')`,
    day,
    declined_reason: sql`coalesce(declined_reason, '')`,
    withdrawn: sql`case when "withdrawnAt" is null then '' else 'withdrawn' end`,
  }
  const parts = Object.entries(values).flatMap(([what, value]) => [
    sql`select ${sql.lit(what)}, ${sql.ref(what)}, is_accepted, is_archived, change
      from count_changes`,
    sql`select ${sql.lit(what)}, ${value}, is_accepted, is_archived, -1 from attachments`,
  ])
  const { rows } = await sql<{ what: string; value: string }>`
    select what, value, sum(count) as difference from (
      select what, value, is_accepted, is_archived, count from counts
      union all ${sql.join(parts, sql` union all `)}
    ) as all_counts
    group by what, value, is_accepted, is_archived having sum(count) <> 0`.execute(db)
  return rows
}
