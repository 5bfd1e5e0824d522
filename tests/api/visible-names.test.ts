import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, onTestFinished, test } from 'vitest'

import { checkNames } from '../../server/cli/doctor/check-names.ts'
import { migrations } from '../../server/database/migrations/index.ts'
import { openDatabase } from '../../server/database/open.ts'
import { addOldApplication } from '../support/old-application.ts'
import { newData } from '../support/own-server.ts'
import { locationOf } from '../support/server.ts'

const moment = '2026-03-01T08:00:00.000Z'

/** A database as the version before the migration left it, with functions that store what it stored. */
async function oldSystem() {
  const { db, engine } = openDatabase(locationOf(await newData()))
  onTestFinished(() => db.destroy())
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations(engine) } })
  await migrator.migrateTo('0028-email-pause')

  const add = async (
    table: 'institutions' | 'courses' | 'departments' | 'users',
    columns: object,
  ) => {
    const row = { _id: randomUUID(), createdAt: moment, updatedAt: moment, ...columns }
    await db
      .insertInto(table)
      .values(row as never)
      .execute()
    return row._id
  }
  const addInstitution = (name: string) =>
    add('institutions', {
      name,
      county: 'Lamu',
      nameKey: name.toLowerCase(),
      searchText: `${name.toLowerCase()}\nlamu`,
    })
  const upgrade = async () => {
    const { error } = await migrator.migrateTo('0029-visible-names')
    expect(error).toBeUndefined()
  }
  return { db, add, addInstitution, upgrade }
}

test('the upgrade mends names, with their keys and search texts', async () => {
  const { db, add, addInstitution, upgrade } = await oldSystem()
  const institution = await addInstitution('Chuo\u200b cha \u00ad Tumbe')
  const course = await add('courses', {
    institution,
    name: 'Ufu\u2060maji',
    certification: 'Diploma',
    nameKey: 'ufu\u2060maji',
    searchText: 'ufu\u2060maji',
  })
  const department = await add('departments', {
    name: 'Idara\u3164',
    code: 'IDA',
    nameKey: 'idara\u3164',
    codeKey: 'ida',
    searchText: 'idara\u1160 ida bi. eva',
  })
  const person = { name: 'Ali\u200e', email: 'ali@example.org', role: 'admin' }
  await add('users', { ...person, searchText: 'ali\u200e ali@example.org' })
  const _id = randomUUID()
  const names = {
    first_name: 'Za\u200bwadi\u200e',
    middle_name: '\u3164',
    last_name: 'Nde\u200b\u0301 \u00ad Mrima',
  }
  await addOldApplication(db, { _id, ...names, institution, course, department })
  const lines = (...all: string[]) => all.map((line) => `${line}\n`).join('')
  const text = lines(
    'za\u200bwadi\u200e nde\u200b \u00ad mrima \u1160',
    'zawadi@example.org',
    '\u0001chuo\u200b cha \u00ad tumbe',
    '\u0002ufu\u2060maji',
    '\u0003idara\u1160',
  )
  const flags = { is_accepted: false, is_archived: false }
  await db
    .insertInto('search_texts')
    .values({ _id, text, ...flags })
    .execute()
  await upgrade()

  const [application] = await db.selectFrom('attachments').selectAll().execute()
  const mended = { first_name: 'Zawadi', middle_name: null, last_name: 'Ndé Mrima' }
  expect(application).toMatchObject({ ...mended, updatedAt: moment })
  const searched = await db.selectFrom('search_texts').select('text').execute()
  expect(searched).toEqual([
    {
      text: lines(
        'zawadi nde mrima',
        'zawadi@example.org',
        '\u0001chuo cha tumbe',
        '\u0002ufumaji',
        '\u0003idara',
      ),
    },
  ])
  const stored = async (table: 'institutions' | 'courses' | 'departments') =>
    db.selectFrom(table).select(['name', 'nameKey', 'searchText']).execute()
  expect([
    await stored('institutions'),
    await stored('courses'),
    await stored('departments'),
    await db.selectFrom('users').select(['name', 'searchText']).execute(),
  ]).toEqual([
    [{ name: 'Chuo cha Tumbe', nameKey: 'chuo cha tumbe', searchText: 'chuo cha tumbe\nlamu' }],
    [{ name: 'Ufumaji', nameKey: 'ufumaji', searchText: 'ufumaji' }],
    [{ name: 'Idara', nameKey: 'idara', searchText: 'idara ida bi. eva' }],
    [{ name: 'Ali', searchText: 'ali ali@example.org' }],
  ])
  expect(await checkNames(db)).toEqual([])
})

test('letters state the mended names, so they stay valid', async () => {
  const { db, upgrade } = await oldSystem()
  const _id = randomUUID()
  await addOldApplication(db, { _id })
  await sql`insert into letters (_id, "createdAt", code, attachment, kind, "firstName", "middleName",
      "lastName", institution, "startsOn", "endsOn")
    values (${randomUUID()}, ${moment}, 'x', ${_id}, 'acceptance', ${'Za\u200bwadi'}, ${'\u200e'},
      ${'Kombo'}, ${'Chuo\u00ad'}, '2026-05-04', '2026-07-24')`.execute(db)
  await upgrade()

  const columns = ['firstName', 'middleName', 'lastName', 'institution', 'department'] as const
  expect(await db.selectFrom('letters').select(columns).execute()).toEqual([
    {
      firstName: 'Zawadi',
      middleName: null,
      lastName: 'Kombo',
      institution: 'Chuo',
      department: null,
    },
  ])
})

test('names that only a person can mend stay, and doctor reports them', async () => {
  const { db, addInstitution, upgrade } = await oldSystem()
  const twin = 'Chuo cha Tum\u200bbe'
  const unreadable = ['\u3164', 'Chuo\u202e', '\u0301', '2026']
  const names = ['Chuo cha Tumbe', twin, ...unreadable, 'دانش\u200cگاه', 'École']
  for (const name of names) await addInstitution(name)
  const _id = randomUUID()
  await addOldApplication(db, { _id, last_name: '\u2066' })
  await upgrade()

  const stored = await db.selectFrom('institutions').select('name').execute()
  expect(stored.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  const findings = await checkNames(db)
  expect(findings.map(({ what }) => what)).toEqual([
    'Some applications have a name without a letter, or with characters that hide or turn text: 1',
    'Some institutions have a name without a letter, or with characters that hide or turn text: 4',
    'Some institutions have a name with invisible characters, and others look the same: 1',
  ])
  expect(findings[0]?.todo).toContain(`/admin/industrial-attachments?view=all&open=${_id}`)
})
