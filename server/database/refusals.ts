/** A constraint of the database that refused a change, or null when the error is another one. */
export interface ConstraintRefusal {
  kind: 'unique' | 'foreign key'
  /** The name of the unique index; empty where the engine does not tell. */
  constraint: string
}

/** Reads what either engine says when a constraint refuses a change. */
export function constraintRefusal(error: unknown): ConstraintRefusal | null {
  if (!(error instanceof Error)) return null
  return fromSqlite(error) ?? fromPostgres(error)
}

/** Whether PostgreSQL ended a transaction because it and another one waited for each other. */
export function isDeadlock(error: unknown) {
  return (error as { code?: unknown } | null)?.code === '40P01'
}

function fromSqlite(error: Error & { errcode?: number }): ConstraintRefusal | null {
  if (error.errcode === sqliteCodes.foreignKey) return { kind: 'foreign key', constraint: '' }
  if (error.errcode === sqliteCodes.primaryKey) return { kind: 'unique', constraint: '' }
  if (error.errcode !== sqliteCodes.unique) return null
  return { kind: 'unique', constraint: /index '([^']+)'/.exec(error.message)?.[1] ?? '' }
}

function fromPostgres(error: Error & { code?: string; constraint?: string }) {
  if (error.code === '23503') return { kind: 'foreign key' as const, constraint: '' }
  if (error.code !== '23505') return null
  return { kind: 'unique' as const, constraint: error.constraint ?? '' }
}

/** https://www.sqlite.org/rescode.html, extended result codes. */
const sqliteCodes = { foreignKey: 787, primaryKey: 1555, unique: 2067 }
