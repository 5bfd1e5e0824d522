import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'

import { checkDatabase } from '../../server/cli/doctor/check-database.ts'
import type { Finding } from '../../server/cli/doctor/finding.ts'
import { openDatabase, prepareDatabase } from '../../server/database/open.ts'
import { createFirstAdministrator } from '../../server/services/accounts/first-administrator.ts'
import { runCommand } from '../support/command.ts'
import { followAdvice } from '../support/followed-advice.ts'
import { newData } from '../support/own-server.ts'
import { deadPort } from '../support/port.ts'
import { administrator, locationOf } from '../support/server.ts'

// What doctor says about PostgreSQL, and PostgreSQL after its advice was followed.

vi.setConfig({ testTimeout: 60_000 })

const isPostgres = process.env['TEST_ENGINE'] === 'postgres'

/** A site on a new database. `run` runs SQL as its administrator. */
async function newSite() {
  const variables = await newData()
  const location = locationOf(variables)
  const { db, engine } = openDatabase(location)
  onTestFinished(() => db.destroy())
  await prepareDatabase(db, engine)
  await createFirstAdministrator(db, administrator.email, administrator.password)
  const url = new URL(location.databaseUrl!)
  const run =
    (...statements: string[]) =>
    async () => {
      for (const statement of statements) await sql.raw(statement).execute(db)
    }
  return { variables, location, db, engine, url, name: url.pathname.slice(1), run }
}

test.runIf(isPostgres)('what doctor tells to do mends PostgreSQL', async () => {
  const { location, db, engine, name, run } = await newSite()
  let clock = 0
  const see = () => checkDatabase(location, Date.now() + clock)
  const damages = [
    {
      finding: ' is not valid',
      advice: 'In psql: ',
      damage: run(
        `update pg_index set indisvalid = false
          where indexrelid = '"attachments_createdAt"'::regclass`,
        `alter table attachments add constraint "Odd" check (gender <> 'x') not valid`,
      ),
    },
    {
      finding: ' still has the data from before a restore',
      advice: 'In psql, when nobody needs it any more: drop ',
      damage: run(
        `create database "${name}_before_restore 2026-11"`,
        'create schema "before_restore_2026-11"',
      ),
    },
    {
      finding: ' is off: acknowledged changes can be lost',
      advice: 'Set synchronous_commit to on',
      damage: run(`alter database ${name} set synchronous_commit = off`),
    },
    {
      finding: 'Searching has no index and is slow',
      advice: 'run "create extension pg_trgm" in the database; then restart the server',
      damage: run('drop extension pg_trgm cascade'),
    },
    {
      finding: 'The clocks of this machine and of PostgreSQL differ by ',
      advice: 'Set both by a time server',
      damage: () => (clock = 60_000),
    },
  ]
  const follow = async (found: Finding[]) => {
    const commands = found.flatMap(({ todo }) => /^In psql(?:, .+)?: (.+)$/.exec(todo)?.[1] ?? [])
    expect(commands).toHaveLength(4)
    await run(...commands)()
    await run(`alter database ${name} set synchronous_commit = on`)()
    await run('create extension pg_trgm')()
    await prepareDatabase(db, engine)
    clock = 0
  }
  expect(await followAdvice(see, damages, follow)).toEqual([])
})

test.runIf(isPostgres)(
  'DATABASE_URL leads to PostgreSQL, as the owner of the database',
  async () => {
    const { location, url, name, run } = await newSite()
    let databaseUrl = location.databaseUrl
    const see = () => checkDatabase({ ...location, databaseUrl }, Date.now())
    const away = {
      finding: 'The database does not answer as it should',
      advice: 'Check DATABASE_URL, and that PostgreSQL runs',
      damage: () => (databaseUrl = `postgres://127.0.0.1:${deadPort}/${name}`),
    }
    expect(await followAdvice(see, [away], () => (databaseUrl = location.databaseUrl))).toEqual([])

    const role = `role_of_${name}`
    const stranger = {
      finding: 'Indexes and triggers cannot be checked',
      advice: 'The user of DATABASE_URL must own the database',
      damage: async () => {
        await run(
          `create role ${role} login password 'secret'`,
          `grant all on all tables in schema public to ${role}`,
        )()
        databaseUrl = Object.assign(new URL(url), { username: role, password: 'secret' }).href
      },
    }
    expect(
      await followAdvice(see, [stranger], run(`alter database ${name} owner to ${role}`)),
    ).toEqual([])
    await run(
      `alter database ${name} owner to current_user`,
      `drop owned by ${role}`,
      `drop role ${role}`,
    )()
  },
)

/** Stand-ins of what PostgreSQL says about itself. Their schema comes before the one of PostgreSQL. */
const standIns = {
  version: `create function stand_ins.current_setting(text) returns text
    language sql as $$ select '140000' $$`,
  standby: `create function stand_ins.pg_is_in_recovery() returns boolean
    language sql as $$ select true $$`,
  damage: `create table stand_ins.pg_stat_database as
    select current_database() as datname, 2 as checksum_failures`,
  reset: `create function stand_ins.pg_stat_reset() returns void
    language sql as $$ delete from stand_ins.pg_stat_database $$`,
}

test.runIf(isPostgres)('an old PostgreSQL, a standby and damaged pages are replaced', async () => {
  const { variables, location, name, run } = await newSite()
  const see = () => checkDatabase(location, Date.now())
  await run(
    'create schema stand_ins',
    `alter database ${name} set search_path = public, stand_ins, pg_catalog`,
  )()
  expect(
    await followAdvice(
      see,
      [
        {
          finding: 'This is PostgreSQL ',
          advice: 'Upgrade it to 15 or newer',
          damage: run(standIns.version),
        },
        {
          finding: 'This PostgreSQL is a read-only standby',
          advice: 'Connect to its primary',
          damage: run(standIns.standby),
        },
      ],
      run(
        'drop function stand_ins.current_setting(text)',
        'drop function stand_ins.pg_is_in_recovery()',
      ),
    ),
  ).toEqual([])
  const damaged = {
    finding: 'Pages of the database are damaged on the disk',
    advice: `"reindex database ${name}", then "select pg_stat_reset()"`,
    damage: run(standIns.damage, standIns.reset),
  }
  expect(
    await followAdvice(see, [damaged], async ([found]) => {
      expect((await runCommand('server/cli/backup.ts', variables)).code).toBe(0)
      const { db } = openDatabase(location)
      for (const [, statement] of found!.todo.matchAll(/"(.+?)"/g)) {
        await sql.raw(statement!).execute(db)
      }
      await db.destroy()
    }),
  ).toEqual([])
})
