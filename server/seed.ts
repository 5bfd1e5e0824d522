import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { takeIn } from './database/counts.ts'
import { madeUpApplications, madeUpRow } from './database/load-data.ts'
import { openDatabase, prepareDatabase } from './database/open.ts'
import type { AttachmentsTable, Database } from './database/tables.ts'
import { newReferenceId } from './services/reference-id.ts'
import { addApplications } from './services/search-texts.ts'
import { locationOf, readSettings } from './settings.ts'

/** Adds made-up applications to the database: `npm run seed -- --applications 200`. */

const batch = 5000

if (existsSync('.env')) process.loadEnvFile('.env')
const { values } = parseArgs({ options: { applications: { type: 'string', default: '200' } } })
const count = Number(values.applications)
if (!Number.isInteger(count) || count < 1) {
  process.stderr.write('--applications takes a number from 1\n')
  process.exit(1)
}

const settings = readSettings(process.env)
const { db, engine } = openDatabase(locationOf(settings))
await prepareDatabase(db, engine)
await seed(db, count)
await takeIn(db)
await db.destroy()
process.stdout.write(`Added ${count.toLocaleString('en')} made-up applications\n`)

async function seed(database: Database, applications: number) {
  const today = new Date().toISOString().slice(0, 10)
  const people = madeUpApplications(applications, await lookups(database), today)
  const references = new Set<string>()
  await database.transaction().execute(async (transaction) => {
    let rows: AttachmentsTable[] = []
    for (const person of people) {
      const { createdAt } = person
      // Among a million made at once, two are often the same.
      let referenceId = newReferenceId(createdAt)
      while (references.has(referenceId)) referenceId = newReferenceId(createdAt)
      references.add(referenceId)
      rows.push(madeUpRow(person, referenceId))
      if (rows.length < batch) continue
      await addApplications(transaction, rows)
      rows = []
    }
    await addApplications(transaction, rows)
  })
}

/** In an order that does not depend on ids, so that the same number gives the same people. */
async function lookups(database: Database) {
  const departments = await database
    .selectFrom('departments')
    .select('_id')
    .orderBy('name')
    .execute()
  const courses = await database
    .selectFrom('courses')
    .innerJoin('institutions', 'institutions._id', 'courses.institution')
    .select(['courses._id', 'courses.institution'])
    .orderBy('institutions.name')
    .orderBy('courses.name')
    .orderBy('courses.certification')
    .execute()
  return { departments, courses }
}
