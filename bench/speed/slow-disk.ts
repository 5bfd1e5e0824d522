import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

/**
 * Simulates a cheap disk for SQLite; loaded before the server (`node --import`). After every commit
 * it blocks the thread as a slow fsync would.
 */

const milliseconds = 5
const writes = /^\s*(insert|update|delete|replace|commit|end|release)\b/i

// oxlint-disable-next-line typescript/unbound-method -- called on each connection below
const { prepare } = DatabaseSync.prototype

DatabaseSync.prototype.prepare = function (sql, ...options) {
  const statement = prepare.call(this, sql, ...options)
  if (!writes.test(sql)) return statement
  for (const name of ['run', 'all', 'get'] as const) {
    const method = statement[name] as (...values: SQLInputValue[]) => unknown
    Object.defineProperty(statement, name, {
      value: (...values: SQLInputValue[]) => {
        const result = method.apply(statement, values)
        // Only a commit waits for fsync.
        if (!this.isTransaction) Atomics.wait(cell, 0, 0, milliseconds)
        return result
      },
    })
  }
  return statement
}

const cell = new Int32Array(new SharedArrayBuffer(4))
