import type { Credentials, OwnSession, Session } from '../../contract/session.ts'
import type { User } from '../../contract/user.ts'
import type { Database } from '../database/tables.ts'
import { inTransaction } from '../database/transaction.ts'
import { browserName } from './browser-name.ts'
import { remember } from './history.ts'
import { passwordTries, refuseWrongPassword } from './own-password.ts'
import { refusePassword } from './password-rules.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { networkOf, type RateLimit, type RateLimiter } from './rate-limits.ts'
import { newRecord, now } from './record.ts'
import { guarded, invalidField, Refusal, unavailable, unknown } from './refusal.ts'
import { spendCode } from './second-factor.ts'
import { hashToken, newToken } from './tokens.ts'
import { publicColumns } from './users.ts'

const minute = 60 * 1000
const idle = 12 * 60 * minute
export const longestSession = 7 * 24 * 60 * minute

const perAddress: RateLimit = {
  name: 'sign-ins of an address',
  max: 50,
  seconds: 900,
  of: 'failed attempts to sign in',
}
const perAccount: RateLimit = { ...perAddress, name: 'sign-ins of an account', max: 10 }
/** Counted by itself, so that strangers cannot shut somebody out from where they always sign in. */
const fromKnownPlace: RateLimit = { ...perAccount, name: 'sign-ins of an account from a place' }
/** Where an account has signed in. Nothing is refused by it. */
const knownPlace: RateLimit = {
  name: 'places of an account',
  max: Number.POSITIVE_INFINITY,
  seconds: 30 * 24 * 3600,
  of: '',
}
/** From where somebody signs in. */
export interface Origin {
  address: string
  /** The header of that name. */
  userAgent: string | undefined
}

/** Signs in; an unknown account and a wrong password are answered the same, equally fast. */
export async function signIn(
  db: Database,
  limiter: RateLimiter,
  { email, password, code }: Credentials,
  { address, userAgent }: Origin,
): Promise<Session | Refusal> {
  const network = networkOf(address)
  const place = `${email} ${network}`
  const [limit, subject] = (await limiter.isCounted(knownPlace, place))
    ? [fromKnownPlace, place]
    : [perAccount, email]
  const tooMany =
    (await limiter.spend(perAddress, network)) ?? (await limiter.spend(limit, subject))
  if (tooMany) return tooMany

  const account = await db
    .selectFrom('users')
    .select([...publicColumns, 'password'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (!(await isPassword(password, account?.password)) || !account) {
    const about = account && { entity: 'user' as const, record: account._id }
    await remember(db, { action: 'failed sign-in', ...about })
    return noAccount()
  }

  const { password: _, ...user } = account
  const factor = user.secondFactorSince === null ? null : await askForCode(db, limiter, user, code)
  if (factor instanceof Refusal && code) return factor
  await limiter.giveBack(perAddress, network)
  await limiter.giveBack(limit, subject)
  if (factor instanceof Refusal) return factor
  await limiter.spend(knownPlace, place)
  const fields = factor ? [factor] : undefined
  const begin = () =>
    inTransaction(db, async (transaction) => {
      const deed = { action: 'sign-in' as const, ...ownDeed(user), ...(fields && { fields }) }
      await remember(transaction, deed)
      return open(transaction, user, userAgent)
    })
  return guarded(begin, { missing: noAccount })
}

/** Also for an account that was deleted meanwhile. */
function noAccount() {
  return new Refusal('denied', 'Invalid email or password')
}

/** The step after the right password: a code that is missing or wrong is answered with a sentence. */
async function askForCode(
  db: Database,
  limiter: RateLimiter,
  user: User,
  code: string | undefined,
) {
  const secondFactor = { details: { secondFactor: true as const } }
  if (!code) return new Refusal('denied', 'Enter the code of your authenticator app', secondFactor)
  const used = await spendCode(db, limiter, user._id, code)
  if (!(used instanceof Refusal)) return used
  await remember(db, {
    action: 'failed sign-in',
    entity: 'user',
    record: user._id,
    fields: ['second_factor'],
  })
  return used.kind === 'too many' ? used : new Refusal('denied', used.message, secondFactor)
}

/** Who a bearer token belongs to; undefined when it is unknown or has expired. */
export async function authenticate(db: Database, token: string): Promise<User | undefined> {
  const tokenHash = hashToken(token)
  const found = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users._id', 'sessions.user')
    .select(publicColumns.map((column) => `users.${column}` as const))
    .select('sessions.usedAt')
    .where('tokenHash', '=', tokenHash)
    .where('sessions.usedAt', '>', now(-idle))
    .where('sessions.createdAt', '>', now(-longestSession))
    .executeTakeFirst()
  if (!found) return undefined
  const { usedAt, ...user } = found
  // Once a minute is exact enough, and spares a write with every request.
  if (usedAt < now(-minute)) await noteUse(db, tokenHash)
  return user
}

/** On a full disk a session can still be used, so that what is stored can be read. */
async function noteUse(db: Database, tokenHash: string) {
  const use = db.updateTable('sessions').set({ usedAt: now() }).where('tokenHash', '=', tokenHash)
  await use.execute().catch((error: unknown) => {
    if (!unavailable(error)) throw error
  })
}

export async function signOut(db: Database, user: User, token: string) {
  await inTransaction(db, async (transaction) => {
    await transaction.deleteFrom('sessions').where('tokenHash', '=', hashToken(token)).execute()
    await remember(transaction, { action: 'sign-out', ...ownDeed(user), count: 1 })
  })
  return { message: 'Logged out successfully' }
}

/** The user's sessions that have not expired, the one used last first. */
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

/** Ends one of the user's sessions. */
export function endSession(db: Database, user: User, _id: string) {
  return inTransaction(db, async (transaction) => {
    const ended = await transaction
      .deleteFrom('sessions')
      .where('_id', '=', _id)
      .where('user', '=', user._id)
      .returning('_id')
      .executeTakeFirst()
    if (!ended) return unknown('session')
    await remember(transaction, { action: 'sign-out', ...ownDeed(user), count: 1 })
    return { message: 'Session ended' }
  })
}

/** Ends all of the user's sessions but the one with this token. */
export function endOtherSessions(db: Database, user: User, token: string) {
  return inTransaction(db, async (transaction) => {
    const ended = await transaction
      .deleteFrom('sessions')
      .where('user', '=', user._id)
      .where('tokenHash', '<>', hashToken(token))
      .returning('_id')
      .execute()
    if (ended.length > 0) {
      await remember(transaction, { action: 'sign-out', ...ownDeed(user), count: ended.length })
    }
    return { message: ended.length === 1 ? '1 session ended' : `${ended.length} sessions ended` }
  })
}

/** Signs somebody else out everywhere. */
export function endSessionsOf(db: Database, _id: string, by: string) {
  return inTransaction(db, async (transaction) => {
    const user = await transaction
      .selectFrom('users')
      .select('_id')
      .where('_id', '=', _id)
      .executeTakeFirst()
    if (!user) return unknown('user')
    const ended = await transaction
      .deleteFrom('sessions')
      .where('user', '=', _id)
      .returning('_id')
      .execute()
    if (ended.length > 0) {
      const count = ended.length
      await remember(transaction, {
        action: 'sign-out',
        entity: 'user',
        record: _id,
        user: by,
        count,
      })
    }
    return { message: ended.length === 1 ? '1 session ended' : `${ended.length} sessions ended` }
  })
}

/** Changes the own password. Every session ends; the answer is a new one. */
export async function changePassword(
  db: Database,
  limiter: RateLimiter,
  user: User,
  { currentPassword, password }: { currentPassword: string; password: string },
  userAgent: string | undefined,
): Promise<Session | Refusal> {
  const wrong = await refuseWrongPassword(db, limiter, user, currentPassword, 'currentPassword')
  if (wrong) return wrong
  const refusal = await refusePassword(password, user)
  if (refusal) return refusal
  const hashed = await hashPassword(password)
  const change = () =>
    inTransaction(db, async (transaction) => {
      await storePassword(transaction, user._id, hashed)
      return open(transaction, user, userAgent)
    })
  return guarded(change, { missing: () => unknown('user') })
}

/** Sets a password with a one-time link, which is worth nothing afterwards. */
export async function setPassword(
  db: Database,
  limiter: RateLimiter,
  { token, password }: { token: string; password: string },
  address: string,
) {
  const tooMany = await limiter.spend(passwordTries, networkOf(address))
  if (tooMany) return tooMany
  const tokenHash = hashToken(token)
  const owner = await db
    .selectFrom('password_links')
    .innerJoin('users', 'users._id', 'password_links.user')
    .select(['users.name', 'users.email'])
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now())
    .executeTakeFirst()
  if (!owner) return usedLink()
  await limiter.giveBack(passwordTries, networkOf(address))
  const refusal = await refusePassword(password, owner)
  if (refusal) return refusal
  const hashed = await hashPassword(password)
  return inTransaction(db, async (transaction) => {
    const link = await transaction
      .deleteFrom('password_links')
      .where('tokenHash', '=', tokenHash)
      .where('expiresAt', '>', now())
      .returning('user')
      .executeTakeFirst()
    if (!link) return usedLink()
    await storePassword(transaction, link.user, hashed)
    return { message: 'Your password is set. You can sign in now.' }
  })
}

function usedLink() {
  return invalidField(
    'token',
    'This link has been used or has expired. Ask an administrator for a new one.',
  )
}

async function storePassword(transaction: Database, _id: string, password: string) {
  await transaction
    .updateTable('users')
    .set({ password, updatedAt: now() })
    .where('_id', '=', _id)
    .execute()
  await transaction.deleteFrom('sessions').where('user', '=', _id).execute()
  await transaction.deleteFrom('password_links').where('user', '=', _id).execute()
  await remember(transaction, { action: 'password change', ...ownDeed({ _id }) })
}

async function open(db: Database, user: User, userAgent: string | undefined): Promise<Session> {
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

/** What users do to themselves. */
function ownDeed({ _id }: { _id: string }) {
  return { entity: 'user' as const, record: _id, user: _id }
}
