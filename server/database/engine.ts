import type { Dialect, Transaction } from 'kysely'

import type { Tables } from './tables.ts'

/** What differs between SQLite and PostgreSQL; there is one of these for each. */
export interface Engine {
  readonly name: 'SQLite' | 'PostgreSQL'
  readonly dialect: Dialect
  readonly types: ColumnTypes
  /** Lets one process at a time through to the end of the transaction. */
  lock(transaction: Transaction<Tables>): Promise<void>
}

/** The column types, in the engine's own SQL, of what has no standard one on both. */
export interface ColumnTypes {
  readonly id: 'text' | 'uuid'
  readonly timestamp: 'text' | 'timestamptz'
  readonly day: 'text' | 'date'
}
