import type { User } from '../../../contract/account/user.ts'
import type { OneTimeLink } from '../../../contract/one-time-link.ts'
import type { Database } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { lockRecord } from '../optimistic-lock.ts'
import { recordHistory, eventOn } from '../history.ts'
import type { RenderedMessage } from '../messages/render-message.ts'
import type { Mail } from '../messages/mail.ts'
import { passwordTries, storePassword } from './change-password.ts'
import { checkPassword } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { networkOf, type LimitedAccess } from '../rate-limiter.ts'
import { now } from '../ids.ts'
import { invalidField, notFound, type DomainError } from '../domain-error.ts'
import { hashToken, newToken } from '../tokens.ts'
import { deleteRows } from '../rows.ts'

const validity = 72 * 60 * 60 * 1000

/**
 * Creates a one-time link to set a password, and e-mails it if mail is set up. Earlier links of the
 * user become invalid. `by` is undefined on the command line.
 */
export async function createPasswordLink(
  db: Database,
  mail: Mail,
  _id: string,
  publicUrl: string,
  by: string | undefined,
): Promise<OneTimeLink | DomainError> {
  const { token, tokenHash } = newToken()
  const expiresAt = now(validity)
  const user = await inTransaction(db, async (transaction) => {
    // Row lock: a concurrent change of the e-mail address waits, and then deletes this link.
    const locked = await lockRecord(transaction, 'users', _id)
    if (!locked) return undefined
    await deleteRows(transaction, 'password_links', { user: _id })
    const link = { tokenHash, user: _id, expiresAt }
    await transaction.insertInto('password_links').values(link).execute()
    await recordHistory(transaction, { action: 'password link', ...eventOn('user', _id, by) })
    return locked
  })
  if (!user) return notFound('user')
  // The token is in the fragment of the URL. Browsers never send a fragment, so no log contains it.
  const url = `${publicUrl}/set-password#token=${token}`
  return { url, expiresAt, emailed: await mail.send(emailWith(url, user)) }
}

function emailWith(url: string, { name, email }: Pick<User, 'name' | 'email'>): RenderedMessage {
  return {
    to: email,
    subject: 'Set your password',
    text: `Hello ${name},

an administrator has made a link for you to set the password of your account:

${url}

It works once and for 72 hours. If you did not expect this, you need not do anything.
`,
  }
}

/** Sets a password with a one-time link and deletes the link. */
export async function setPassword(
  { db, limiter }: LimitedAccess,
  { token, password }: { token: string; password: string },
  address: string,
) {
  const tooMany = await limiter.consume([passwordTries, networkOf(address)])
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
  await limiter.refund([passwordTries, networkOf(address)])
  const error = await checkPassword(password, owner)
  if (error) return error
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
