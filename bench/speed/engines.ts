import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

import { sql } from 'kysely'

import { openDatabase } from '../../server/database/open.ts'
import type { Database } from '../../server/database/tables.ts'
import { noSettings } from '../../tests/support/no-settings.ts'
import {
  locationOf,
  newDatabase,
  startServer,
  type TestEngine,
} from '../../tests/support/server.ts'
import { signIn } from '../http-client.ts'
import type { Setting } from './figure.ts'

export const engineNames = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

/** The engines that are installed. */
export function enginesOf({ postgresUrl }: Setting): TestEngine[] {
  return postgresUrl ? ['sqlite', 'postgres'] : ['sqlite']
}

type Served = Awaited<ReturnType<typeof serverWith>>

const shared = new Map<string, Promise<Served>>()

/** A server that all parts with this number of applications share; `closeShared` stops it. */
export function sharedServer(engine: TestEngine, setting: Setting, applications: number) {
  const name = `${engine} ${applications}`
  const server = shared.get(name) ?? serverWith(engine, setting, applications)
  shared.set(name, server)
  return server
}

export async function closeShared() {
  for (const server of shared.values()) await (await server).close()
}

/** A server on a new database with fake applications, and the database itself. */
export async function serverWith(
  engine: TestEngine,
  setting: Setting,
  applications = 0,
  settings: Record<string, string> = {},
) {
  const database = await databaseWith(engine, setting, applications)
  const server = await startServer({ ...database.variables, ...settings })
  return {
    ...database,
    ...server,
    token: await signIn(server.url),
    async close() {
      await server.stop('SIGTERM')
      await database.close()
    },
  }
}

/** A new database with fake applications. */
export async function databaseWith(engine: TestEngine, setting: Setting, applications = 0) {
  const { variables, remove } = await newDatabase(engine, setting.postgresUrl)
  // A quick run does not query the history and the messages.
  if (applications > 0) await fillDatabase(variables, applications, !setting.quick)
  const opened = openDatabase(locationOf(variables))
  return {
    ...opened,
    variables,
    async close() {
      await opened.db.destroy()
      await remove()
    },
  }
}

/** Adds fake applications and, if wanted, what each submission stores besides. */
async function fillDatabase(
  variables: Record<string, string>,
  applications: number,
  withHistoryAndMessages: boolean,
) {
  seed(applications, variables)
  const location = locationOf(variables)
  const { db, engine } = openDatabase(location)
  if (withHistoryAndMessages) await engine.withoutTimeout(() => addHistoryAndMessages(db))
  // As autovacuum would within some minutes.
  if (location.databaseUrl) await engine.withoutTimeout(() => sql`vacuum analyze`.execute(db))
  await db.destroy()
}

function seed(applications: number, variables: Record<string, string>) {
  execFileSync(process.execPath, ['server/cli/seed.ts', '--applications', String(applications)], {
    env: { ...process.env, ...noSettings, ...variables },
    stdio: 'ignore',
  })
}

/** Adds the history entry and the message that each submission stores. */
async function addHistoryAndMessages(db: Database) {
  await sql`insert into history (_id, "createdAt", action, entity, record)
    select _id, "createdAt", 'submit', 'attachment', _id from attachments`.execute(db)
  const columns = sql`"createdAt", 'received', 'sent', "createdAt", "createdAt", "createdAt", 0, 0`
  await sql`insert into outbox
    (_id, attachment, "createdAt", kind, state, "dueAt", "giveUpAt", "endedAt", tries, doubts)
    select _id, _id, ${columns} from attachments`.execute(db)
}

/** Resident memory of a process (MB) before some work, and the most of it meanwhile. */
export async function memoryDuring(pid: number, work: () => Promise<unknown>) {
  const before = memoryOf(pid)
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, memoryOf(pid))
  }, 20)
  try {
    await work()
  } finally {
    clearInterval(watch)
  }
  return { before, most }
}

/** Resident memory of a process (MB). */
export function memoryOf(pid: number) {
  const [, kilobytes = '0'] =
    /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
