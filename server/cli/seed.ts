import { sql } from 'kysely'

import type { ContactBy } from '../../contract/application/contact-by.ts'
import { fakeApplications, fakeApplicationRow, fakeDomains } from '../database/fake-data.ts'
import { openDatabase, prepareDatabase } from '../database/open.ts'
import { isPostgres } from '../database/prepared.ts'
import type { AttachmentsTable, Database } from '../database/tables.ts'
import { newReferenceId } from '../services/applications/store-application.ts'
import { addApplications } from '../services/search-texts.ts'
import { locationOf } from '../settings.ts'
import {
  loadSettings,
  print,
  readArguments,
  readCount,
  runMain,
  OperationError,
} from './command.ts'
import { countOf } from './count-of.ts'
import { Progress } from './progress.ts'
import { seedIntakes } from './seed-intakes.ts'

/**
 * `npm run seed -- --applications 200`: adds made-up applications. With `--intakes`, also two intakes
 * with offers, waiting lists and placements. With `--sms`, a third of the applicants wants SMS. Refuses
 * a database with other applications, unless `--among-real-applications` is given.
 */
async function main() {
  const { values } = readArguments({
    applications: { type: 'string' },
    intakes: { type: 'boolean', default: false },
    sms: { type: 'boolean', default: false },
    'among-real-applications': { type: 'boolean', default: false },
  })
  const count = readCount('--applications', values.applications) ?? 200
  const { db, engine } = openDatabase(locationOf(loadSettings()))
  try {
    await prepareDatabase(db, engine)
    if (!values['among-real-applications']) await refuseReal(db)
    await seed(db, count, values)
  } finally {
    await db.destroy()
  }
  const more = values.intakes ? ' and two intakes' : ''
  print(`Added ${countOf(count, 'made-up application')}${more}`)
}

interface Options {
  intakes: boolean
  sms: boolean
}

/** The transports that fake applicants choose, in turns. */
const wishes: ContactBy[] = ['email', 'sms', 'email', 'email', 'both', 'email']

/** Made-up applications can hardly be told from real ones later. */
async function refuseReal(db: Database) {
  const real = await db
    .selectFrom('attachments')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where((expression) =>
      expression.and(fakeDomains.map((domain) => expression('email', 'not like', `%@${domain}`))),
    )
    .executeTakeFirstOrThrow()
  const count = Number(real.count)
  if (count === 0) return
  throw new OperationError(
    `There are ${count.toLocaleString('en')} real applications in this database. With --among-real-applications, made-up ones are added all the same, and only by hand can they be removed.`,
  )
}

async function seed(db: Database, count: number, options: Options) {
  const today = new Date().toISOString().slice(0, 10)
  const people = fakeApplications(count, await lookups(db), today)
  const references = new Set<string>()
  const progress = new Progress('Adding applications', count)
  await db.transaction().execute(async (transaction) => {
    const intakes = options.intakes ? await seedIntakes(transaction, today) : undefined
    const add = async (batch: AttachmentsTable[]) => {
      await addApplications(transaction, batch)
      // Without statistics, PostgreSQL would read all rows to compare a batch.
      if (references.size === batchSize && isPostgres(transaction)) {
        await sql`analyze attachments`.execute(transaction)
      }
      await intakes?.addAnswers(batch)
      await intakes?.addPlacements(batch)
    }
    let rows: AttachmentsTable[] = []
    for (const person of people) {
      const { createdAt } = person
      // Reference IDs are random, so a million of them contain duplicates.
      let referenceId = newReferenceId(createdAt)
      while (references.has(referenceId)) referenceId = newReferenceId(createdAt)
      references.add(referenceId)
      const contact_by = (options.sms && wishes[references.size % wishes.length]) || 'email'
      const row = { ...fakeApplicationRow(person, referenceId), contact_by }
      rows.push(intakes?.assign(row) ?? row)
      if (rows.length < batchSize) continue
      await add(rows)
      progress.report(references.size)
      rows = []
    }
    await add(rows)
    await intakes?.addPlaces()
  })
}

/** Sorted by name, not by the random ids: every machine gets the same people for the same count. */
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

const batchSize = 5000

const usage = '[--applications NUMBER] [--intakes] [--sms] [--among-real-applications]'

if (import.meta.main) await runMain('seed', usage, main)
