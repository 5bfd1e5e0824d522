import type { Database } from '../../database/tables.ts'

/** The database to which `move` copies the data. Its errors are for the operator. */
export interface MoveTarget {
  /**
   * Creates the tables of this version in an empty database, runs `copy`, and completes indexes,
   * constraints and derived data. If anything fails, the database is empty again.
   */
  fill<T>(copy: CopyInto<T>): Promise<{ copied: T; notice: string | undefined }>
}

export type CopyInto<T> = (
  target: Database,
  insert: (table: MovedTable, rows: Row[]) => Promise<unknown>,
) => Promise<T>

export interface MovedTable {
  name: string
  columns: string[]
  /** The columns of the primary key. */
  key: string[]
}

/** The values of a row in the order of the table's columns. */
export type Row = Record<string, unknown>
