import type { OwnSession, Session } from '../../../contract/account/session.ts'
import type { User } from '../../../contract/account/user.ts'
import { prepared } from '../../database/prepared.ts'
import { swallowOutage } from '../../database/connection-errors.ts'
import type { Database, Tables } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { browserName } from './browser-name.ts'
import { recordHistory, eventOn } from '../history.ts'
import { newRecord, now } from '../ids.ts'
import { notFound } from '../domain-error.ts'
import { hashToken, newToken } from '../tokens.ts'
import { publicColumns } from './users.ts'
import { deleteRows, hasRow, updateRows } from '../rows.ts'

const minute = 60 * 1000
const idle = 12 * 60 * minute
export const longestSession = 7 * 24 * 60 * minute

/** The user of a bearer token; undefined if the token is unknown or expired. */
export async function authenticate(db: Database, token: string): Promise<User | undefined> {
  const tokenHash = hashToken(token)
  const since = { usedAt: now(-idle), createdAt: now(-longestSession) }
  const [found] = await findSession(db, { tokenHash, ...since })
  if (!found) return undefined
  const { usedAt, ...user } = found
  // The time of use is stored at most once a minute, because a write for each request is slow. A full
  // disk is ignored, so that users can still read stored data.
  if (usedAt < now(-minute)) {
    await updateRows(db, 'sessions', { tokenHash }, { usedAt: now() }).catch(swallowOutage)
  }
  return user
}

type SessionKeys = Pick<Tables['sessions'], 'tokenHash' | 'usedAt' | 'createdAt'>

const findSession = prepared((db, since: SessionKeys) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users._id', 'sessions.user')
    .select(publicColumns.map((column) => `users.${column}` as const))
    .select('sessions.usedAt')
    .where('tokenHash', '=', since.tokenHash)
    .where('sessions.usedAt', '>', since.usedAt)
    .where('sessions.createdAt', '>', since.createdAt),
)

export async function signOut(db: Database, user: User, token: string) {
  await inTransaction(db, async (transaction) => {
    await deleteRows(transaction, 'sessions', { tokenHash: hashToken(token) })
    await recordEnd(transaction, user._id, user._id, 1)
  })
  return { message: 'Logged out successfully' }
}

/** The user's unexpired sessions, the most recently used first. */
export async function listSessions(db: Database, user: User, token: string): Promise<OwnSession[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['_id', 'createdAt', 'usedAt', 'userAgent', 'tokenHash'])
    .where('user', '=', user._id)
    .where('usedAt', '>', now(-idle))
    .where('createdAt', '>', now(-longestSession))
    .orderBy('usedAt', 'desc')
    .orderBy('_id', 'desc')
    .execute()
  const own = hashToken(token)
  return rows.map(({ tokenHash, ...row }) => ({ ...row, current: tokenHash === own }))
}

export function endSession(db: Database, user: User, _id: string) {
  return inTransaction(db, async (transaction) => {
    const ended = await deleteRows(transaction, 'sessions', { _id, user: user._id })
    if (ended === 0) return notFound('session')
    await recordEnd(transaction, user._id, user._id, 1)
    return { message: 'Session ended' }
  })
}

/** Ends all of the user's sessions except the one with this token. */
export function endOtherSessions(db: Database, user: User, token: string) {
  return inTransaction(db, async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('sessions')
      .where('user', '=', user._id)
      .where('tokenHash', '<>', hashToken(token))
      .executeTakeFirst()
    return recordEnd(transaction, user._id, user._id, Number(numDeletedRows))
  })
}

/** Ends all sessions of another user. */
export function endSessionsOf(db: Database, _id: string, by: string) {
  return inTransaction(db, async (transaction) => {
    if (!(await hasRow(transaction, 'users', { _id }))) return notFound('user')
    return recordEnd(transaction, _id, by, await deleteRows(transaction, 'sessions', { user: _id }))
  })
}

/** Records that sessions of a user were ended. `by` is the id of the acting user. */
async function recordEnd(transaction: Database, user: string, by: string, count: number) {
  const event = { action: 'sign-out', ...eventOn('user', user, by), count } as const
  if (count > 0) await recordHistory(transaction, event)
  return { message: count === 1 ? '1 session ended' : `${count} sessions ended` }
}

/** Opens a session and returns its token. The database stores only the hash of the token. */
export async function openSession(
  db: Database,
  user: User,
  userAgent: string | undefined,
): Promise<Session> {
  const { token, tokenHash } = newToken()
  const record = newRecord()
  await db
    .insertInto('sessions')
    .values({
      ...record,
      tokenHash,
      user: user._id,
      usedAt: record.createdAt,
      userAgent: browserName(userAgent),
    })
    .execute()
  return { token, user }
}
