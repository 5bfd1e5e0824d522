import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'

import { sql } from 'kysely'

import { isPostgres } from '../../database/prepared.ts'
import type { Database } from '../../database/tables.ts'
import { countOf } from '../count-of.ts'
import type { CopyInto, MovedTable, Row } from './move-target.ts'
import { OperationError } from '../command.ts'
import { Progress } from '../progress.ts'

/** Rows that are in memory at the same time. */
const chunkSize = 1000

/**
 * Copies all rows in the order of their keys, in chunks. Then reads all copies and compares each
 * table by the number of its rows and a checksum.
 */
export async function copyTables(
  source: Database,
  ...[target, insert]: Parameters<CopyInto<unknown>>
) {
  const tables = await listTables(source, target)
  const total = await countRows(source, tables)
  const progress = new Progress('Moving', total * 2)
  const copied = new Map<MovedTable, Checksum>()
  let done = 0
  for (const table of tables) {
    const checksum = new Checksum()
    copied.set(table, checksum)
    // Some migrations insert rows.
    await sql`delete from ${sql.table(table.name)}`.execute(target)
    for await (const rows of readRows(source, table)) {
      // The checksum is computed while PostgreSQL stores the rows.
      await Promise.all([insert(table, rows), setImmediate().then(() => checksum.add(rows))])
      progress.report((done += rows.length))
    }
  }
  for (const [table, { text }] of copied) {
    const checksum = new Checksum()
    for await (const rows of readRows(target, table)) {
      checksum.add(rows)
      progress.report((done += rows.length))
    }
    if (checksum.text === text) continue
    throw new OperationError(
      `The copy of ${table.name} has ${checksum.text}, and not ${text}. Nothing was moved.`,
    )
  }
  return { tables: tables.length, rows: total }
}

/** Adds up hashes of rows. The sum does not depend on the engine or on the order of the rows. */
class Checksum {
  #rows = 0
  #sum = 0n

  add(rows: Row[]) {
    this.#rows += rows.length
    for (const row of rows) {
      const digest = hash('sha256', JSON.stringify(Object.values(row)), 'buffer')
      this.#sum = BigInt.asUintN(64, this.#sum + digest.readBigUInt64LE())
    }
  }

  get text() {
    return `${countOf(this.#rows, 'row')} with the checksum ${this.#sum.toString(16)}`
  }
}

async function* readRows(db: Database, { name, columns, key }: MovedTable) {
  const [list, order] = [columns, key].map((names) => sql.join(names.map((one) => sql.ref(one))))
  let after = sql``
  for (;;) {
    // Only tables with a single row have no key.
    const chunk = key.length > 0 ? sql`order by ${order} limit ${chunkSize}` : sql``
    const { rows } = await sql<Row>`
      select ${list} from ${sql.table(name)} ${after} ${chunk}`.execute(db)
    const last = rows.at(-1)
    if (last) yield rows
    if (!last || key.length === 0) return
    after = sql`where (${order}) > (${sql.join(key.map((column) => last[column]))})`
  }
}

async function countRows(db: Database, tables: MovedTable[]) {
  let total = 0
  for (const { name } of tables) {
    const count = sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`
    total += (await count.execute(db)).rows[0]!.n
  }
  return total
}

/** Every table that exists in a database, so that no new table is forgotten. */
async function listTables(source: Database, target: Database): Promise<MovedTable[]> {
  const [from, to] = [await columnsByTable(source), await columnsByTable(target)]
  const keys = await primaryKeys(isPostgres(source) ? source : target)
  return [...new Set([...from.keys(), ...to.keys()])].map((name) => ({
    name,
    columns: commonColumns(name, from.get(name) ?? [], to.get(name) ?? []),
    key: keys.get(name) ?? [],
  }))
}

/** The tables without those of Kysely's migrations and of SQLite's search index. */
async function columnsByTable(db: Database) {
  const tables = (await db.introspection.getTables()).filter(
    ({ name, schema = 'public', isView }) =>
      schema === 'public' && !isView && !name.startsWith('search_trigrams'),
  )
  return new Map(tables.map(({ name, columns }) => [name, columns]))
}

interface Column {
  name: string
  isAutoIncrementing: boolean
}

/** A column in one database only must be one in which the engine numbers the rows by itself. */
function commonColumns(table: string, from: Column[], to: Column[]) {
  const both = from.filter(({ name }) => to.some((column) => column.name === name))
  const names = both.map(({ name }) => name)
  const single = [...from, ...to].filter(({ name }) => !names.includes(name))
  if (names.length === 0 || single.some(({ isAutoIncrementing }) => !isAutoIncrementing)) {
    throw new OperationError(
      `The table ${table} does not belong to this version of the product. Move it to another database first.`,
    )
  }
  return names
}

/** Keys as PostgreSQL knows them. SQLite has an index for each of them. */
async function primaryKeys(postgres: Database) {
  const { rows } = await sql<{ name: string; key: string[] }>`
    select relname as name, array(
      select attname::text from unnest(conkey) with ordinality as part (number, position)
      join pg_attribute on attrelid = conrelid and attnum = number order by position) as key
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where contype = 'p' and connamespace = 'public'::regnamespace`.execute(postgres)
  return new Map(rows.map(({ name, key }) => [name, key]))
}
