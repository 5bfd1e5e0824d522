import { createReadStream } from 'node:fs'

import { sql } from 'kysely'

import { openDatabase } from '../../database/open.ts'
import type { Database } from '../../database/tables.ts'
import { backupExtension } from '../../services/last-backup.ts'
import { afterRestore } from './after-restore.ts'
import type { BackupDriver } from './backup-driver.ts'
import { sizeOf } from '../files.ts'
import { OperationError } from '../command.ts'
import { runPostgresTool } from './postgres-tools.ts'
import { showProgress } from '../progress.ts'

/** Recognises and checks backup files without a database. */
export const dumpFile: Pick<BackupDriver, 'magic' | 'check'> = {
  magic: 'PGDMP',
  check: (file) => runPostgresTool('pg_restore', undefined, ['--file=/dev/null', file]),
}

/** Uses pg_dump and pg_restore, which must be at least as new as the PostgreSQL server. */
export function postgresBackupDriver(url: string): BackupDriver {
  return {
    ...dumpFile,
    extension: backupExtension({ databaseUrl: url }),

    copy: (file) =>
      runPostgresTool('pg_dump', url, [
        '--format=custom',
        '--no-owner',
        '--no-privileges',
        '--no-comments',
        '--exclude-schema=before_restore_*',
        `--file=${file}`,
        '--dbname=$URL',
      ]),

    /** Restores only into an empty database, so that no data is replaced. */
    async restore(file, _canReplace, beforeUse) {
      const { db, engine } = openDatabase({ databaseUrl: url, dataDir: '' })
      try {
        await refuseUnlessEmpty(db)
        const size = await sizeOf(file)
        const bytes = createReadStream(file)
        const restored = runPostgresTool('pg_restore', url, restoreOptions, bytes)
        await showProgress('Restoring', restored, () => bytes.bytesRead, size)
        await engine
          .withoutTimeout(() => afterRestore(db, engine))
          .then(beforeUse)
          .catch(async (error: unknown) => {
            await removeEverything(db)
            throw error
          })
      } finally {
        await db.destroy()
      }
      return undefined
    },
  }
}

const restoreOptions = [
  '--single-transaction',
  '--exit-on-error',
  '--no-owner',
  '--no-privileges',
  '--no-comments',
  '--dbname=$URL',
]

async function refuseUnlessEmpty(db: Database) {
  const name = await nameUnlessEmpty(db)
  if (name === undefined) return
  throw new OperationError(
    `The database ${name} is not empty. Stop the server, then as a PostgreSQL administrator rename the database ("alter database ${name} rename to ${name}_before_restore" in psql) and make an empty one ("createdb --owner USER ${name}").`,
  )
}

/** The name of a database that has tables; undefined if it has none. */
export async function nameUnlessEmpty(db: Database) {
  const { rows } = await sql<{ name: string }>`
    select current_database() as name where exists (select from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema'))`.execute(db)
  return rows[0]?.name
}

/** Empties the database after a failed restore. It was empty before, so no old data is lost. */
async function removeEverything(db: Database) {
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
}
