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
  /**
   * The statements by which every change of what applications are counted by is noted, where `note`
   * is the statement that notes a row as come (1) or gone (-1). Part of migration 0011.
   */
  noteChanges(note: (row: 'old' | 'new', change: 1 | -1) => string): readonly string[]
  /**
   * The statements by which `lists_version` becomes another one with every change of these tables.
   * Part of migration 0012.
   */
  renewVersion(tables: readonly string[]): readonly string[]
  /** The statements by which a message that is deleted is counted no more. Part of migration 0013. */
  readonly forgetMessages: readonly string[]
  /** How many connections are in use and idle, and how many requests wait for one; undefined without a pool. */
  connections(): { used: number; idle: number; waiting: number } | undefined
}

/** What counts of applications depend on, as SQL lists it. */
export const countedColumns =
  'institution, course, department, "createdAt", declined_reason, "withdrawnAt", is_accepted, is_archived'

/**
 * Takes a deleted message from the count. Where that moves on at the same moment, this waits, and
 * sees by its new end whether the message is in it: no condition may skip it before.
 */
export const forgetMessage = `
  update past_counts set count = count - (case when old._id <= until then 1 else 0 end)
  where what = 'outbox'`

/** Finding applications by their search texts. */
export interface Search {
  /**
   * The statements that make the table `search_texts`, its index and what keeps its flags those of
   * the applications. Part of migration 0002: what changes here needs a migration of its own.
   */
  readonly tables: readonly string[]
  /** The statements by which what is deleted leaves the index at once. Part of migration 0005. */
  readonly forgetting: readonly string[]
  /** The statements by which the planner knows how common a word is. Part of migration 0010. */
  readonly knowing: readonly string[]
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
