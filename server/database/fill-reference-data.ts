import { randomUUIDv7 } from 'node:crypto'

import { derivedColumns } from './derived-columns.ts'
import { readDepartments, readInstitutions } from './reference-data.ts'
import type { Database } from './tables.ts'

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

/** Creates consecutive UUIDs of version 7, because lists of them compress very well. */
function consecutiveIds() {
  const first = randomUUIDv7()
  let count = Number.parseInt(first.slice(-6), 16) >> 1
  return () => first.slice(0, -6) + (count++).toString(16).padStart(6, '0')
}
