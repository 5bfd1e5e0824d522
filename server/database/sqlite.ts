import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

import { SqliteDialect, type SqliteDatabase } from 'kysely'

import type { Engine } from './engine.ts'

const preparedStatements = 500

/** SQLite in one file, by Node's own module. Throws when the file cannot be opened or written. */
export function sqlite(file: string): Engine {
  const connection = new DatabaseSync(file)
  connection.exec(`
    pragma busy_timeout = 5000;
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
  `)
  return {
    name: 'SQLite',
    dialect: new SqliteDialect({ database: kyselyDatabase(connection) }),
    types: { id: 'text', timestamp: 'text', day: 'text' },
    // Every transaction takes the write lock as it begins.
    lock: async () => {},
  }
}

/** Node's module in the shape that Kysely expects. */
function kyselyDatabase(connection: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, ReturnType<typeof statement>>()
  return {
    close: () => connection.close(),
    prepare(sql) {
      let found = prepared.get(sql)
      if (!found) {
        // A transaction that reads first and writes later would fail where another one writes.
        found = statement(connection.prepare(sql === 'begin' ? 'begin immediate' : sql))
        if (prepared.size >= preparedStatements) prepared.clear()
        prepared.set(sql, found)
      }
      return found
    },
  }
}

function statement(prepared: StatementSync) {
  const columns = prepared.columns()
  const flags = columns.filter(({ type }) => type === 'boolean').map(({ name }) => name)
  return {
    reader: columns.length > 0,
    all: (parameters: readonly unknown[]) =>
      prepared.all(...parameters.map(bindable)).map((row) => withFlags(row, flags)),
    run: (parameters: readonly unknown[]) => prepared.run(...parameters.map(bindable)),
    iterate: (parameters: readonly unknown[]) => prepared.iterate(...parameters.map(bindable)),
  }
}

function bindable(value: unknown) {
  return (typeof value === 'boolean' ? Number(value) : value) as SQLInputValue
}

/** SQLite keeps booleans as 0 and 1. */
function withFlags(row: Record<string, unknown>, flags: string[]) {
  for (const flag of flags) if (row[flag] !== null) row[flag] = row[flag] === 1
  return row
}
