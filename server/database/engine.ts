import type { Dialect, Expression, SqlBool, Transaction } from 'kysely'

import type { Database, Tables } from './tables.ts'

/** The differences between SQLite and PostgreSQL. */
export interface Engine {
  readonly name: 'SQLite' | 'PostgreSQL'
  readonly dialect: Dialect
  readonly types: ColumnTypes
  /** Advisory lock: one process at a time, until the end of the transaction. */
  lock(transaction: Transaction<Tables>): Promise<void>
  /** Runs long work without the statement timeout of requests. */
  withoutTimeout<T>(work: () => Promise<T>): Promise<T>
  /** Marks the files for a vacuum, in the transaction that removes personal data. */
  markForVacuum(transaction: Transaction<Tables>): Promise<void>
  /**
   * Takes removed data out of the files, as far as the engine can. The mark stays until a vacuum
   * succeeds, across restarts too.
   */
  vacuum(db: Database): Promise<void>
  readonly search: Search
  /** Pool statistics: connections in use and idle, requests that wait; undefined without a pool. */
  connections(): { used: number; idle: number; waiting: number } | undefined
}

/** Search for applications by their search texts. */
export interface Search {
  /** Prepares the index at each start. Answers a warning if there is none. */
  prepare(db: Database): Promise<string | undefined>
  /** Condition: a row of `search_texts` contains all of the folded terms. */
  find(db: Database, terms: readonly string[]): Promise<Expression<SqlBool>>
}

/** Column types that differ between the engines. */
export interface ColumnTypes {
  readonly id: 'text' | 'uuid'
  readonly timestamp: 'text' | 'timestamptz'
  readonly day: 'text' | 'date'
}
