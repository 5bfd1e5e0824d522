import { randomInt } from 'node:crypto'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

import {
  sql,
  SqliteAdapter,
  SqliteDialect,
  SqliteQueryCompiler,
  type SelectModifierNode,
  type SqlBool,
  type SqliteDatabase,
} from 'kysely'

import type { Engine, Search } from './engine.ts'
import { prepared } from './prepared.ts'
import { containsAll, rareTrigrams, trigramsOf } from './search-text.ts'
import type { Database } from './tables.ts'
import { inTransaction } from './transaction.ts'

const preparedStatements = 500

/** Rows per batch of the search index. Indexing a single row takes longer than its commit. */
export const indexedTogether = 256

/** SQLite in one file, by Node's own module. Throws when the file cannot be opened or written. */
export function sqlite(file: string): Engine {
  const connection = new DatabaseSync(file)
  connection.exec(`
    pragma busy_timeout = 5000;
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma wal_autocheckpoint = 4000; -- in pages of 4 KB: pages that change often are copied less
    pragma foreign_keys = on;
    pragma secure_delete = on;
    pragma temp_store = memory; -- for the statement journals of triggers
  `)
  return {
    name: 'SQLite',
    dialect: new Dialect({ database: kyselyDatabase(connection) }),
    types: { id: 'text', timestamp: 'text', day: 'text' },
    // Not needed: every transaction takes SQLite's write lock at its beginning.
    lock: async () => {},
    withoutTimeout: (work) => work(),
    markForVacuum: (transaction) => setLastRemoval(transaction, randomInt(none + 1, 2 ** 31)),
    vacuum,
    search,
    connections: () => undefined,
  }
}

/**
 * Vacuum: rewrites the file and truncates the write-ahead log. `secure_delete` overwrites deleted
 * rows, but copies of them stay in split pages and in the log. A vacuum takes 2 to 3 s for 100,000
 * applications.
 */
async function vacuum(db: Database) {
  const due = await lastRemoval(db)
  if (due === none) return
  await db.connection().execute(async (connection) => {
    // On disk, because the temporary copy is as large as the database.
    await sql`pragma temp_store = file`.execute(connection)
    try {
      await sql`vacuum`.execute(connection)
    } finally {
      await sql`pragma temp_store = memory`.execute(connection)
    }
  })
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)
  if (rows[0]?.busy) throw new Error('Somebody reads what the log of changes still holds')
  await inTransaction(db, async (transaction) => {
    // A removal during this vacuum needs another vacuum.
    if ((await lastRemoval(transaction)) === due) await setLastRemoval(transaction, none)
  })
}

const none = 0

/**
 * A random number that stands for the latest removal of data, or `none` after a vacuum. SQLite's
 * `user_version`, in the header of the file, stores it.
 */
async function lastRemoval(db: Database) {
  const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(db)
  return rows[0]!.user_version
}

async function setLastRemoval(transaction: Database, number: number) {
  await sql`pragma user_version = ${sql.lit(number)}`.execute(transaction)
}

/**
 * Corrects two assumptions of Kysely: SQLite can change tables within a transaction, and it has no
 * row locks. One transaction writes at a time, so rows need none.
 */
class Dialect extends SqliteDialect {
  override createQueryCompiler() {
    return new Compiler()
  }

  override createAdapter() {
    return new Adapter()
  }
}

const rowLocks = new Set(['ForKeyShare', 'ForShare', 'ForNoKeyUpdate', 'ForUpdate', 'SkipLocked'])

class Compiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode) {
    if (!node.modifier || !rowLocks.has(node.modifier)) super.visitSelectModifier(node)
  }
}

class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

/** With more candidates than this number and this share of all rows, a scan is faster. */
const [mostCandidates, mostOfAll] = [5000, 1 / 20]

/**
 * Search by a trigram index (FTS5) without positions. The index gives candidates, whose texts are
 * then checked. The newest rows, which are not in the index yet, are checked in the same way.
 */
const search: Search = {
  name: sql`substr("text", 1, instr("text", char(10)))`,

  prepare: async () => undefined,

  async find(db, terms) {
    const contained = containsAll(terms)
    const trigrams = trigramsOf(terms)
    if (trigrams.length === 0) return contained
    const rare = await rareTrigrams(db, terms)
    // Read before the candidates: rows that are indexed between both reads are then not missed.
    const [{ row: last } = { row: 0 }] = await selectLast(db, {})
    const most = Math.max(mostCandidates, Math.floor(last * mostOfAll))
    const rows =
      (rare.length > 0 && (await candidates(db, rare, most))) ||
      (await candidates(db, trigrams, most))
    if (!rows) return contained
    return sql<SqlBool>`row in (
      select value from json_each(${rows})
      union all select row from search_texts where row > ${last - (last % indexedTogether)}
    ) and ${contained}`
  },
}

const selectLast = prepared(
  () => sql<{ row: number }>`select seq as row from sqlite_sequence where name = 'search_texts'`,
)

/** The row numbers of texts with all trigrams, as JSON; undefined if there are too many rows. */
async function candidates(db: Database, trigrams: readonly string[], most: number) {
  const match = trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ')
  const { rows } = await sql<{ rows: string; total: number }>`
    select json_group_array(row) as rows, count(*) as total from (
      select rowid as row from search_trigrams
      where search_trigrams match ${match}
      limit ${most + 1}
    )`.execute(db)
  const [found] = rows
  return found && found.total <= most ? found.rows : undefined
}

/** Adapts Node's module to the interface that Kysely expects. */
function kyselyDatabase(connection: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, ReturnType<typeof statement>>()
  return {
    close: () => connection.close(),
    prepare(query) {
      // On a full disk SQLite rolls the transaction back by itself.
      if (query === 'rollback' && !connection.isTransaction) return nothing
      let found = statements.get(query)
      if (!found) {
        // Cached statements would keep the old list of columns.
        if (changesTables.test(query)) statements.clear()
        // `begin immediate` takes the write lock. With plain `begin`, a transaction fails if
        // another one writes between its first read and its first write.
        found = statement(connection.prepare(query === 'begin' ? 'begin immediate' : query))
        if (statements.size >= preparedStatements) statements.clear()
        statements.set(query, found)
      }
      return found
    },
  }
}

const changesTables = /^\s*(alter|drop) table/i

const nothing = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
}

function statement(compiled: StatementSync) {
  const columns = compiled.columns()
  const toRow = rowMaker(columns)
  // Arrays, because parts of Node's row objects stay in memory until a major garbage collection.
  compiled.setReturnArrays(true)
  return {
    reader: columns.length > 0,
    all: (parameters: readonly unknown[]) => {
      const rows: unknown[] = compiled.all(...parameters.map(bindable))
      return (rows as Value[][]).map(toRow)
    },
    run: (parameters: readonly unknown[]) => compiled.run(...parameters.map(bindable)),
    *iterate(parameters: readonly unknown[]) {
      const rows: Iterable<unknown> = compiled.iterate(...parameters.map(bindable))
      for (const values of rows as Iterable<Value[]>) yield toRow(values)
    },
  }
}

/** Lists are bound as JSON, for `json_each`. */
function bindable(value: unknown) {
  if (Array.isArray(value)) return JSON.stringify(value)
  return (typeof value === 'boolean' ? Number(value) : value) as SQLInputValue
}

type Value = ReturnType<StatementSync['all']>[number][string]

/** Turns the values of a row into an object. SQLite stores booleans as 0 and 1; they become booleans. */
function rowMaker(columns: ReturnType<StatementSync['columns']>) {
  const empty = Object.fromEntries(columns.map(({ name }) => [name, null]))
  return (values: Value[]) => {
    const row: Record<string, Value | boolean> = { ...empty }
    for (const [index, { name, type }] of columns.entries()) {
      const value = values[index]!
      row[name] = type === 'boolean' && value !== null ? value === 1 : value
    }
    return row
  }
}
