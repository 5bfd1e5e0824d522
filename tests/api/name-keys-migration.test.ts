import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, onTestFinished, test } from 'vitest'

import { checkNameKeys } from '../../server/cli/doctor/check-names.ts'
import { checkRecords } from '../../server/cli/doctor/check-records.ts'
import { repair } from '../../server/cli/doctor/repair.ts'
import { migrations } from '../../server/database/migrations/index.ts'
import { openDatabase } from '../../server/database/open.ts'
import { searchText } from '../../server/database/search-text.ts'
import type { Database } from '../../server/database/tables.ts'
import { entities } from '../../server/services/reference-data/entities.ts'
import { create, update } from '../../server/services/reference-data/entity-service.ts'
import { addOldApplication } from '../support/old-application.ts'
import { newData } from '../support/own-server.ts'
import { locationOf } from '../support/server.ts'

const createdAt = '2026-03-01T08:00:00.000Z'
const times = { createdAt, updatedAt: createdAt }
const county = 'Lamu'
const by = randomUUID()

/** A database of the last version before the migration, and a function that migrates it. */
async function openOld() {
  const { db, engine } = openDatabase(locationOf(await newData()))
  onTestFinished(() => db.destroy())
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations(engine) } })
  await migrator.migrateTo('0028-email-pause')
  const migrate = async () => expect((await migrator.migrateToLatest()).error).toBeUndefined()
  return { db, engine, migrate }
}

/** Stores an institution as earlier versions do. */
async function addInstitution(db: Database, name: string) {
  const row = { _id: randomUUID(), name, nameKey: name.toLowerCase(), county, ...times }
  const oldText = `${name.toLowerCase()}\n${county.toLowerCase()}`
  await db
    .insertInto('institutions')
    .values({ ...row, searchText: oldText })
    .execute()
  return row._id
}

/** Stores an application and its placement as earlier versions do. */
async function addPlaced(db: Database, index: number, first_name: string, text: string) {
  const row = {
    _id: randomUUID(),
    referenceId: `SPH-2026-0000000${index}`,
    first_name,
    middle_name: null,
    last_name: 'Kombo',
    email: `kombo${index}@example.org`,
    phone_number: '0712345678',
  }
  await addOldApplication(db, row)
  await sql`insert into search_texts (_id, is_accepted, is_archived, text)
    values (${row._id}, false, false, ${text})`.execute(db)
  await sql`insert into placements (_id, attachment, "startsOn", "endsOn", "createdAt", "updatedAt")
    values (${row._id}, ${row._id}, '2026-05-01', '2026-08-01', ${createdAt}, ${createdAt})`.execute(
    db,
  )
  return row
}

const placedNames = async (db: Database) =>
  (await db.selectFrom('placements').select('nameOrder').orderBy('nameOrder').execute()).map(
    ({ nameOrder }) => nameOrder.split('\n')[0],
  )

test('the upgrade writes search texts and keys anew, and keeps names that are the same now', async () => {
  const { db, engine, migrate } = await openOld()
  const institutions = ["Chuo cha Murang'a", 'Chuo cha Murang’a', 'École', 'Ecole', 'Pwani']
  for (const name of institutions) await addInstitution(db, name)
  const rows = [
    await addPlaced(db, 1, 'Ng´ang´a', 'ng ang a kombo\n'),
    await addPlaced(db, 2, 'Øyvind', 'øyvind kombo\n'),
  ]
  await migrate()

  const noNames = { institution: null, course: null, department: null }
  for (const row of rows) {
    const { text } = await db
      .selectFrom('search_texts')
      .select('text')
      .where('_id', '=', row._id)
      .executeTakeFirstOrThrow()
    expect(text).toBe(searchText(row, noNames))
  }
  const found = await sql`select 1 from search_texts
    where ${await engine.search.find(db, ['nganga'])}`.execute(db)
  expect(found.rows).toHaveLength(1)
  expect(await placedNames(db)).toEqual(['nganga kombo', 'oyvind kombo'])
  const stored = await db.selectFrom('institutions').select('name').execute()
  expect(stored.map(({ name }) => name).toSorted()).toEqual(institutions.toSorted())
  expect(await checkNameKeys(db)).toMatchObject([
    {
      level: 'warning',
      what: expect.stringMatching(/^Two institutions have the same name: "Chuo/),
    },
  ])
})

test('of two names that are the same, each may be edited, and one must be renamed', async () => {
  const { db, engine, migrate } = await openOld()
  const ids: string[] = []
  for (const name of ['Chuo-Kikuu', 'Chuo Kikuu']) ids.push(await addInstitution(db, name))
  await migrate()

  const change = (index: number, name: string) =>
    update(db, entities.institution, ids[index]!, { name, county: 'Kwale' }, by)
  expect(await change(0, 'Chuo-Kikuu')).toMatchObject({ county: 'Kwale' })
  expect(await change(1, 'Chuo Kikuu')).toMatchObject({ county: 'Kwale' })
  const third = { name: 'CHUOKIKUU', county }
  expect(await create(db, entities.institution, third, by)).toMatchObject({ kind: 'conflict' })
  expect(await change(0, 'Chuo Kingine')).toMatchObject({ name: 'Chuo Kingine' })
  await repair(db, engine)
  expect(await checkNameKeys(db)).toEqual([])
  expect(await change(0, 'Chuo  kikuu')).toMatchObject({ kind: 'conflict' })
})

test('what servers of the last version store after the upgrade is sorted, or mended by doctor', async () => {
  const { db, engine, migrate } = await openOld()
  await migrate()
  await addInstitution(db, 'Chuo cha Pwani')
  await addPlaced(db, 1, 'Ng´ang´a', 'zed kombo\n')
  expect(await placedNames(db)).toEqual(['zed kombo'])
  await db.updateTable('search_texts').set({ text: 'amina kombo\n' }).execute()
  expect(await placedNames(db)).toEqual(['amina kombo'])

  await db.updateTable('placements').set({ nameOrder: 'wrong' }).execute()
  const problems = async () =>
    (await checkRecords(db, Date.now()))
      .map(({ what }) => what.replace(/ \(.*/, ''))
      .filter((what) => /outda/.test(what))
  expect(await problems()).toEqual([
    'Names have outdated keys or words in the search: 1',
    'Placements are sorted by an outdated name: 1',
    'Applications have outdated words in the search: 1',
  ])
  expect(await repair(db, engine)).toEqual({ texts: 1, names: 1, persons: 1 })
  expect(await problems()).toEqual([])
  expect(await placedNames(db)).toEqual(['nganga kombo'])
  const twin = { name: 'Chuo–cha Pwani', county }
  expect(await create(db, entities.institution, twin, by)).toMatchObject({ kind: 'conflict' })
})
