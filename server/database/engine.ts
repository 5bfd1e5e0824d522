import type { Dialect, Expression, RawBuilder, SqlBool, Transaction } from 'kysely'

import type { Database, Tables } from './tables.ts'

/** The differences between SQLite and PostgreSQL. */
export interface Engine {
  readonly name: 'SQLite' | 'PostgreSQL'
  readonly dialect: Dialect
  readonly types: ColumnTypes
  /** Advisory lock: until the end of the transaction, other processes wait at this call. */
  lock(transaction: Transaction<Tables>): Promise<void>
  /** Runs long work without the statement timeout of requests. */
  withoutTimeout<T>(work: () => Promise<T>): Promise<T>
  /** Notes that a vacuum is needed. Called in each transaction that removes personal data. */
  markForVacuum(transaction: Transaction<Tables>): Promise<void>
  /**
   * Removes deleted data from the database files, as far as the engine can. If the vacuum fails,
   * the note of `markForVacuum` stays, also after a restart.
   */
  vacuum(db: Database): Promise<void>
  readonly search: Search
  /** Numbers of connections in use and idle, and of waiting requests; undefined without a pool. */
  connections(): { used: number; idle: number; waiting: number } | undefined
}

/** Finds applications by their search texts. */
export interface Search {
  /** Creates a missing index at each start. Returns a warning if the index cannot be created. */
  prepare(db: Database): Promise<string | undefined>
  /** Condition: a row of `search_texts` contains all of the normalized terms. */
  find(db: Database, terms: readonly string[]): Promise<Expression<SqlBool>>
  /** The first line of a search text: the name of the applicant. */
  readonly name: RawBuilder<string>
}

/** Column types that differ between the engines. */
export interface ColumnTypes {
  readonly id: 'text' | 'uuid'
  readonly timestamp: 'text' | 'timestamptz'
  readonly day: 'text' | 'date'
}
