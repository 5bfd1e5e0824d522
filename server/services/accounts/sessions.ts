import type { OwnSession, Session } from '../../../contract/account/session.ts'
import type { User } from '../../../contract/account/user.ts'
import { prepared } from '../../database/prepared.ts'
import { swallowOutage } from '../../database/connection-errors.ts'
import type { Database, Tables } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { browserName } from './browser-name.ts'
import { ownEvent, recordHistory, type HistoryEvent } from '../history.ts'
import { newRecord, now } from '../ids.ts'
import { notFound } from '../domain-error.ts'
import { hashToken, newToken } from '../tokens.ts'
import { publicColumns } from './users.ts'

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
  // The time of use is stored at most once a minute, because a write for each request is slow.
  if (usedAt < now(-minute)) await noteUse(db, tokenHash)
  return user
}

const findSession = prepared(
  (
    db,
    {
      tokenHash,
      usedAt,
      createdAt,
    }: Pick<Tables['sessions'], 'tokenHash' | 'usedAt' | 'createdAt'>,
  ) =>
    db
      .selectFrom('sessions')
      .innerJoin('users', 'users._id', 'sessions.user')
      .select(publicColumns.map((column) => `users.${column}` as const))
      .select('sessions.usedAt')
      .where('tokenHash', '=', tokenHash)
      .where('sessions.usedAt', '>', usedAt)
      .where('sessions.createdAt', '>', createdAt),
)

/** Stores the time of use. A full disk is ignored, so that users can still read stored data. */
async function noteUse(db: Database, tokenHash: string) {
  const use = db.updateTable('sessions').set({ usedAt: now() }).where('tokenHash', '=', tokenHash)
  await use.execute().catch(swallowOutage)
}

export async function signOut(db: Database, user: User, token: string) {
  await inTransaction(db, async (transaction) => {
    await transaction.deleteFrom('sessions').where('tokenHash', '=', hashToken(token)).execute()
    await recordHistory(transaction, { action: 'sign-out', ...ownEvent(user), count: 1 })
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

/** Ends one of the user's own sessions. */
export function endSession(db: Database, user: User, _id: string) {
  return inTransaction(db, async (transaction) => {
    const ended = await transaction
      .deleteFrom('sessions')
      .where('_id', '=', _id)
      .where('user', '=', user._id)
      .returning('_id')
      .executeTakeFirst()
    if (!ended) return notFound('session')
    await recordHistory(transaction, { action: 'sign-out', ...ownEvent(user), count: 1 })
    return { message: 'Session ended' }
  })
}

/** Ends all of the user's sessions except the one with this token. */
export function endOtherSessions(db: Database, user: User, token: string) {
  return inTransaction(db, async (transaction) => {
    const ended = await transaction
      .deleteFrom('sessions')
      .where('user', '=', user._id)
      .where('tokenHash', '<>', hashToken(token))
      .returning('_id')
      .execute()
    return recordEnded(transaction, ownEvent(user), ended.length)
  })
}

/** Ends all sessions of another user. */
export function endSessionsOf(db: Database, _id: string, by: string) {
  return inTransaction(db, async (transaction) => {
    const user = await transaction
      .selectFrom('users')
      .select('_id')
      .where('_id', '=', _id)
      .executeTakeFirst()
    if (!user) return notFound('user')
    const ended = await transaction
      .deleteFrom('sessions')
      .where('user', '=', _id)
      .returning('_id')
      .execute()
    return recordEnded(transaction, { entity: 'user', record: _id, user: by }, ended.length)
  })
}

async function recordEnded(
  transaction: Database,
  whose: Omit<HistoryEvent, 'action'>,
  count: number,
) {
  if (count > 0) await recordHistory(transaction, { action: 'sign-out', ...whose, count })
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
