/** A constraint of the database that refused a change, or null when the error is another one. */
interface ConstraintRefusal {
  kind: 'unique' | 'foreign key'
  /** The name of the unique index, or its columns; empty where the engine does not tell. */
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

/**
 * Why a database cannot do what it was asked, though nothing is wrong with the question: it is
 * `away` (not reachable, starting, overrun, or no longer the one that takes changes), or its disk is
 * `full`. Null when the error is another one.
 */
export function unavailableReason(error: unknown): 'away' | 'full' | null {
  if (!(error instanceof Error)) return null
  const { code, errcode } = error as { code?: unknown; errcode?: number }
  if (errcode !== undefined) return outagesOfSqlite.get(errcode & 0xff) ?? null
  if (code === '53100') return 'full'
  if (typeof code === 'string') return isAway.test(code) ? 'away' : null
  return isBroken.test(error.message) ? 'away' : null
}

/**
 * What hinders, as an operator is told it. Some errors say nothing, or too little for somebody who
 * does not know SQLite.
 */
export function describeError(error: unknown): string {
  // A name such as localhost stands for several addresses: each was tried, and has its own error.
  if (error instanceof AggregateError) return error.errors.map(describeError).join('; ')
  if (!(error instanceof Error)) return String(error)
  const { code, path, errcode = 0 } = error as { code?: unknown; path?: string; errcode?: number }
  if (code === 'EACCES' && path !== undefined) {
    return `This user may not use ${path}, or not the folder that it is in.`
  }
  const question = questionsOfSqlite.get(errcode & 0xff)
  return question ? `${error.message}: ${question}` : error.message
}

/** For what can wait where nothing can be stored: what is there can be read all the same. */
export function swallowOutage(error: unknown) {
  if (!unavailableReason(error)) throw error
}

function fromSqlite(error: Error & { errcode?: number }): ConstraintRefusal | null {
  if (error.errcode === sqliteCodes.foreignKey) return { kind: 'foreign key', constraint: '' }
  if (error.errcode === sqliteCodes.primaryKey) return { kind: 'unique', constraint: '' }
  if (error.errcode !== sqliteCodes.unique) return null
  return { kind: 'unique', constraint: /failed: (.+)/.exec(error.message)?.[1] ?? '' }
}

function fromPostgres(error: Error & { code?: string; constraint?: string }) {
  if (error.code === '23503') return { kind: 'foreign key' as const, constraint: '' }
  if (error.code !== '23505') return null
  return { kind: 'unique' as const, constraint: error.constraint ?? '' }
}

/** https://www.sqlite.org/rescode.html, primary result codes. */
const outagesOfSqlite = new Map<number, 'away' | 'full'>([
  [5, 'away'], // another process writes for longer than we wait
  [10, 'away'], // reading or writing fails
  [13, 'full'],
  [14, 'away'], // the file cannot be opened
])

const owner = 'do the files belong to the user that runs the server?'

const questionsOfSqlite = new Map([
  [8, owner], // it cannot be written
  [10, 'is the disk full?'],
  [14, owner],
])

/**
 * What Node says of a connection, and the codes of PostgreSQL (appendix A of its manual) for broken
 * connections, lacking resources, shutting down, and having become a copy of another server.
 */
const isAway =
  /^(ECONN\w+|EPIPE|ETIMEDOUT|EHOST\w+|ENET\w+|ENOTFOUND|EAI_AGAIN|08...|53...|57P..|25006)$/

/** What pg says, without a code, of a connection that was not made or did not last. */
const isBroken = /^(Connection terminated|timeout (exceeded|expired)|Client (has|was))/

/** https://www.sqlite.org/rescode.html, extended result codes. */
const sqliteCodes = { foreignKey: 787, primaryKey: 1555, unique: 2067 }
