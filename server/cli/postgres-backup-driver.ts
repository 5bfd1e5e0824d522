import { sql } from 'kysely'

import { openDatabase } from '../database/open.ts'
import type { Database } from '../database/tables.ts'
import type { Keeper } from './backup-driver.ts'
import { OperationError } from './operation-error.ts'
import { runPostgres } from './postgres-tools.ts'
import { settle } from './after-restore.ts'

/** PostgreSQL's data is copied and brought back by its own programs, which must be as new as it. */
export function postgresKeeper(url: string): Keeper {
  return {
    extension: '.dump',
    magic: 'PGDMP',

    copy: (file) =>
      runPostgres('pg_dump', url, [
        '--format=custom',
        '--no-owner',
        '--no-privileges',
        '--no-comments',
        '--exclude-schema=before_restore_*',
        `--file=${file}`,
        '--dbname=$URL',
      ]),

    check: (file) => runPostgres('pg_restore', url, ['--file=/dev/null', file]),

    async bringBack(file, label, mayReplace) {
      const { db, engine } = openDatabase({ databaseUrl: url, dataDir: '' })
      try {
        return await engine.withoutTimeout(() => replace(db))
      } finally {
        await db.destroy()
      }

      async function replace(db: Database) {
        const aside = label.replaceAll(/\W/g, '_').toLowerCase()
        const isThere = (await tablesIn(db, 'public')).length > 0
        if (isThere && !mayReplace) {
          throw new OperationError(
            'There is data in this database already. With --replace it is put aside first.',
          )
        }
        await refuseWhileInUse(db)
        if (isThere) await moveAll(db, 'public', aside)
        try {
          await runPostgres('pg_restore', url, [
            '--single-transaction',
            '--exit-on-error',
            '--no-owner',
            '--no-privileges',
            '--no-comments',
            '--dbname=$URL',
            file,
          ])
          await settle(db, engine)
        } catch (error) {
          await dropAll(db, 'public')
          if (isThere) await moveAll(db, aside, 'public')
          throw error
        }
        return isThere ? `the schema ${aside}` : undefined
      }
    },
  }
}

async function refuseWhileInUse(db: Database) {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and backend_type = 'client backend'`.execute(db)
  if (rows.length > 0) {
    throw new OperationError('The database is in use. Stop the server first, wherever it runs.')
  }
}

async function tablesIn(db: Database, schema: string) {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = ${schema}`.execute(db)
  return rows.map(({ name }) => name)
}

/** Functions of our own; those of extensions stay where they are. */
async function functionsIn(db: Database, schema: string) {
  const { rows } = await sql<{ name: string }>`
    select oid::regprocedure::text as name from pg_proc
    where pronamespace = ${schema}::regnamespace
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

/** Tables take their indexes, constraints and triggers along. */
function moveAll(db: Database, from: string, to: string) {
  return db.transaction().execute(async (transaction) => {
    await sql`set local lock_timeout = '10s'`.execute(transaction)
    await sql`create schema if not exists ${sql.id(to)}`.execute(transaction)
    for (const name of await functionsIn(transaction, from)) {
      await sql`alter function ${sql.raw(name)} set schema ${sql.id(to)}`.execute(transaction)
    }
    for (const name of await tablesIn(transaction, from)) {
      await sql`alter table ${sql.id(from, name)} set schema ${sql.id(to)}`.execute(transaction)
    }
    if (from !== 'public') await sql`drop schema ${sql.id(from)}`.execute(transaction)
  })
}

async function dropAll(db: Database, schema: string) {
  for (const name of await tablesIn(db, schema)) {
    await sql`drop table ${sql.id(schema, name)} cascade`.execute(db)
  }
  for (const name of await functionsIn(db, schema)) {
    await sql`drop function ${sql.raw(name)} cascade`.execute(db)
  }
}
