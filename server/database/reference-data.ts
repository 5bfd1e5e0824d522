import { readFileSync } from 'node:fs'

import { parse } from 'csv-parse/sync'
import * as z from 'zod/mini'

import { courseInput } from '../../contract/course.ts'
import { departmentInput } from '../../contract/department.ts'
import { institutionInput } from '../../contract/institution.ts'

/**
 * The foundation's departments, as its department and attachment pages name them. The CSV files have
 * the columns of the back office's exports.
 */
export function readDepartments() {
  return readCsv('departments').map((row) =>
    departmentInput.parse({
      name: row['Department Name'],
      code: row['Code'],
      headOfDepartment: row['Head of Department'],
      description: row['Description'],
    }),
  )
}

/**
 * Recognised Kenyan universities, polytechnics and colleges with the county of their main campus,
 * and the courses that suit the foundation's departments. To add a college, add lines to both files.
 */
export function readInstitutions() {
  const courses = Map.groupBy(readCsv('courses'), (row) => row['Institution'])
  return readCsv('institutions').map((row) => ({
    ...institutionInput.parse({ name: row['Institution Name'], county: row['County'] }),
    courses: (courses.get(row['Institution Name']) ?? []).map((course) =>
      courseFields.parse({
        name: course['Course Name'],
        certification: course['Certification'],
      }),
    ),
  }))
}

const courseFields = z.omit(courseInput, { institution: true })

/** `#reference-data` in package.json is the path of the files, also for the built server. */
function readCsv(name: string): Record<string, string>[] {
  const file = new URL(import.meta.resolve(`#reference-data/${name}.csv`))
  return parse(readFileSync(file), { bom: true, columns: true })
}
