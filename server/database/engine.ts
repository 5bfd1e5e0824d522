import type { Dialect, Expression, SqlBool, Transaction } from 'kysely'

import type { Database, Tables } from './tables.ts'

/** What differs between SQLite and PostgreSQL; there is one of these for each. */
export interface Engine {
  readonly name: 'SQLite' | 'PostgreSQL'
  readonly dialect: Dialect
  readonly types: ColumnTypes
  /** Lets one process at a time through to the end of the transaction. */
  lock(transaction: Transaction<Tables>): Promise<void>
  /** Does what may take long, without the limit that the statements of a request have. */
  unhurried<T>(work: () => Promise<T>): Promise<T>
  /** Notes, with what is removed, that the files have to be scrubbed. */
  noteRemoval(transaction: Transaction<Tables>): Promise<void>
  /**
   * Takes what was removed out of the files as well, as far as the engine can. Where that fails, or
   * the process ends before, it is done at the next call.
   */
  scrub(db: Database): Promise<void>
  readonly search: Search
  /** The day in Kenya of a moment, both in SQL; the day as YYYY-MM-DD. */
  dayInKenya(moment: string): string
  /** How many connections are in use and idle, and how many requests wait for one; undefined without a pool. */
  connections(): { used: number; idle: number; waiting: number } | undefined
}

/** Finding applications by their search texts. */
export interface Search {
  /** Done at each start; answers a sentence where searching must do without an index. */
  prepare(db: Database): Promise<string | undefined>
  /** Whether a row of `search_texts` contains every one of the folded terms. */
  find(db: Database, terms: readonly string[]): Promise<Expression<SqlBool>>
}

/** The column types, in the engine's own SQL, of what has no standard one on both. */
export interface ColumnTypes {
  readonly id: 'text' | 'uuid'
  readonly timestamp: 'text' | 'timestamptz'
  readonly day: 'text' | 'date'
  /** A key that grows by itself. */
  readonly number: 'integer' | 'bigserial'
}
