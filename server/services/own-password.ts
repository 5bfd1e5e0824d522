import type { User } from '../../contract/user.ts'
import type { Database } from '../database/tables.ts'
import { isPassword } from './passwords.ts'
import type { RateLimit, RateLimiter } from './rate-limits.ts'
import { invalidField, unknown, type Refusal } from './refusal.ts'

export const passwordTries: RateLimit = {
  name: 'tries to change a password',
  max: 10,
  seconds: 900,
  of: 'attempts to change a password',
}

/** Asks signed-in users for their password once more; `field` is where they typed it. */
export async function refuseWrongPassword(
  db: Database,
  limiter: RateLimiter,
  { _id }: User,
  password: string,
  field: string,
): Promise<Refusal | undefined> {
  const tooMany = await limiter.spend(passwordTries, _id)
  if (tooMany) return tooMany
  const stored = await db
    .selectFrom('users')
    .select('password')
    .where('_id', '=', _id)
    .executeTakeFirst()
  if (!stored) return unknown('user')
  if (await isPassword(password, stored.password)) return undefined
  return invalidField(field, 'This is not your current password')
}
