import { randomBytes } from 'node:crypto'

import { derivedColumns } from '../../database/derived-columns.ts'
import type { Database } from '../../database/tables.ts'
import { checkPassword } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { newRecord } from '../ids.ts'

/**
 * Creates the first administrator if there is no administrator. Returns what the operator must
 * know: the generated password, or why the chosen password is weak. A weak password is accepted.
 */
export async function createFirstAdministrator(
  db: Database,
  email: string,
  chosen: string | undefined,
): Promise<{ invented?: string; weakness?: string }> {
  const existing = await db
    .selectFrom('users')
    .select('_id')
    .where('role', '=', 'admin')
    .limit(1)
    .executeTakeFirst()
  if (existing) return {}

  const name = 'Administrator'
  const password = chosen ?? randomBytes(15).toString('base64url')
  const record = newRecord()
  const created = await db
    .insertInto('users')
    .values({
      ...record,
      name,
      email,
      ...derivedColumns.users({ name, email }),
      role: 'admin',
      password: await hashPassword(password),
      updatedAt: record.createdAt,
    })
    // Another process that starts at the same time may have created the account.
    .onConflict((conflict) => conflict.doNothing())
    .returning('_id')
    .executeTakeFirst()
  if (!created) return {}
  if (chosen === undefined) return { invented: password }
  const error = await checkPassword(chosen, { name, email })
  return error ? { weakness: error.message } : {}
}
