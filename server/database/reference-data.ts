import { readFileSync } from 'node:fs'

import { parse } from 'csv-parse/sync'
import * as z from 'zod/mini'

import { courseInput } from '../../contract/course.ts'
import { departmentInput } from '../../contract/department.ts'
import { institutionInput } from '../../contract/institution.ts'

/**
 * The departments of the foundation, with the names on its public pages. The CSV files have the
 * same columns as the exports of the back office.
 */
export function readDepartments() {
  return readCsv('departments').map((row) =>
    departmentInput.parse({
      name: row['Department Name'],
      name_sw: row['Name in Kiswahili'],
      code: row['Code'],
      headOfDepartment: row['Head of Department'],
      description: row['Description'],
    }),
  )
}

/**
 * Recognised Kenyan universities, polytechnics and colleges with the county of their main campus,
 * and their courses that suit the foundation's departments. To add a college, add lines to
 * institutions.csv and courses.csv.
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

/** package.json maps `#reference-data` to the folder of the files, also for the built server. */
function readCsv(name: string): Record<string, string>[] {
  const file = new URL(import.meta.resolve(`#reference-data/${name}.csv`))
  return parse(readFileSync(file), { bom: true, columns: true })
}
