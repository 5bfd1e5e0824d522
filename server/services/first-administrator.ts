import { randomBytes } from 'node:crypto'

import type { Database } from '../database/tables.ts'
import { hashPassword } from './passwords.ts'
import { newRecord } from './record.ts'

/**
 * Makes the first administrator where there is none. Answers the password when it had to invent
 * one, so that it can be shown once; otherwise undefined.
 */
export async function createFirstAdministrator(
  db: Database,
  email: string,
  chosen: string | undefined,
): Promise<string | undefined> {
  const existing = await db
    .selectFrom('users')
    .select('_id')
    .where('role', '=', 'admin')
    .limit(1)
    .executeTakeFirst()
  if (existing) return undefined

  const password = chosen ?? randomBytes(15).toString('base64url')
  const record = newRecord()
  const created = await db
    .insertInto('users')
    .values({
      ...record,
      name: 'Administrator',
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
