import { execFileSync } from 'node:child_process'
import { randomUUIDv7 } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { sql } from 'kysely'
import { escapeLiteral } from 'pg'

import type { Database } from '../../server/database/tables.ts'
import { findPrograms } from '../../tests/support/postgres.ts'
import type { TestEngine } from '../../tests/support/server.ts'
import { serverWith } from './engines.ts'
import { median, quantity, type Figure, type Setting } from './figure.ts'
import { load, perSecond } from './load.ts'

const clients = 16

/** Applications as the form sends them, each under a key of its own, against a bare INSERT. */
export async function submissions(setting: Setting): Promise<Figure[]> {
  const sqlite = await compare('sqlite', setting, bareSqlite)
  const programs = findPrograms(['pgbench'])
  if (!setting.postgresUrl || !programs) {
    console.log('PostgreSQL: pgbench is not installed')
    return [sqlite]
  }
  const bare = (database: Database, url: string, seconds: number) =>
    barePostgres(join(programs, 'pgbench'), database, url, seconds)
  return [sqlite, await compare('postgres', setting, bare)]
}

type Bare = (database: Database, url: string, seconds: number) => Promise<number>

/** Both in turns, for the machine is not equally fast all the time. */
async function compare(engine: TestEngine, setting: Setting, bare: Bare): Promise<Figure> {
  const server = await serverWith(engine, setting)
  const [rounds, seconds] = setting.quick ? [3, 2] : [5, 5]
  const task = { url: server.url, clients, what: 'submissions' } as const
  const [ours, limits]: [number[], number[]] = [[], []]
  try {
    await load({ ...task, seconds: 2 })
    // As PostgreSQL does by itself within a minute.
    if (engine === 'postgres') await sql`vacuum analyze`.execute(server.db)
    for (let round = 0; round < rounds; round++) {
      limits.push(await bare(server.db, server.variables['DATABASE_URL'] ?? '', seconds))
      ours.push(perSecond(await load({ ...task, seconds })))
    }
  } finally {
    await server.close()
  }
  const [measured, limit] = [median(ours), median(limits)]
  const name = { sqlite: 'SQLite', postgres: 'PostgreSQL' }[engine]
  const how = { sqlite: 'a bare INSERT, synchronous=FULL', postgres: 'pgbench, the same INSERT' }
  return {
    what: `submissions, ${clients} clients, ${name}`,
    measured: `${quantity(measured)} a second`,
    limit: `${quantity(limit)} a second: ${how[engine]}`,
    value: measured / limit,
    reach: engine === 'sqlite' ? 'submissions' : 'submissions, PostgreSQL',
  }
}

/** The same row one by one into a table without an index besides its key, on the same disk. */
async function bareSqlite(database: Database, _url: string, seconds: number) {
  const row = await someRow(database)
  const names = Object.keys(row)
  const folder = mkdtempSync(join(tmpdir(), 'bare-'))
  const bare = new DatabaseSync(join(folder, 'bare.sqlite'))
  bare.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    create table bare (${names.map((name) => (name === '_id' ? '_id primary key' : name)).join()})
  `)
  const insert = bare.prepare(`insert into bare values (${names.map(() => '?').join()})`)
  const values = Object.values(row).map((value) => (typeof value === 'boolean' ? +value : value))
  const key = names.indexOf('_id')
  const end = performance.now() + seconds * 1000
  let count = 0
  for (; performance.now() < end; count++) insert.run(...values.with(key, randomUUIDv7()))
  bare.close()
  rmSync(folder, { recursive: true })
  return count / seconds
}

/** The same by PostgreSQL's own program. */
async function barePostgres(pgbench: string, database: Database, url: string, seconds: number) {
  const row = await someRow(database)
  await sql`create table if not exists bare (like attachments, primary key (_id))`.execute(database)
  const values = Object.entries(row).map(([name, value]) =>
    name === '_id' ? 'gen_random_uuid()' : value === null ? 'null' : escapeLiteral(String(value)),
  )
  const names = Object.keys(row).map((name) => `"${name}"`)
  const folder = mkdtempSync(join(tmpdir(), 'bare-'))
  const script = join(folder, 'insert.sql')
  writeFileSync(script, `insert into bare (${names.join()}) values (${values.join()});\n`)
  const [threads, log] = ['-j2', '-n']
  const options = [`-c${clients}`, threads, log, '-Mprepared', `-T${seconds}`, `-f${script}`, url]
  const said = execFileSync(pgbench, options, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  rmSync(folder, { recursive: true })
  return Number(/^tps = ([\d.]+)/m.exec(said)?.[1])
}

function someRow(database: Database) {
  return database.selectFrom('attachments').selectAll().limit(1).executeTakeFirstOrThrow()
}
