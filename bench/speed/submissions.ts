import { execFileSync } from 'node:child_process'
import { randomUUIDv7 } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { sql } from 'kysely'
import { escapeLiteral } from 'pg'

import type { Database } from '../../server/database/tables.ts'
import { findProgramFolder } from '../../server/cli/backup/find-program.ts'
import { newDatabase, startServer, type TestEngine } from '../../tests/support/server.ts'
import { engineNames, enginesOf, serverWith } from './engines.ts'
import { median, quantity, type Figure, type Setting } from './figure.ts'
import { load, perSecond } from './load.ts'

const clients = 16

/** Submissions as the form sends them, each with its own idempotency key, against a bare INSERT. */
export async function submissions(setting: Setting): Promise<Figure[]> {
  if (setting.against) {
    const figures: Figure[] = []
    for (const engine of enginesOf(setting)) {
      figures.push(await compareVersions(engine, setting, resolve(setting.against)))
    }
    return figures
  }
  const sqlite = await compare('sqlite', setting, { bare: bareSqlite })
  const programs = findProgramFolder('pgbench')
  if (!setting.postgresUrl || !programs) {
    console.log('PostgreSQL: pgbench is not installed')
    return [sqlite]
  }
  const by = (program: typeof barePostgres) => (database: Database, url: string, seconds: number) =>
    program(join(programs, 'pgbench'), database, url, seconds)
  const limits = { bare: by(barePostgres), whole: by(wholePostgres) }
  return [sqlite, await compare('postgres', setting, limits)]
}

/** Alternates between this version and the one in `folder`, each with a new database. */
async function compareVersions(
  engine: TestEngine,
  setting: Setting,
  folder: string,
): Promise<Figure> {
  const [rounds, seconds] = setting.quick ? [5, 2] : [11, 3]
  const [ours, other] = [await versionIn(undefined), await versionIn(folder)]
  try {
    for (const { send } of [ours, other]) await send()
    for (let round = 0; round < rounds; round++) {
      for (const version of round % 2 ? [ours, other] : [other, ours]) {
        version.rates.push(await version.send())
      }
    }
  } finally {
    for (const { close } of [ours, other]) await close()
  }
  const [measured, limit] = [median(ours.rates), median(other.rates)]
  return {
    what: `submissions, ${clients} clients, ${engineNames[engine]}`,
    measured: `${quantity(measured)} a second`,
    limit: `${quantity(limit)} a second: the version in ${basename(folder)}`,
    value: limit / measured,
    target: 'submissions against another version',
  }

  async function versionIn(release: string | undefined) {
    const { variables, remove } = await newDatabase(engine, setting.postgresUrl)
    const { url, stop } = await startServer(variables, release)
    return {
      rates: [] as number[],
      send: async () => perSecond(await load({ url, clients, seconds, what: 'submissions' })),
      close: async () => {
        await stop('SIGTERM')
        await remove()
      },
    }
  }
}

/** Rows a second: the application alone, and with all other rows of a submission. */
interface Limits {
  bare: (database: Database, url: string, seconds: number) => Promise<number>
  whole?: Limits['bare']
}

/** Alternates between both, because the speed of the machine varies. */
async function compare(
  engine: TestEngine,
  setting: Setting,
  { bare, whole }: Limits,
): Promise<Figure> {
  const server = await serverWith(engine, setting)
  const [rounds, seconds] = setting.quick ? [3, 2] : [5, 5]
  const task = { url: server.url, clients, what: 'submissions' } as const
  const url = server.variables['DATABASE_URL'] ?? ''
  const [ours, limits]: [number[], number[]] = [[], []]
  let besides = ''
  try {
    await load({ ...task, seconds: 2 })
    // As PostgreSQL does by itself within a minute.
    if (engine === 'postgres') await sql`vacuum analyze`.execute(server.db)
    for (let round = 0; round < rounds; round++) {
      limits.push(await bare(server.db, url, seconds))
      ours.push(perSecond(await load({ ...task, seconds })))
    }
    if (whole) {
      besides = `; ${quantity(await whole(server.db, url, seconds))}: with all that we store besides`
    }
  } finally {
    await server.close()
  }
  const [measured, limit] = [median(ours), median(limits)]
  const how = { sqlite: 'a bare INSERT, synchronous=FULL', postgres: 'pgbench, the same INSERT' }
  return {
    what: `submissions, ${clients} clients, ${engineNames[engine]}`,
    measured: `${quantity(measured)} a second`,
    limit: `${quantity(limit)} a second: ${how[engine]}${besides}`,
    value: measured / limit,
    target: engine === 'sqlite' ? 'submissions' : 'submissions, PostgreSQL',
  }
}

/** Inserts the same row one by one into a table with a primary key only, on the same disk. */
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

/** Inserts the same row with pgbench into the same kind of table. */
async function barePostgres(program: string, database: Database, url: string, seconds: number) {
  await sql`create table if not exists bare (like attachments, primary key (_id))`.execute(database)
  const { names, values } = await inSql(database)
  const statement = `insert into bare (${names}) values (${values});`
  return runPgbench(program, statement, url, seconds)
}

/** All rows of a submission with pgbench, in our own tables with all their indexes. */
async function wholePostgres(program: string, database: Database, url: string, seconds: number) {
  const { names, values } = await inSql(database, {
    _id: '_id',
    referenceId: 'word',
    email: 'word',
    nameKey: 'word',
    phoneKey: 'word',
  })
  const { text } = await database
    .selectFrom('search_texts')
    .select('text')
    .limit(1)
    .executeTakeFirstOrThrow()
  const statement = `
    with new as materialized (select gen_random_uuid() as _id, md5(random()::text) as word),
    application as (insert into attachments (${names}) select ${values} from new),
    found as (insert into search_texts (_id, is_accepted, is_archived, text)
      select _id, false, false, word || ${escapeLiteral(text)} from new),
    told as (insert into history (_id, "createdAt", action, entity, record)
      select gen_random_uuid(), now(), 'submit', 'attachment', _id from new),
    message as (insert into outbox
      (_id, "createdAt", attachment, kind, state, "dueAt", "giveUpAt", tries, doubts)
      select gen_random_uuid(), now(), _id, 'received', 'waiting', now(), now(), 0, 0 from new)
    insert into idempotency_keys (key, fingerprint, "referenceId", "createdAt")
      select word, word, word, now() from new;`
  return runPgbench(program, statement.replaceAll('\n', ' '), url, seconds)
}

/** An application as SQL; `own` replaces the expressions of some columns. */
async function inSql(
  database: Database,
  own: Record<string, string> = { _id: 'gen_random_uuid()' },
) {
  const row = Object.entries(await someRow(database))
  return {
    names: row.map(([name]) => `"${name}"`).join(),
    values: row
      .map(([name, value]) => own[name] ?? (value === null ? 'null' : escapeLiteral(String(value))))
      .join(),
  }
}

/** Executions of a statement per second by 16 clients. */
function runPgbench(program: string, statement: string, url: string, seconds: number) {
  const folder = mkdtempSync(join(tmpdir(), 'bare-'))
  const script = join(folder, 'insert.sql')
  writeFileSync(script, `${statement}\n`)
  const [threads, log] = ['-j2', '-n']
  const options = [`-c${clients}`, threads, log, '-Mprepared', `-T${seconds}`, `-f${script}`, url]
  const output = execFileSync(program, options, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  rmSync(folder, { recursive: true })
  return Number(/^tps = ([\d.]+)/m.exec(output)?.[1])
}

function someRow(database: Database) {
  return database.selectFrom('attachments').selectAll().limit(1).executeTakeFirstOrThrow()
}
