import { once } from 'node:events'
import { chmod, copyFile, link, rename, rm } from 'node:fs/promises'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { Worker } from 'node:worker_threads'

import { createFolder } from '../../database/create-folder.ts'
import { openSqlite, sqliteFile } from '../../database/open.ts'
import { renameDurably } from '../../services/durable-files.ts'
import { backupExtension } from '../../services/last-backup.ts'
import { afterRestore } from './after-restore.ts'
import type { BackupDriver } from './backup-driver.ts'
import { exists, fileTimestamp, requireDatabase, sizeOf } from '../files.ts'
import { OperationError } from '../command.ts'
import { showProgress } from '../progress.ts'
import type { Query } from './sqlite-thread.ts'

/** Recognises and checks backup files without a database. */
export const databaseFile: Pick<BackupDriver, 'magic' | 'check'> = {
  magic: 'SQLite format 3\0',
  // Records that refer to missing ones are no damage of the file: doctor names them.
  async check(file) {
    const problems = await checkIntegrity(file)
    if (problems.length > 0) throw new OperationError(problems[0])
  },
}

/** Uses SQLite's VACUUM INTO, which writes the whole database to one file. */
export function sqliteBackupDriver(dataDir: string): BackupDriver {
  const database = sqliteFile(dataDir)
  return {
    ...databaseFile,
    extension: backupExtension({ databaseUrl: undefined }),

    async copy(file) {
      await requireDatabase({ databaseUrl: undefined, dataDir })
      await queryInThread({ file: database, sql: 'vacuum into ?', parameters: [file] })
    },

    async restore(file, canReplace, beforeUse) {
      createFolder(dataDir)
      const hasData = await exists(database)
      if (hasData) {
        if (!canReplace) {
          throw new OperationError(
            `There is data in ${dataDir} already. With --replace it is moved to another file first.`,
          )
        }
        foldLogs(database)
      }
      const next = `${database}.restoring`
      // Log files of an earlier, killed restore: SQLite would replay them into the new file.
      const removeNext = () =>
        Promise.all(['', '-wal', '-shm'].map((end) => rm(next + end, { force: true })))
      const previous = `${database}.before-restore-${fileTimestamp()}`
      await removeNext()
      try {
        const size = await sizeOf(file)
        await showProgress('Restoring', copyFile(file, next), () => sizeOf(next), size)
        await chmod(next, 0o600)
        await prepareRestored(next)
        await beforeUse()
        // A hard link, so that the database is never missing: a starting server would create one.
        if (hasData) await link(database, previous)
        await moveLogs(database, previous)
        await renameDurably(next, database)
      } finally {
        await removeNext()
      }
      return hasData ? previous : undefined
    },
  }
}

/** The errors that SQLite finds in a database file. The list is empty for an intact file. */
export async function checkIntegrity(file: string): Promise<string[]> {
  const integrity = await queryInThread({ file, sql: 'pragma integrity_check(5)', parameters: [] })
  const lines = integrity.map((row) => String(row['integrity_check']))
  return lines[0] === 'ok' ? [] : lines
}

/** Runs a long query in a thread, so that this one can report the progress. */
async function queryInThread(query: Query) {
  const thread = new Worker(new URL('./sqlite-thread.ts', import.meta.url), { workerData: query })
  const [rows] = (await once(thread, 'message')) as [Record<string, SQLOutputValue>[]]
  return rows
}

async function prepareRestored(file: string) {
  const { db, engine } = openSqlite(file)
  try {
    await afterRestore(db, engine)
  } finally {
    await db.destroy()
  }
}

/** Moves the log files of the old database: SQLite would replay them into the restored database. */
async function moveLogs(from: string, to: string) {
  for (const suffix of ['-wal', '-shm']) {
    if (await exists(from + suffix)) await rename(from + suffix, to + suffix)
  }
}

/** Merges the write-ahead log into the database file. Throws if another process has it open. */
export function foldLogs(database: string) {
  try {
    using connection = new DatabaseSync(database)
    connection.exec('pragma journal_mode = delete')
  } catch (error) {
    // Other errors mean that the database is damaged. A damaged database may be replaced.
    if ((error as { errcode?: number }).errcode !== busy) return
    throw new OperationError('The database is in use. Stop the server first.')
  }
}

/** SQLITE_BUSY, see https://www.sqlite.org/rescode.html. */
const busy = 5
