import { credentials } from '../../contract/account/session.ts'
import { openDatabase } from '../database/open.ts'
import type { Database } from '../database/tables.ts'
import { createPasswordLink } from '../services/accounts/password-links.ts'
import { resetSecondFactor } from '../services/accounts/second-factor.ts'
import { DomainError } from '../services/domain-error.ts'
import { noMail } from '../services/messages/mail.ts'
import { locationOf } from '../settings.ts'
import { loadSettings, print, readArguments, runMain, OperationError } from './command.ts'
import { requireDatabase } from './files.ts'

/** `npm run recover-admin -- EMAIL`: gives an administrator access again who cannot sign in. */
async function main() {
  const { positional: email } = readArguments({}, 'e-mail address')
  const settings = loadSettings()
  await requireDatabase(locationOf(settings))
  const { db } = openDatabase(locationOf(settings))
  try {
    const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`
    const url = await recoverAdmin(db, email, publicUrl)
    print('Two-step sign-in is off. This link sets a password, once, within 72 hours:')
    print(url)
  } finally {
    await db.destroy()
  }
}

/**
 * Turns the second factor of an administrator off and returns a one-time link to set a password.
 * The history records both actions without an acting user.
 */
async function recoverAdmin(db: Database, typed: string, publicUrl: string) {
  const { data: email = '' } = credentials.shape.email.safeParse(typed)
  const user = await db
    .selectFrom('users')
    .select('_id')
    .where('email', '=', email)
    .where('role', '=', 'admin')
    .executeTakeFirst()
  if (!user) throw new OperationError('There is no administrator with this e-mail address.')
  await resetSecondFactor(db, user._id, undefined)
  const link = await createPasswordLink(db, noMail, user._id, publicUrl, undefined)
  if (link instanceof DomainError) throw new OperationError(link.message)
  return link.url
}

if (import.meta.main) await runMain('recover-admin', 'EMAIL', main)
