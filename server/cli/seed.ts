import { foldChanges } from '../database/counts.ts'
import type { Engine } from '../database/engine.ts'
import { fakeApplications, fakeApplicationRow } from '../database/fake-data.ts'
import { prepareDatabase } from '../database/open.ts'
import type { AttachmentsTable, Database } from '../database/tables.ts'
import { newReferenceId } from '../services/applications/reference-id.ts'
import { addApplications } from '../services/applications/search-texts.ts'

const batch = 5000

/** Adds so many made-up applications to a database, which may be a new one. */
export async function seed(db: Database, engine: Engine, count: number) {
  await prepareDatabase(db, engine)
  const today = new Date().toISOString().slice(0, 10)
  const people = fakeApplications(count, await lookups(db), today)
  const references = new Set<string>()
  await db.transaction().execute(async (transaction) => {
    let rows: AttachmentsTable[] = []
    for (const person of people) {
      const { createdAt } = person
      // Among a million made at once, two are often the same.
      let referenceId = newReferenceId(createdAt)
      while (references.has(referenceId)) referenceId = newReferenceId(createdAt)
      references.add(referenceId)
      rows.push(fakeApplicationRow(person, referenceId))
      if (rows.length < batch) continue
      await addApplications(transaction, rows)
      rows = []
    }
    await addApplications(transaction, rows)
  })
  await foldChanges(db)
}

/** In an order that does not depend on ids, so that the same number gives the same people. */
async function lookups(db: Database) {
  const departments = await db.selectFrom('departments').select('_id').orderBy('name').execute()
  const courses = await db
    .selectFrom('courses')
    .innerJoin('institutions', 'institutions._id', 'courses.institution')
    .select(['courses._id', 'courses.institution'])
    .orderBy('institutions.name')
    .orderBy('courses.name')
    .orderBy('courses.certification')
    .execute()
  return { departments, courses }
}
