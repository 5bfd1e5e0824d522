import type { Database } from '../database/tables.ts'
import { noMail } from '../services/messages/mail.ts'
import { createPasswordLink } from '../services/accounts/password-links.ts'
import { DomainError } from '../services/domain-error.ts'
import { resetSecondFactor } from '../services/accounts/second-factor.ts'
import { OperationError } from './operation-error.ts'

/**
 * For an administrator whom nobody else can help: turns the second factor off and answers a one-time
 * link to set a password. The history tells of both, without saying by whom.
 */
export async function letIn(db: Database, email: string, publicUrl: string) {
  const user = await db
    .selectFrom('users')
    .select('_id')
    .where('email', '=', email.trim().toLowerCase())
    .where('role', '=', 'admin')
    .executeTakeFirst()
  if (!user) throw new OperationError('There is no administrator with this e-mail address.')
  await resetSecondFactor(db, user._id, undefined)
  const link = await createPasswordLink(db, noMail, user._id, publicUrl, undefined)
  if (link instanceof DomainError) throw new OperationError(link.message)
  return link.url
}
