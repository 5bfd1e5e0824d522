import { prepared } from '../../database/prepared.ts'
import type { Database } from '../../database/tables.ts'
import { courseLabel } from './course-label.ts'
import { withReferences } from './with-references.ts'

/** The institutions of the application form, by name. Ids break ties, here and below. */
export function institutions(db: Database) {
  return db
    .selectFrom('institutions')
    .select(['_id', 'name', 'county'])
    .orderBy('searchText')
    .orderBy('_id')
    .execute()
}

/** The departments of the application form, by name. */
export function departments(db: Database) {
  return db
    .selectFrom('departments')
    .select(['_id', 'name', 'name_sw'])
    .orderBy('searchText')
    .orderBy('_id')
    .execute()
}

/** The courses of the application form, by name, of one institution or of all. */
export async function courses(db: Database, institution?: string) {
  const rows = institution === undefined ? await all(db, {}) : await ofOne(db, { institution })
  return rows.map((row) => withReferences(row, ['institution']))
}

const all = prepared((db) => selectCourses(db))

const ofOne = prepared((db, { institution }: { institution: string }) =>
  selectCourses(db).where('courses.institution', '=', institution),
)

function selectCourses(db: Database) {
  return db
    .selectFrom('courses')
    .innerJoin('institutions', 'institutions._id', 'courses.institution')
    .select([
      'courses._id',
      'courses.name',
      'courses.certification',
      'courses.institution',
      'institutions.name as institutionName',
    ])
    .select(courseLabel.as('label'))
    .orderBy('courses.searchText')
    .orderBy('courses._id')
}
