import { chmod, copyFile, link, mkdir, rename, rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'

import { openSqlite, sqliteFile } from '../database/open.ts'
import { moveInto } from '../services/durable-files.ts'
import { exists, needDatabase } from './files.ts'
import type { Keeper } from './backup-driver.ts'
import { OperationError } from './operation-error.ts'
import { settle } from './after-restore.ts'

/** SQLite's data is one file. It is copied and checked by SQLite itself. */
export function sqliteKeeper(dataDir: string): Keeper {
  const database = sqliteFile(dataDir)
  return {
    extension: '.sqlite',
    magic: 'SQLite format 3\0',

    async copy(file) {
      await needDatabase({ databaseUrl: undefined, dataDir })
      using source = new DatabaseSync(database, { readOnly: true, timeout: 5000 })
      source.prepare('vacuum into ?').run(file)
    },

    async check(file) {
      const problems = problemsOf(file)
      if (problems.length > 0) throw new OperationError(problems[0])
    },

    async bringBack(file, label, mayReplace) {
      await mkdir(dataDir, { recursive: true, mode: 0o700 })
      const isThere = await exists(database)
      if (isThere) {
        if (!mayReplace) {
          throw new OperationError(
            `There is data in ${dataDir} already. With --replace it is put aside first.`,
          )
        }
        makeOneFile(database)
      }
      const next = `${database}.restoring`
      // With its logs: what a restore that was killed has left would be read into this one.
      const removeNext = () =>
        Promise.all(['', '-wal', '-shm'].map((end) => rm(next + end, { force: true })))
      const aside = `${database}.${label}`
      await removeNext()
      try {
        await copyFile(file, next)
        await chmod(next, 0o600)
        await settleFile(next)
        // At no moment is there no database: a server that starts then would make an empty one.
        if (isThere) await link(database, aside)
        await moveLogs(database, aside)
        await moveInto(next, database)
      } finally {
        await removeNext()
      }
      return isThere ? aside : undefined
    },
  }
}

/** What SQLite finds wrong with a file; empty for a sound one. */
export function problemsOf(file: string): string[] {
  using source = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  const integrity = source.prepare('pragma integrity_check(5)').all()
  const found = integrity.map((row) => String(row['integrity_check']))
  if (found[0] !== 'ok') return found
  const dangling = source.prepare('pragma foreign_key_check').all()
  return dangling.length === 0
    ? []
    : [`${dangling.length} records refer to records that do not exist`]
}

async function settleFile(file: string) {
  const { db, engine } = openSqlite(file)
  try {
    await settle(db, engine)
  } finally {
    await db.destroy()
  }
}

/** What belongs to a damaged database must not be taken for a part of the next one. */
async function moveLogs(from: string, to: string) {
  for (const end of ['-wal', '-shm']) {
    if (await exists(from + end)) await rename(from + end, to + end)
  }
}

/** Nothing stays in the files beside the database. Fails where somebody else has it open. */
function makeOneFile(database: string) {
  try {
    using connection = new DatabaseSync(database)
    connection.exec('pragma journal_mode = delete')
  } catch (error) {
    // What is damaged may well be what a backup is to replace.
    if ((error as { errcode?: number }).errcode !== busy) return
    throw new OperationError('The database is in use. Stop the server first.')
  }
}

/** https://www.sqlite.org/rescode.html */
const busy = 5
