import { rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

import { CompiledQuery, sql, type Transaction } from 'kysely'

import { migrate, openSqlite } from '../../database/open.ts'
import type { Database, Tables } from '../../database/tables.ts'
import { renameDurably } from '../../services/durable-files.ts'
import { exists } from '../files.ts'
import type { CopyInto, MovedTable, MoveTarget, Row } from './move-target.ts'
import { OperationError } from '../command.ts'
import { fillSearchTrigrams } from '../doctor/repair-schema.ts'
import { withoutIndexes, type Rebuild } from './without-indexes.ts'

/** Fills a file with another name, which gets its own name when it is complete. */
export function sqliteMoveTarget(file: string): MoveTarget {
  return {
    async fill(copy) {
      await refuseExisting(file)
      const unfinished = `${file}.moving`
      const removeUnfinished = () =>
        Promise.all(['', '-journal'].map((end) => rm(unfinished + end, { force: true })))
      // The file of an earlier, killed move.
      await removeUnfinished()
      try {
        await writeFile(unfinished, '', { mode: 0o600, flag: 'wx' })
        const copied = await fillFile(unfinished, copy)
        await renameDurably(unfinished, file)
        return { copied, notice: undefined }
      } finally {
        await removeUnfinished()
      }
    },
  }
}

async function refuseExisting(file: string) {
  if (!(await exists(dirname(file)))) {
    throw new OperationError(`There is no folder ${dirname(file)}.`)
  }
  // SQLite would replay the log of an older database into the new one.
  for (const path of [file, `${file}-wal`, `${file}-journal`]) {
    if ((await exists(path)) && (await stat(path)).size > 0) {
      throw new OperationError(`There is ${path} already. Name a file that does not exist.`)
    }
  }
}

async function fillFile<T>(file: string, copy: CopyInto<T>) {
  const { db, engine } = openSqlite(file)
  const run = async (transaction: Transaction<Tables>) => {
    await migrate(transaction, engine)
    const copied = await withoutIndexes(transaction, rebuilds, () =>
      copy(transaction, (table, rows) => insertRows(transaction, table, rows)),
    )
    const { rows: dangling } = await sql`pragma foreign_key_check`.execute(transaction)
    if (dangling.length === 0) return copied
    throw new OperationError('Records refer to records that do not exist. Nothing was moved.')
  }
  try {
    for (const pragma of pragmas) await sql.raw(`pragma ${pragma}`).execute(db)
    return await db.transaction().execute(run)
  } finally {
    await db.destroy()
  }
}

/** Fast and not durable: no other process uses the new file, and it is flushed at the end. */
const pragmas = [
  'journal_mode = delete',
  'synchronous = off',
  'foreign_keys = off',
  'temp_store = file', // to sort the keys of an index without holding them in memory
  'cache_size = -65536', // 64 MB
]

async function insertRows(db: Database, { name, columns }: MovedTable, rows: Row[]) {
  const list = columns.map((column) => `"${column}"`).join()
  const insert = `insert into "${name}" (${list}) values (${columns.map(() => '?').join()})`
  for (const row of rows) await db.executeQuery(CompiledQuery.raw(insert, Object.values(row)))
}

/** The indexes of primary keys and unique constraints have no SQL and stay. */
const rebuilds = sql<Rebuild>`
  select null as remove, ${fillSearchTrigrams} as "create"
  union all
  select 'drop ' || type || ' "' || name || '"', sql
  from sqlite_schema where type in ('index', 'trigger') and sql is not null`
