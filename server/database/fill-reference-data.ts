import { randomUUIDv7 } from 'node:crypto'
import { derivedColumns } from './derived-columns.ts'
import type { Database } from './tables.ts'
import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import * as z from 'zod/mini'
import { courseInput } from '../../contract/course.ts'
import { departmentInput } from '../../contract/department.ts'
import { institutionInput } from '../../contract/institution.ts'

/** Fills empty tables with departments, institutions and courses, which the form needs. */
export async function fillReferenceData(db: Database) {
  const nextId = consecutiveIds()
  const createdAt = new Date().toISOString()
  const record = <Fields>(fields: Fields) => ({
    _id: nextId(),
    ...fields,
    createdAt,
    updatedAt: createdAt,
  })
  if (await isEmpty(db, 'departments')) {
    const departments = readDepartments().map((department) =>
      record({ ...department, ...derivedColumns.departments(department) }),
    )
    await db.insertInto('departments').values(departments).execute()
  }
  if (!(await isEmpty(db, 'institutions'))) return
  for (const { courses, ...institution } of readInstitutions()) {
    const added = record({ ...institution, ...derivedColumns.institutions(institution) })
    await db.insertInto('institutions').values(added).execute()
    const rows = courses.map((course) =>
      record({ ...course, ...derivedColumns.courses(course), institution: added._id }),
    )
    await db.insertInto('courses').values(rows).execute()
  }
}

async function isEmpty(db: Database, table: 'departments' | 'institutions') {
  return !(await db.selectFrom(table).select('_id').limit(1).executeTakeFirst())
}

/**
 * Creates consecutive UUIDs of version 7, because lists of them compress very well. Their last digits count
 * from zero: with a random start, the compressed form has up to 56 bytes more.
 */
function consecutiveIds() {
  const start = randomUUIDv7().slice(0, -6)
  let count = 0
  return () => start + (count++).toString(16).padStart(6, '0')
}

/**
 * The departments of the foundation, with the names on its public pages. The CSV files have the
 * same columns as the exports of the back office.
 */
function readDepartments() {
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
