import type { Session } from '../../../contract/account/session.ts'
import type { User } from '../../../contract/account/user.ts'
import type { Database } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { lockRecord } from '../optimistic-lock.ts'
import { recordHistory, eventOn } from '../history.ts'
import { checkPassword } from './password-rules.ts'
import { hashPassword, isPassword } from './passwords.ts'
import type { RateLimit, LimitedAccess } from '../rate-limiter.ts'
import { now } from '../ids.ts'
import { invalidField, DomainError, notFound } from '../domain-error.ts'
import { openSession } from './sessions.ts'
import { deleteRows, updateRows, findRow } from '../rows.ts'

export const passwordTries: RateLimit = {
  name: 'tries to change a password',
  max: 10,
  seconds: 900,
  of: 'attempts to change a password',
}

/** Changes the user's own password. All sessions of the user end; a new session is returned. */
export async function changePassword(
  { db, limiter }: LimitedAccess,
  user: User,
  { currentPassword, password }: { currentPassword: string; password: string },
  userAgent: string | undefined,
): Promise<Session | DomainError> {
  const field = 'currentPassword'
  const verified = await verifiedPassword({ db, limiter }, user, currentPassword, field)
  if (verified instanceof DomainError) return verified
  const error = await checkPassword(password, user)
  if (error) return error
  const hashed = await hashPassword(password)
  return inTransaction(db, async (transaction) => {
    const stored = await lockRecord(transaction, 'users', user._id)
    if (!stored) return notFound('user')
    // A one-time link may have changed the password since it was checked.
    if (stored.password !== verified) return wrongPassword(field)
    await storePassword(transaction, user._id, hashed)
    return openSession(transaction, user, userAgent)
  })
}

/**
 * Checks the password of a signed-in user and returns its stored hash. Later, the caller compares
 * this hash with the stored one, to detect a change by another request. `field` names the form field for
 * the error.
 */
export async function verifiedPassword(
  { db, limiter }: LimitedAccess,
  { _id }: User,
  password: string,
  field: string,
) {
  const tooMany = await limiter.consume([passwordTries, _id])
  if (tooMany) return tooMany
  const stored = await findRow(db, 'users', { _id })
  if (!stored) return notFound('user')
  if (await isPassword(password, stored.password)) return stored.password
  return wrongPassword(field)
}

export function wrongPassword(field: string) {
  return invalidField(field, 'This is not your current password')
}

/** Stores a new password hash and deletes all sessions and password links of the user. */
export async function storePassword(transaction: Database, _id: string, password: string) {
  await updateRows(transaction, 'users', { _id }, { password, updatedAt: now() })
  await deleteRows(transaction, 'sessions', { user: _id })
  await deleteRows(transaction, 'password_links', { user: _id })
  await recordHistory(transaction, { action: 'password change', ...eventOn('user', _id, _id) })
}
