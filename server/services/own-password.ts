import type { User } from '../../contract/user.ts'
import type { Database } from '../database/tables.ts'
import { isPassword } from './passwords.ts'
import type { RateLimit, RateLimiter } from './rate-limits.ts'
import { invalidField, Refusal, unknown } from './refusal.ts'

export const passwordTries: RateLimit = {
  name: 'tries to change a password',
  max: 10,
  seconds: 900,
  of: 'attempts to change a password',
}

/** Asks signed-in users for their password once more; `field` is where they typed it. */
export async function refuseWrongPassword(
  ...question: Parameters<typeof verifiedPassword>
): Promise<Refusal | undefined> {
  const stored = await verifiedPassword(...question)
  return stored instanceof Refusal ? stored : undefined
}

/** The same, but answers what is stored of the password: a moment later it may be another one. */
export async function verifiedPassword(
  db: Database,
  limiter: RateLimiter,
  { _id }: User,
  password: string,
  field: string,
) {
  const tooMany = await limiter.spend(passwordTries, _id)
  if (tooMany) return tooMany
  const stored = await db
    .selectFrom('users')
    .select('password')
    .where('_id', '=', _id)
    .executeTakeFirst()
  if (!stored) return unknown('user')
  if (await isPassword(password, stored.password)) return stored.password
  return notYours(field)
}

export function notYours(field: string) {
  return invalidField(field, 'This is not your current password')
}
