import { randomBytes } from 'node:crypto'

import type { Database } from '../database/tables.ts'
import { refusePassword } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { newRecord } from './record.ts'
import type { Refusal } from './refusal.ts'

/**
 * Makes the first administrator where there is none. Answers the password when it had to invent
 * one, so that it can be shown once; otherwise undefined. A Refusal where the chosen one is weak.
 */
export async function createFirstAdministrator(
  db: Database,
  email: string,
  chosen: string | undefined,
): Promise<string | Refusal | undefined> {
  const existing = await db
    .selectFrom('users')
    .select('_id')
    .where('role', '=', 'admin')
    .limit(1)
    .executeTakeFirst()
  if (existing) return undefined

  const name = 'Administrator'
  const refusal = chosen === undefined ? undefined : await refusePassword(chosen, { name, email })
  if (refusal) return refusal

  const password = chosen ?? randomBytes(15).toString('base64url')
  const record = newRecord()
  const created = await db
    .insertInto('users')
    .values({
      ...record,
      name,
      email,
      role: 'admin',
      password: await hashPassword(password),
      updatedAt: record.createdAt,
    })
    // Another process that starts at the same moment may have been first.
    .onConflict((conflict) => conflict.doNothing())
    .returning('_id')
    .executeTakeFirst()
  return created && chosen === undefined ? password : undefined
}
