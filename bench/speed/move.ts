import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

import { sql } from 'kysely'

import { openDatabase } from '../../server/database/open.ts'
import { noSettings } from '../../tests/support/no-settings.ts'
import { locationOf, newDatabase } from '../../tests/support/server.ts'
import { Times } from '../timing.ts'
import { fillDatabase } from './engines.ts'
import { quantity, type Figure, type Measure } from './figure.ts'

type Variables = Record<string, string>

/** `move` to PostgreSQL and back, against COPY of the same rows into tables without indexes. */
export const move: Measure = async (setting) => {
  if (!setting.postgresUrl) {
    console.log('move: needs PostgreSQL')
    return []
  }
  const applications = setting.quick ? 100_000 : 1_000_000
  const [sqlite, postgres, back] = [
    await newDatabase('sqlite', undefined),
    await newDatabase('postgres', setting.postgresUrl),
    await newDatabase('sqlite', undefined),
  ]
  try {
    await fillDatabase(sqlite.variables, applications, true)
    const there = await runMove(sqlite.variables, postgres.variables['DATABASE_URL']!)
    const file = join(back.variables['DATA_DIR']!, 'foundation.sqlite')
    const andBack = await runMove(postgres.variables, `sqlite:${file}`)
    const bare = { rows: there.rows, seconds: await copyAll(postgres.variables) }
    return [
      figure(`${quantity(applications)} applications from SQLite to PostgreSQL`, there, bare),
      figure(`${quantity(applications)} applications from PostgreSQL to SQLite`, andBack, bare),
    ]
  } finally {
    for (const { remove } of [sqlite, postgres, back]) await remove()
  }
}

interface Moved {
  rows: number
  seconds: number
}

function figure(what: string, moved: Moved, bare: Moved): Figure {
  const [rate, limit] = [moved, bare].map(({ rows, seconds }) => rows / seconds) as [number, number]
  return {
    what: `move of ${what}`,
    measured: `${quantity(rate)} rows a second (${quantity(moved.rows)} rows in ${quantity(moved.seconds)} s)`,
    limit: `${quantity(limit)} rows a second: a bare COPY`,
    value: rate / limit,
    target: 'move',
  }
}

async function runMove(source: Variables, to: string): Promise<Moved> {
  const times = new Times()
  let printed = ''
  await times.add(async () => {
    printed = execFileSync(process.execPath, ['server/cli/move.ts', '--to', to], {
      env: { ...process.env, ...noSettings, ...source },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  })
  const [, rows = ''] = /^Moved ([\d,]+) rows/.exec(printed) ?? []
  return { rows: Number(rows.replaceAll(',', '')), seconds: times.sum / 1000 }
}

/** Seconds to copy all rows of a PostgreSQL database from files into tables of the same columns. */
async function copyAll(variables: Variables) {
  const { db, engine } = openDatabase(locationOf(variables))
  const times = new Times()
  await engine.withoutTimeout(async () => {
    const { rows } = await sql<{ data_directory: string }>`show data_directory`.execute(db)
    const file = sql.lit(join(rows[0]!.data_directory, 'bare.copy'))
    for (const { name } of await db.introspection.getTables()) {
      const [table, bare] = [sql.table(name), sql.table(`bare_${name}`)]
      await sql`create table ${bare} (like ${table})`.execute(db)
      await sql`copy ${table} to ${file}`.execute(db)
      await times.add(() => sql`copy ${bare} from ${file}`.execute(db))
    }
    // Empties the file.
    await sql`copy (select) to ${file}`.execute(db)
  })
  await db.destroy()
  return times.sum / 1000
}
