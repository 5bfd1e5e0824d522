import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'

import { createBackup } from '../../server/cli/backup.ts'
import { backupStore, isDue } from '../../server/cli/backup/backup-documents.ts'
import { checkBackups } from '../../server/cli/doctor/check-backups.ts'
import { checkDatabase } from '../../server/cli/doctor/check-database.ts'
import { checksumFile } from '../../server/cli/files.ts'
import type { Finding } from '../../server/cli/doctor/finding.ts'
import { openDatabase, prepareDatabase, sqliteFile } from '../../server/database/open.ts'
import { createFirstAdministrator } from '../../server/services/accounts/first-administrator.ts'
import { openDocumentStore } from '../../server/services/documents/document-store.ts'
import { backupFigures } from '../../server/services/last-backup.ts'
import { readSettings } from '../../server/settings.ts'
import { addMadeUpApplications } from '../support/api.ts'
import { runCommand } from '../support/command.ts'
import { addDocument } from '../support/documents.ts'
import { administrator, locationOf, newDatabase, type TestEngine } from '../support/server.ts'
import { writeFileIn } from '../support/stored-documents.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const isPostgres = process.env['TEST_ENGINE'] === 'postgres'
const hour = 60 * 60 * 1000
const day = 24 * hour

/** One database with documents and a folder of backups, for all tests of this file. */
const { variables, remove } = await newDatabase(
  process.env['TEST_ENGINE'] as TestEngine,
  inject('postgresUrl'),
)
const folder = await mkdtemp(join(tmpdir(), 'foundation-backups-'))
const location = locationOf(variables)
const settings = readSettings(variables)
const source = { location, store: await openDocumentStore(settings) }
const saved = backupStore(folder)
const { db, engine } = openDatabase(location)
const documents: Awaited<ReturnType<typeof addDocument>>[] = []

beforeAll(async () => {
  await prepareDatabase(db, engine)
  await createFirstAdministrator(db, administrator.email, administrator.password)
  const applications = await addMadeUpApplications(db, 8)
  for (const { _id } of applications.slice(0, 3)) {
    const place = { db, dataDir: location.dataDir }
    documents.push(await addDocument(place, _id, { bytes: randomBytes(1000) }))
  }
})
afterAll(async () => {
  await db.destroy()
  await rm(folder, { recursive: true })
  await remove()
})

const sentences = (findings: Finding[]) => findings.map(({ level, what }) => `${level}: ${what}`)

async function findingsOfBackups({ isThorough = false, later = 0 } = {}) {
  const now = () => Date.now() + later
  return sentences(await checkBackups({ backups: folder, now, isThorough }, settings))
}

const findingsOfDatabase = () => checkDatabase(location, Date.now())
const runRestore = (...args: string[]) =>
  runCommand('server/cli/restore.ts', { DATA_DIR: '/nowhere' }, ...args)

/** The newest backup, made before each test. */
let file: string
beforeEach(async () => {
  file = (await createBackup(source, folder, { keep: 1 })).file
})

test('a good backup has no findings, and the metrics say so', async () => {
  expect(await findingsOfBackups({ isThorough: true })).toEqual([])
  expect(await findingsOfBackups({ later: 25 * hour })).toEqual([])
  expect(await findingsOfBackups({ later: 27 * hour })).toEqual([
    `warning: The newest backup in ${folder} is 27 hours old`,
  ])
  const { size } = await stat(file)
  const figures = await backupFigures(location, Date.now() + hour)
  expect(figures).toMatchObject({ size, isComplete: true })
  expect(figures!.age).toBeGreaterThanOrEqual(hour / 1000)
})

const damages: [what: string, damage: () => Promise<void>, sentence: () => string][] = [
  ['an empty', () => truncate(file), () => `${file} is empty`],
  [
    'a truncated',
    async () => truncate(file, (await readFile(file)).length - 1000),
    () => `${file} is damaged: its checksum is not the one in ${checksumFile(file)}`,
  ],
  [
    'a flipped',
    async () => {
      const bytes = await readFile(file)
      bytes[3000]! ^= 1
      await writeFile(file, bytes)
    },
    () => `${file} is damaged: its checksum is not the one in ${checksumFile(file)}`,
  ],
]

test.each(damages)('%s backup is a problem until the next one', async (_what, damage, sentence) => {
  await damage()
  expect(await findingsOfBackups()).toEqual([`problem: ${sentence()}`])
  expect(await runRestore('--check', file)).toEqual({ code: 1, lines: [`${sentence()}.`] })

  // As doctor says: make a new one, and remove the damaged file.
  await createBackup(source, folder)
  await rm(file)
  expect(await findingsOfBackups()).toEqual([])
})

test('a backup without a checksum is a warning', async () => {
  await rm(checksumFile(file))
  const sentence = `There is no ${checksumFile(file)}, so a changed byte may not be noticed`
  expect(await findingsOfBackups()).toEqual([`warning: ${sentence}`])
  const { code, lines } = await runRestore('--check', file)
  expect([code, lines.at(-1)]).toEqual([0, sentence])
})

test('missing and cut off documents of a backup are a problem until the next one', async () => {
  const [missing, short] = documents.map(({ _id }) => _id) as [string, string]
  await saved.remove(missing)
  await writeFileIn(saved, short, randomBytes(10))
  expect(await findingsOfBackups()).toEqual([
    `problem: 2 documents (${missing}, ${short}) are missing or cut off beside ${file}`,
  ])
  file = (await createBackup(source, folder)).file
  expect(await findingsOfBackups({ isThorough: true })).toEqual([])
})

test('a document that was erased during the backup is not missing', async () => {
  const { _id } = await addDocument({ db, dataDir: location.dataDir }, null)
  file = (await createBackup(source, folder)).file
  await db.deleteFrom('documents').where('_id', '=', _id).execute()
  await saved.remove(_id)
  expect(await findingsOfBackups()).toEqual([])
})

test('--thorough finds a rotten document of a backup, and a thorough backup replaces it', async () => {
  const [{ _id, size }] = documents as [(typeof documents)[number]]
  await writeFileIn(saved, _id, randomBytes(size))
  expect(await findingsOfBackups()).toEqual([])
  expect(await findingsOfBackups({ isThorough: true })).toEqual([
    `problem: 1 document (${_id}) is damaged beside ${file}`,
  ])
  const { code, lines } = await runRestore('--check', file)
  expect([code, lines[0]]).toEqual([
    1,
    `Of 8 applications and 3 documents in ${file}, 1 document (${_id}) is missing from ${saved.location}, or damaged there. Copy them there from another copy of the backup. With --incomplete, everything else can be restored.`,
  ])

  const args = ['--to', folder, '--thorough']
  const { lines: printed } = await runCommand('server/cli/backup.ts', variables, ...args)
  expect(printed.slice(1)).toEqual([
    `With 3 documents in ${saved.location}, 0 new (0.0 MB)`,
    'Copied 1 again, in place of damaged copies',
  ])
  expect(await findingsOfBackups({ isThorough: true })).toEqual([])
})

test('every night, a backup reads another part of the documents of earlier ones', async () => {
  const [{ _id, size }] = documents as [(typeof documents)[number]]
  const nights = Array.from({ length: 30 }, (_, night) => Date.now() + night * day)
  const due = nights.filter((now) => isDue(_id, now))
  expect(due).toHaveLength(1)
  await writeFileIn(saved, _id, randomBytes(size))
  const mendedAt = async (now: number) =>
    (await createBackup(source, folder, { now })).documents.mended
  expect(await mendedAt(due[0]! + day)).toBe(0)
  expect(await mendedAt(due[0]!)).toBe(1)
  expect(await mendedAt(due[0]!)).toBe(0)
})

test('a good backup passes --check without settings, a build or a change', async () => {
  const before = await readdir(folder)
  expect(await runRestore('--check', file)).toEqual({
    code: 0,
    lines: [
      `${file} can be restored: it has 8 applications and 3 documents, and all of it was read`,
    ],
  })
  expect(await readdir(folder)).toEqual(before)
})

test('--check refuses what is no backup, a folder, and a backup of a newer version', async () => {
  const other = join(folder, 'other.txt')
  await writeFile(other, 'no backup at all')
  expect((await runRestore('--check', other)).lines).toEqual([`${other} is no backup.`])
  await rm(other)
  for (const args of [[folder], ['--check', folder]]) {
    const { code, lines } = await runRestore(...args)
    expect([code, lines[0]]).toEqual([
      1,
      expect.stringMatching(/ is a folder\. Name a backup file/),
    ])
  }
  const newest = { name: '9999-drop-needs-99.0.0', timestamp: '2099-01-01T00:00:00.000Z' }
  await sql`insert into kysely_migration (name, timestamp)
    values (${newest.name}, ${newest.timestamp})`.execute(db)
  const newer = await createBackup(source, folder)
  await sql`delete from kysely_migration where name = ${newest.name}`.execute(db)
  expect((await runRestore('--check', newer.file)).lines[0]).toMatch(
    /cannot be used here: it belongs to a newer version .*9999-drop-needs-99\.0\.0/,
  )
  await rm(newer.file)
})

test('a backup that failed is a problem until one succeeds, also in the metrics', async () => {
  const place = join(folder, 'file')
  await writeFile(place, '')
  await expect(createBackup(source, join(place, 'backups'))).rejects.toThrow(/ENOTDIR|EEXIST/)
  expect(await findingsOfBackups()).toEqual([
    expect.stringMatching(/^problem: The last backup, at .*, failed or lacks something: /),
  ])
  expect(await backupFigures(location, Date.now())).toMatchObject({ isComplete: false })
  await rm(place)
  await createBackup(source, folder)
  expect(await findingsOfBackups()).toEqual([])
  expect(await backupFigures(location, Date.now())).toMatchObject({ isComplete: true })
})

test('the folder of the last backup is found without an option', async () => {
  const { location: found } = saved
  const environment = { backups: undefined, now: () => Date.now() + 2 * day, isThorough: false }
  expect(sentences(await checkBackups(environment, settings))).toEqual([
    `warning: The newest backup in ${found.replace(/\/documents$/, '')} is 48 hours old`,
  ])
  await utimes(file, new Date(), new Date())
})

test('missing indexes and triggers are named, and --repair makes them again', async () => {
  expect(await findingsOfDatabase()).toEqual([])
  const on = isPostgres ? sql`on attachments` : sql``
  await sql`drop index attachments_intake`.execute(db)
  await sql`drop index courses_name_unique`.execute(db)
  await sql`drop trigger attachments_flags ${on}`.execute(db)
  if (!isPostgres) await sql`drop trigger search_texts_update`.execute(db)
  await sql`update attachments set is_archived = true`.execute(db)
  await sql`update users set role = 'root' where email = ${administrator.email}`.execute(db)
  const found = sentences(await findingsOfDatabase())
  expect(found).toEqual(
    expect.arrayContaining([
      'problem: The index courses_name_unique is missing',
      'problem: The trigger attachments_flags is missing',
      expect.stringMatching(/^problem: Users have an unknown role.*: 1 \(users [\da-f-]{36}\)$/),
      'problem: There is no administrator',
      expect.stringMatching(/^problem: Applications have an outdated status in the search: \d /),
    ]),
  )
  expect(found.includes('problem: The trigger search_texts_update is missing')).toBe(!isPostgres)

  const { lines } = await runCommand('server/cli/doctor.ts', variables, '--repair')
  expect(lines).toContain('Made the index courses_name_unique again')
  expect(sentences(await findingsOfDatabase())).toEqual(['problem: There is no administrator'])
  // As doctor says: a restart with another ADMIN_EMAIL. The first one belongs to a user.
  await createFirstAdministrator(db, administrator.email, administrator.password)
  expect(await findingsOfDatabase()).toHaveLength(1)
  await createFirstAdministrator(db, 'second@example.org', administrator.password)
  expect(await findingsOfDatabase()).toEqual([])
})

test('broken rows are named, without the advice to restore a backup, and do not stop backups', async () => {
  const gone = sql.lit('01980000-0000-7000-8000-00000000dead')
  await db.connection().execute(async (connection) => {
    const [off, on] = isPostgres
      ? ['set session_replication_role = replica', 'set session_replication_role = origin']
      : ['pragma foreign_keys = off', 'pragma foreign_keys = on']
    await sql.raw(off).execute(connection)
    await sql`update attachments set department = ${gone}`.execute(connection)
    await sql`update courses set institution = ${gone}
      where _id = (select min(cast(_id as text)) from courses)${sql.raw(isPostgres ? '::uuid' : '')}`.execute(
      connection,
    )
    await sql.raw(on).execute(connection)
  })
  const broken = async () =>
    (await findingsOfDatabase()).filter(({ what }) => what.includes(' refer to rows of '))
  const findings = await broken()
  expect(sentences(findings)).toEqual([
    expect.stringMatching(
      /^problem: Rows of attachments refer to rows of departments that do not exist: 8 \(attachments (\S+, ){4}\S+ and 3 more\)$/,
    ),
    expect.stringMatching(
      /^problem: Rows of courses refer to rows of institutions that do not exist: 1 \(courses \S+\)$/,
    ),
  ])
  for (const { todo } of findings) expect(todo).toMatch(/^All other data is usable/)
  // The first way on: choose the department again. The second one: look into a backup.
  await sql`update attachments set department = (select min(cast(_id as text)) from departments)${sql.raw(isPostgres ? '::uuid' : '')}`.execute(
    db,
  )
  expect(await broken()).toHaveLength(1)
  const backup = await createBackup(source, folder)
  expect((await runRestore('--check', backup.file)).code).toBe(0)
})

test.skipIf(isPostgres)('a damaged index gets the advice to build it again', async () => {
  // SQLite does not maintain an index that is absent from the list of its schema.
  const index = 'attachments_createdAt'
  const databaseFile = sqliteFile(location.dataDir)
  const hide = (work: (database: DatabaseSync) => void) => {
    using database = new DatabaseSync(databaseFile, { defensive: false })
    database.exec('pragma writable_schema = on')
    work(database)
  }
  let row: Record<string, unknown> | undefined
  hide((database) => {
    row = database.prepare('select * from sqlite_schema where name = ?').get(index)
    database.prepare('delete from sqlite_schema where name = ?').run(index)
  })
  hide((database) =>
    database.exec(`update attachments set "createdAt" = '2026-01-01T00:00:00.000Z'`),
  )
  hide((database) =>
    database
      .prepare('insert into sqlite_schema values (?, ?, ?, ?, ?)')
      .run(...(Object.values(row!) as string[])),
  )
  const repairs = async () =>
    (await findingsOfDatabase()).filter(({ todo }) => todo.includes('builds the index again'))
  expect(sentences(await repairs())).toContainEqual(
    expect.stringMatching(/^problem: row \d+ missing from index attachments_createdAt$/),
  )
  await runCommand('server/cli/doctor.ts', variables, '--repair')
  expect(await repairs()).toEqual([])
  expect(basename(databaseFile)).toBe('foundation.sqlite')
})
