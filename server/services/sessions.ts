import type { Credentials, Session } from '../../contract/session.ts'
import type { User } from '../../contract/user.ts'
import type { Database } from '../database/tables.ts'
import { hashPassword, isPassword } from './passwords.ts'
import type { RateLimit, RateLimiter } from './rate-limits.ts'
import { now } from './record.ts'
import { invalidField, Refusal } from './refusal.ts'
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
const passwordTries: RateLimit = {
  name: 'tries to change a password',
  max: 10,
  seconds: 900,
  of: 'attempts to change a password',
}

/** Signs in; an unknown account and a wrong password are answered the same, equally fast. */
export async function signIn(
  db: Database,
  limiter: RateLimiter,
  { email, password }: Credentials,
  address: string,
): Promise<Session | Refusal> {
  const tooMany =
    (await limiter.spend(perAddress, address)) ?? (await limiter.spend(perAccount, email))
  if (tooMany) return tooMany

  const account = await db
    .selectFrom('users')
    .select([...publicColumns, 'password'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (!(await isPassword(password, account?.password)) || !account) {
    return new Refusal('denied', 'Invalid email or password')
  }

  await limiter.giveBack(perAddress, address)
  await limiter.giveBack(perAccount, email)
  const { password: _, ...user } = account
  return open(db, user)
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
  if (usedAt < now(-minute)) {
    await db
      .updateTable('sessions')
      .set({ usedAt: now() })
      .where('tokenHash', '=', tokenHash)
      .execute()
  }
  return user
}

export async function signOut(db: Database, token: string) {
  await db.deleteFrom('sessions').where('tokenHash', '=', hashToken(token)).execute()
  return { message: 'Logged out successfully' }
}

/** Changes the own password. Every session ends; the answer is a new one. */
export async function changePassword(
  db: Database,
  limiter: RateLimiter,
  user: User,
  { currentPassword, password }: { currentPassword: string; password: string },
): Promise<Session | Refusal> {
  const tooMany = await limiter.spend(passwordTries, user._id)
  if (tooMany) return tooMany
  const { password: stored } = await db
    .selectFrom('users')
    .select('password')
    .where('_id', '=', user._id)
    .executeTakeFirstOrThrow()
  if (!(await isPassword(currentPassword, stored))) {
    return invalidField('currentPassword', 'This is not your current password')
  }
  await storePassword(db, user._id, password)
  return open(db, user)
}

/** Sets a password with a one-time link, which is worth nothing afterwards. */
export async function setPassword(
  db: Database,
  limiter: RateLimiter,
  { token, password }: { token: string; password: string },
  address: string,
) {
  const tooMany = await limiter.spend(passwordTries, address)
  if (tooMany) return tooMany
  const link = await db
    .deleteFrom('password_links')
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAt', '>', now())
    .returning('user')
    .executeTakeFirst()
  if (!link) {
    return invalidField(
      'token',
      'This link has been used or has expired. Ask an administrator for a new one.',
    )
  }
  await storePassword(db, link.user, password)
  return { message: 'Your password is set. You can sign in now.' }
}

async function storePassword(db: Database, _id: string, password: string) {
  const hashed = await hashPassword(password)
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('users')
      .set({ password: hashed, updatedAt: now() })
      .where('_id', '=', _id)
      .execute()
    await transaction.deleteFrom('sessions').where('user', '=', _id).execute()
    await transaction.deleteFrom('password_links').where('user', '=', _id).execute()
  })
}

async function open(db: Database, user: User): Promise<Session> {
  const { token, tokenHash } = newToken()
  const createdAt = now()
  await db
    .insertInto('sessions')
    .values({ tokenHash, user: user._id, createdAt, usedAt: createdAt })
    .execute()
  return { token, user }
}
