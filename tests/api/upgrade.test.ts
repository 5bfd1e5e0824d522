import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { CompiledQuery, sql } from 'kysely'
import { expect, test, vi } from 'vitest'

import packageJson from '#package' with { type: 'json' }
import type { Application } from '../../contract/application/application.ts'
import { openDatabase, prepareDatabase, type DataLocation } from '../../server/database/open.ts'
import type { Database } from '../../server/database/tables.ts'
import { counts } from '../../server/services/applications/application-counts.ts'
import { decline } from '../../server/services/applications/decisions/decide.ts'
import { checkDatabase } from '../../server/cli/doctor/check-database.ts'
import { runCommand } from '../support/command.ts'
import { newData, startOwnServer } from '../support/own-server.ts'
import { administrator, locationOf } from '../support/server.ts'
import { submission } from '../support/submission.ts'
import { choicesAt, listApplications, post, submit } from '../support/concurrent-applicants.ts'

vi.setConfig({ testTimeout: 60_000 })

const isPostgres = process.env['TEST_ENGINE'] === 'postgres'
const fixture = join(
  import.meta.dirname,
  `../fixtures/first-version.${isPostgres ? 'postgres' : 'sqlite'}.sql`,
)
/** Names that were distinct on SQLite in the first version. */
const twins = isPostgres ? ['Éden'] : ['Éden', 'éDEN']
/** More rows than a migration changes in one batch. */
const copies = 1200

test('starting this version upgrades a database of the first version without loss', async () => {
  const variables = await newData()
  const location = locationOf(variables)
  const before = await change(location, async (db) => {
    await run(db, readFileSync(fixture, 'utf8'))
    await copyApplications(db)
    await addTwins(db)
    return read(db)
  })
  const server = await startOwnServer(variables)

  const old = { authorization: 'Bearer a-session-of-the-first-version' }
  const me = await fetch(`${server.url}/api/auth/me`, { headers: old })
  expect(await me.json()).toMatchObject({ user: { email: administrator.email, role: 'admin' } })
  expect((await post(`${server.url}/api/auth/login`, administrator)).status).toBe(200)
  const password = 'Amina set this after the upgrade'
  const link = { token: 'a-link-of-the-first-version', password }
  expect((await post(`${server.url}/api/auth/password`, link)).status).toBe(200)

  const list = async (query: string) => {
    const answer = await fetch(`${server.url}/api/admin/attachments?${query}`, { headers: old })
    return (await answer.json()) as Application[]
  }
  const names = (rows: Application[]) => rows.map(({ first_name }) => first_name)
  expect(await list('includeArchived=true')).toHaveLength(before.attachments.length)
  expect(names(await list('status=accepted&limit=10'))).toEqual(['Ómari'])
  expect(names(await list('status=archived&limit=10'))).toEqual(['Neema'])
  expect(names(await list('q=copy777x nganga&limit=10'))).toEqual(['Copy777x'])
  expect(names(await list('q=omari said&limit=10'))).toEqual(['Ómari'])

  const [neema] = await list('status=archived')
  expect(neema).toMatchObject({ declined_reason: null, declined_message: null, declinedAt: null })

  const edens = await fetch(`${server.url}/api/admin/institutions?q=EDEN`, { headers: old })
  expect(((await edens.json()) as { name: string }[]).map(({ name }) => name)).toEqual(twins)
  const third = { name: 'ÉDEN', county: 'Lamu' }
  const refused = await fetch(`${server.url}/api/admin/institutions`, {
    method: 'POST',
    headers: { ...old, 'content-type': 'application/json' },
    body: JSON.stringify(third),
  })
  expect(refused.status).toBe(409)

  expect(await server.stop('SIGTERM')).toBe(0)
  const findings = await checkDatabase(location, Date.now())
  expect(findings.map(({ what }) => what)).toEqual(
    isPostgres ? [] : ['Two institutions have the same name: "Éden" and "éDEN"'],
  )
  const after = await change(location, read)
  for (const table of ['attachments', 'institutions', 'courses', 'departments'] as const) {
    const untouched = before[table].filter(({ _id }) => _id !== neema!._id)
    expect(after[table].filter(({ _id }) => _id !== neema!._id)).toEqual(
      untouched.map((row) => expect.objectContaining(row)),
    )
  }
  expect(after.institutions).toEqual(
    before.institutions.map((row) => expect.objectContaining({ ...row, updatedAt: row.createdAt })),
  )
  expect(after.departments[0]).toMatchObject({ name: 'Communication', name_sw: 'Mawasiliano' })
  const counted = await change(location, async (db) => {
    const { _id: by } = await db.selectFrom('users').select('_id').executeTakeFirstOrThrow()
    await decline(db, neema!._id, { reason: 'dates', message: null }, by)
    return counts(db)
  })
  expect(counted.declined).toBe(1)
})

test('a database whose newer migrations only expand it is used, without its newer parts', async () => {
  const variables = await preparedBy('9998-add-a-column')
  const server = await startOwnServer(variables)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  expect(await listApplications(server.url)).toEqual([])
  await server.stop('SIGTERM')

  const again = await preparedBy(`9998-drop-a-column-needs-${packageJson.version}`)
  const { url } = await startOwnServer(again)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
})

test('a database of a newer version that removed something is refused with a message', async () => {
  const variables = await preparedBy('9998-add-a-column', '9999-drop-needs-99.0.0')
  const { code, lines } = await runCommand('server/bootstrap.js', { ...variables, PORT: '0' })

  expect([code, lines]).toEqual([
    1,
    [
      expect.stringMatching(
        /^Cannot start: .* cannot be used: it belongs to a newer version of this product \(9999-drop-needs-99\.0\.0 is unknown here\)$/,
      ),
    ],
  ])
})

test('a server keeps running while a newer version adds columns', async () => {
  const variables = await newData()
  const location = locationOf(variables)
  const server = await startOwnServer(variables)
  const choices = await choicesAt(server.url)
  const apply = (key: string) =>
    submit(server.url, key, submission(choices, { email: `${key}@example.org` }))
  const references = async () =>
    (await listApplications(server.url)).map(({ referenceId }) => referenceId)

  const before = await apply('applied-before')
  expect(await references()).toEqual([before])
  await change(location, async (db) => {
    for (const table of [
      'attachments',
      'institutions',
      'courses',
      'idempotency_keys',
      'sessions',
    ]) {
      await sql`alter table ${sql.table(table)} add column later text`.execute(db)
    }
  })

  const after = await apply('applied-after')
  expect(await references()).toEqual([after, before])
  expect(await apply('applied-before')).toBe(before)
})

/** A database that also has migrations of a newer version. */
async function preparedBy(...newer: string[]) {
  const variables = await newData()
  await change(locationOf(variables), async (db, engine) => {
    await prepareDatabase(db, engine)
    for (const name of newer) {
      await sql`insert into kysely_migration (name, timestamp) values (${name}, '2099-01-01T00:00:00.000Z')`.execute(
        db,
      )
    }
  })
  return variables
}

async function change<T>(
  location: DataLocation,
  work: (db: Database, engine: ReturnType<typeof openDatabase>['engine']) => Promise<T>,
) {
  const { db, engine } = openDatabase(location)
  try {
    return await work(db, engine)
  } finally {
    await db.destroy()
  }
}

/** Runs an SQL script statement by statement; each statement ends at the end of a line. */
async function run(db: Database, script: string) {
  for (const statement of script.split(/;\n/)) {
    if (statement.trim()) await db.executeQuery(CompiledQuery.raw(statement))
  }
}

async function addTwins(db: Database) {
  const moment = new Date().toISOString()
  for (const [index, name] of twins.entries()) {
    await sql`insert into institutions (_id, name, county, "createdAt")
      values (${`01980000-0000-7000-8000-00010000000${index}`}, ${name}, 'Lamu', ${moment})`.execute(
      db,
    )
  }
}

/** Adds rows under the column names of the first version. */
async function copyApplications(db: Database) {
  const moment = new Date().toISOString()
  await sql`update sessions set "createdAt" = ${moment}, "usedAt" = ${moment}`.execute(db)
  const { rows } = await sql<Record<string, unknown>>`
    select * from attachments where last_name = 'Ng''ang''a'`.execute(db)
  const columns = sql.join(Object.keys(rows[0]!).map((name) => sql.ref(name)))
  for (let index = 0; index < copies; index++) {
    const number = String(index).padStart(8, '0')
    const copy = {
      ...rows[0],
      _id: `01980000-0000-7000-8000-0000${number}`,
      referenceId: `SPH-2026-${number}`,
      first_name: `Copy${index}x`,
    }
    await sql`insert into attachments (${columns}) values (${sql.join(Object.values(copy))})`.execute(
      db,
    )
  }
}

async function read(db: Database) {
  const all = async (table: string) => {
    const { rows } = await sql<{
      _id: string
      createdAt: string
    }>`select * from ${sql.table(table)} order by _id`.execute(db)
    return rows
  }
  return {
    attachments: await all('attachments'),
    institutions: await all('institutions'),
    courses: await all('courses'),
    departments: await all('departments'),
  }
}
