/** A change that a constraint of the database has refused. */
interface ConstraintRefusal {
  kind: 'unique' | 'foreign key'
  /** The name of the unique index, or its columns; empty if the engine does not report it. */
  constraint: string
}

/** The constraint that refused a change, on either engine; null for other errors. */
export function constraintRefusal(error: unknown): ConstraintRefusal | null {
  if (!(error instanceof Error)) return null
  return fromSqlite(error) ?? fromPostgres(error)
}

/** Whether PostgreSQL has ended a transaction because of a deadlock with another transaction. */
export const isDeadlock = (error: unknown) => hasCode(error, '40P01')

/** Whether PostgreSQL has refused a lock (`nowait`), because another transaction has it. */
export const isLockRefusal = (error: unknown) => hasCode(error, '55P03')

const hasCode = (error: unknown, code: string) =>
  (error as { code?: unknown } | null)?.code === code

/**
 * Why the database is unavailable. `away`: it is unreachable, starting, overloaded or a read-only
 * replica. `full`: a disk is full, also that of other files. Null for other errors, such as a
 * mistake in a query.
 */
export function unavailableReason(error: unknown): 'away' | 'full' | null {
  if (!(error instanceof Error)) return null
  const { code, errcode } = error as { code?: unknown; errcode?: number }
  if (errcode !== undefined) return outagesOfSqlite.get(errcode & 0xff) ?? null
  if (code === '53100' || code === 'ENOSPC' || code === 'EDQUOT') return 'full'
  if (typeof code === 'string') return isAway.test(code) ? 'away' : null
  return isBroken.test(error.message) ? 'away' : null
}

/** The message of an error for an operator. Some errors have no message, or one that needs help. */
export function describeError(error: unknown): string {
  // A host name such as localhost has several addresses. Each failed connection has its own error.
  if (error instanceof AggregateError) return error.errors.map(describeError).join('; ')
  if (!(error instanceof Error)) return String(error)
  const { code, path, syscall, errcode = 0 } = error as NodeJS.ErrnoException & { errcode?: number }
  if (code === 'EACCES' && path !== undefined) {
    return `This user may not use ${path}, or not the folder that it is in.`
  }
  if (code === 'ENOENT' && syscall === 'mkdir') return `No folder can be made at ${path}.`
  if (code === 'EROFS' && path !== undefined) {
    return `The file system of ${path} is read-only. ${whyReadOnly}`
  }
  const question = questionsOfSqlite.get(errcode & 0xff)
  return question ? `${error.message}: ${question}` : error.message
}

/** A cause of a read-only file system, and the way on. */
export const whyReadOnly =
  'A system does this after errors of a disk; dmesg shows them. Mend that, then mount it writable again.'

/** Ignores an outage of the database, for optional writes. Throws other errors again. */
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

/** SQLite's primary result codes for outages: https://www.sqlite.org/rescode.html. */
const outagesOfSqlite = new Map<number, 'away' | 'full'>([
  [5, 'away'], // SQLITE_BUSY: another process writes for longer than busy_timeout
  [10, 'away'], // SQLITE_IOERR: reading or writing the file fails
  [13, 'full'],
  [14, 'away'], // SQLITE_CANTOPEN: the file cannot be opened
])

const owner = 'do the files belong to the user that runs the server?'

const questionsOfSqlite = new Map([
  [8, owner], // SQLITE_READONLY: the file cannot be written
  [10, 'is the disk full?'],
  [14, owner],
])

/**
 * Error codes of Node for failed connections. Codes of PostgreSQL (appendix A of its manual) for
 * broken connections, lack of resources, shutdown, and a read-only replica.
 */
const isAway =
  /^(ECONN\w+|EPIPE|ETIMEDOUT|EHOST\w+|ENET\w+|ENOTFOUND|EAI_AGAIN|08...|53...|57P..|25006)$/

/** Messages of the package `pg` for failed or broken connections. These errors have no code. */
const isBroken = /^(Connection terminated|timeout (exceeded|expired)|Client (has|was))/

/** SQLite's extended result codes for constraints: https://www.sqlite.org/rescode.html. */
const sqliteCodes = { foreignKey: 787, primaryKey: 1555, unique: 2067 }
