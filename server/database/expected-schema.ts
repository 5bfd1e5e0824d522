import { sql } from 'kysely'

import type { Engine } from './engine.ts'
import { migrations } from './migrations/index.ts'
import { openSqlite } from './open.ts'
import { isPostgres } from './prepared.ts'
import type { Database } from './tables.ts'

/** An index or a trigger, and the SQL that creates it. */
interface SchemaPart {
  type: 'index' | 'trigger'
  name: string
  create: string
}

/** The indexes and triggers that the migrations make and a database lacks. */
export async function missingParts(db: Database, engine: Engine): Promise<SchemaPart[]> {
  const present = new Set((await partsOf(db)).map(({ name }) => name))
  const expected = isPostgres(db) ? await expectedOnPostgres(db, engine) : await expectedOnSqlite()
  return expected.filter(({ name }) => !present.has(name))
}

/** Runs the migrations in a database in memory. */
async function expectedOnSqlite() {
  const { db, engine } = openSqlite(':memory:')
  try {
    for (const migration of Object.values(migrations(engine))) await migration.up(db)
    return await partsOf(db)
  } finally {
    await db.destroy()
  }
}

/** Runs the migrations in another schema of the database, in a transaction that is rolled back. */
async function expectedOnPostgres(db: Database, engine: Engine) {
  const rollBack = new Error('roll back')
  let expected: SchemaPart[] = []
  const tried = db.transaction().execute(async (transaction) => {
    await sql`create schema ${sql.id(trial)}`.execute(transaction)
    await sql`set local search_path = ${sql.id(trial)}`.execute(transaction)
    for (const migration of Object.values(migrations(engine))) await migration.up(transaction)
    expected = await partsOf(transaction)
    throw rollBack
  })
  await tried.catch((error: unknown) => {
    if (error !== rollBack) throw error
  })
  return expected.map((part) => ({ ...part, create: part.create.replaceAll(`${trial}.`, '') }))
}

const trial = 'expected_by_doctor'

async function partsOf(db: Database) {
  const { rows } = await (isPostgres(db) ? partsOnPostgres : partsOnSqlite).execute(db)
  return rows
}

/** The indexes of primary keys and unique columns have no SQL, and cannot be dropped. */
const partsOnSqlite = sql<SchemaPart>`
  select type, name, sql as "create" from sqlite_schema
  where type in ('index', 'trigger') and sql is not null`

const partsOnPostgres = sql<SchemaPart>`
  select 'index' as type, indexname as name, indexdef as "create"
    from pg_indexes where schemaname = current_schema()
  union all
  select 'trigger', tgname, pg_get_triggerdef(pg_trigger.oid)
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and relnamespace = current_schema()::regnamespace`
