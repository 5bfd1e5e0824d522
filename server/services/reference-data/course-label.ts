import { sql } from 'kysely'

import { nameKey } from '../../database/normalize.ts'
import type { Database } from '../../database/tables.ts'

/**
 * The label of a row of `courses`: its name, with the certification if the institution has another
 * course of this name. An index finds the few courses of the institution.
 */
export const courseLabel = sql<string>`case when exists (
    select 1 from courses as namesake
    where namesake.institution = courses.institution
      and namesake."nameKey" = courses."nameKey" and namesake._id <> courses._id)
  then courses.name || ' (' || courses.certification || ')' else courses.name end`

/**
 * The labels of all courses, by id. If several institutions have a course of a label, it also names
 * the institution.
 */
export async function labelsOfAllCourses(db: Database) {
  const courses = await db
    .selectFrom('courses')
    .innerJoin('institutions', 'institutions._id', 'courses.institution')
    .select(['courses._id', 'institutions.name as institution', courseLabel.as('label')])
    .execute()
  const byLabel = Map.groupBy(courses, ({ label }) => nameKey(label))
  return new Map(
    courses.map(({ _id, label, institution }) => {
      const isUnique = byLabel.get(nameKey(label))?.length === 1
      return [_id, isUnique ? label : `${label}, ${institution}`]
    }),
  )
}
