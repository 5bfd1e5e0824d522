import { readFileSync } from 'node:fs'

import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, onTestFinished, test, vi } from 'vitest'

import { migrations } from '../../server/database/migrations/index.ts'
import { openDatabase, prepareDatabase } from '../../server/database/open.ts'
import type { Database } from '../../server/database/tables.ts'
import { lastRelease } from '../support/last-release.ts'
import { hasLocks } from '../support/locks.ts'
import { newData } from '../support/own-server.ts'
import { locationOf } from '../support/server.ts'
import { contractions, readTableParts } from '../support/table-parts.ts'

const isPostgres = process.env['TEST_ENGINE'] === 'postgres'

async function open() {
  const opened = openDatabase(locationOf(await newData()))
  onTestFinished(() => opened.db.destroy())
  return opened
}

test('the changelog names the last release with its commit', () => {
  // A version that is not published yet has no commit.
  const published = /^## \[(\d[^\]]*)\](?:(?!^## ).)*?commit ([0-9a-f]+)/ims
  const [, version, commit] = published.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? []

  expect(version).toBe(lastRelease.version)
  expect(commit?.length).toBeGreaterThanOrEqual(7)
  expect(lastRelease.commit.startsWith(commit!)).toBe(true)
})

test('after each migration since the last release, that release still works', async () => {
  const { db, engine } = await open()
  const all = migrations(engine)
  expect(Object.keys(all)).toContain(lastRelease.lastMigration)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => all } })
  await migrator.migrateTo(lastRelease.lastMigration)

  const allowed = new Set(lastRelease.unused.map((part) => `${part} is gone`))
  let before = await readTableParts(db)
  for (const name of Object.keys(all).filter((one) => one > lastRelease.lastMigration)) {
    const { error } = await migrator.migrateUp()
    expect(error).toBeUndefined()
    const after = await readTableParts(db)
    const found = contractions(before, after)
    const isNamed = found.length === 0 || name.endsWith(`-needs-${lastRelease.version}`)
    const wrong = found.filter((what) => !allowed.has(what))
    expect({ name, wrong, isNamed }).toEqual({ name, wrong: [], isNamed: true })
    before = after
  }
})

test.runIf(hasLocks)(
  'an upgrade waits for the older version, and makes it no deadlock',
  async () => {
    const { db, engine } = await open()
    const provider = { getMigrations: async () => migrations(engine) }
    await new Migrator({ db, provider }).migrateTo(lastRelease.lastMigration)
    const columnsBefore = await countColumns(db)

    const upgrade = await db.transaction().execute(async (olderVersion) => {
      await sql`lock table departments in row exclusive mode`.execute(olderVersion)
      const upgrading = prepareDatabase(db, engine)
      upgrading.catch(() => {})
      await vi.waitFor(
        async () => expect(await endedAttempts(olderVersion)).toBeGreaterThan(0),
        10_000,
      )
      await sql`lock table attachments in row exclusive mode`.execute(olderVersion)
      return { upgrading }
    })

    await upgrade.upgrading
    expect(await countColumns(db)).toBeGreaterThan(columnsBefore)
  },
)

/** Connections whose last statement has released the lock of the migrations, which an attempt takes first. */
async function endedAttempts(transaction: Database) {
  // Without this, a transaction sees the connections as they were at its first look.
  await sql`select pg_stat_clear_snapshot()`.execute(transaction)
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and query like 'select pg_advisory_unlock%'
  `.execute(transaction)
  return rows.length
}

async function countColumns(db: Database) {
  const tables = await db.introspection.getTables()
  return tables.find(({ name }) => name === 'attachments')!.columns.length
}

const contracting: [what: string, finding: string, statement: string][] = [
  ['a dropped table', 'table towns is gone', 'drop table towns'],
  ['a renamed table', 'table towns is gone', 'alter table towns rename to places'],
  ['a dropped column', 'column people.age integer is gone', 'alter table people drop column age'],
  [
    'a renamed column',
    'column people.age integer is gone',
    'alter table people rename column age to years',
  ],
  ['a dropped index', 'index people_town is gone', 'drop index people_town'],
  [
    'a dropped trigger',
    'trigger people_counted on people is gone',
    `drop trigger people_counted ${isPostgres ? 'on people' : ''}`,
  ],
  [
    'a new unique index',
    isPostgres
      ? 'CREATE UNIQUE INDEX people_age ON public.people USING btree (age) is new'
      : 'unique index people_age (age) is new',
    'create unique index people_age on people (age)',
  ],
  [
    'a new check',
    isPostgres ? 'people CHECK ((grade > 0)) is new' : 'people check (grade > 0) is new',
    'alter table people add column grade integer check (grade > 0)',
  ],
]
const contractingPostgres: typeof contracting = [
  [
    'another type',
    'column people.age integer is gone',
    'alter table people alter column age type text',
  ],
  [
    'a new column without a default',
    'the value of people.grade is new',
    'alter table people add column grade integer not null',
  ],
  [
    'a column that must not be null any more',
    'the value of people.age is new',
    'alter table people alter column age set not null',
  ],
  [
    'a lost default',
    'the value of people.town is new',
    'alter table people alter column town drop default',
  ],
]

test.each([...contracting, ...(isPostgres ? contractingPostgres : [])])(
  '%s is refused in a migration',
  async (_what, finding, statement) => {
    expect(await contractionsBy(statement)).toContain(finding)
  },
)

test.each([
  'create table later (name text not null unique)',
  'alter table people add column grade text',
  "alter table people add column grade text not null default 'none'",
  'create index people_age on people (age)',
])('%s is accepted in a migration', async (statement) => {
  expect(await contractionsBy(statement)).toEqual([])
})

async function contractionsBy(statement: string) {
  const { db } = await open()
  for (const created of example) await sql.raw(created).execute(db)
  const before = await readTableParts(db)
  await sql.raw(statement).execute(db)
  return contractions(before, await readTableParts(db))
}

const example = [
  'create table towns (name text primary key)',
  "create table people (age integer, town text not null default '')",
  'create index people_town on people (town)',
  ...(isPostgres
    ? [
        'create function count_person() returns trigger language plpgsql as $$ begin return null; end $$',
        'create trigger people_counted after insert on people for each row execute function count_person()',
      ]
    : [
        'create trigger people_counted after insert on people begin delete from towns where false; end',
      ]),
]
