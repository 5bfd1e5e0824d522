import { randomBytes } from 'node:crypto'

import { derivedColumns } from '../../database/derived-columns.ts'
import type { Database } from '../../database/tables.ts'
import { checkPassword } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { newEditableRecord } from '../ids.ts'
import { hasRow } from '../rows.ts'

/**
 * Creates the first administrator if there is no administrator. Returns why the chosen password is
 * weak; a weak password is accepted. Without a chosen password, `announce` gets a generated one
 * before the commit: a process that is killed in between leaves no account with a lost password.
 */
export async function createFirstAdministrator(
  db: Database,
  email: string,
  chosen: string | undefined,
  announce: (generated: string) => void = () => {},
): Promise<string | undefined> {
  if (await hasRow(db, 'users', { role: 'admin' })) return undefined

  const name = 'Administrator'
  const password = chosen ?? randomBytes(15).toString('base64url')
  const row = {
    ...newEditableRecord(),
    name,
    email,
    ...derivedColumns.users({ name, email }),
    role: 'admin' as const,
    password: await hashPassword(password),
  }
  const created = await db.transaction().execute(async (transaction) => {
    const inserted = await transaction
      .insertInto('users')
      .values(row)
      // Another process that starts at the same time may have created the account.
      .onConflict((conflict) => conflict.doNothing())
      .returning('_id')
      .executeTakeFirst()
    if (inserted && chosen === undefined) announce(password)
    return inserted
  })
  if (!created || chosen === undefined) return undefined
  return (await checkPassword(chosen, { name, email }))?.message
}
