import { randomUUIDv7 } from 'node:crypto'

import { derivedColumns } from './derived-columns.ts'
import { readDepartments, readInstitutions } from './reference-data.ts'
import type { Database } from './tables.ts'

/** Fills empty tables with departments, institutions and courses, which the form needs. */
export async function fillReferenceData(db: Database) {
  const nextId = consecutiveIds()
  const createdAt = new Date().toISOString()
  const timestamps = { createdAt, updatedAt: createdAt }
  if (await isEmpty(db, 'departments')) {
    await db
      .insertInto('departments')
      .values(
        readDepartments().map((department) => ({
          _id: nextId(),
          ...department,
          ...derivedColumns.departments(department),
          ...timestamps,
        })),
      )
      .execute()
  }
  if (await isEmpty(db, 'institutions')) {
    for (const { name, county, courses } of readInstitutions()) {
      const institution = nextId()
      await db
        .insertInto('institutions')
        .values({
          _id: institution,
          name,
          county,
          ...derivedColumns.institutions({ name, county }),
          ...timestamps,
        })
        .execute()
      await db
        .insertInto('courses')
        .values(
          courses.map((course) => ({
            _id: nextId(),
            ...course,
            ...derivedColumns.courses(course),
            institution,
            ...timestamps,
          })),
        )
        .execute()
    }
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
