import { randomBytes } from 'node:crypto'

import type { Transaction } from 'kysely'

import { readBase32 } from '../../../contract/base32.ts'
import type { User } from '../../../contract/account/user.ts'
import type { Database, Tables } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { countRows } from '../count-rows.ts'
import { lockRecord } from '../optimistic-lock.ts'
import { ownEvent, recordHistory } from '../history.ts'
import { notYours, refuseWrongPassword, verifiedPassword } from './change-password.ts'
import {
  refundAll,
  consumeAll,
  type RateLimit,
  type RateLimiter,
  type LimitCheck,
} from '../rate-limiter.ts'
import { now } from '../ids.ts'
import { invalidField, DomainError, notFound } from '../domain-error.ts'
import { hashToken } from '../tokens.ts'
import { keyUri, newSecret, timeSlotOf } from './totp.ts'

const hourly: RateLimit = {
  name: 'codes of a second factor in an hour',
  max: 5,
  seconds: 3600,
  of: 'wrong codes',
}
/**
 * The previous, the current and the next code are valid. With 20 wrong codes a day, a year of
 * guessing succeeds with a chance of 2 %.
 */
const daily: RateLimit = { ...hourly, name: 'codes of a second factor', max: 20, seconds: 86_400 }

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const howManyCodes = 10
const notThisCode = 'This code is not right, or it was used already. Wait for the next one.'

/** When the user turned the second factor on, and the number of unused recovery codes. */
export async function secondFactorOf(db: Database, { _id, secondFactorSince }: User) {
  const codes = db.selectFrom('recovery_codes').where('user', '=', _id)
  return { since: secondFactorSince, recoveryCodesLeft: await countRows(codes) }
}

/** Creates a secret for an authenticator app. It takes effect after a first code of the app. */
export async function prepareSecondFactor(
  db: Database,
  limiter: RateLimiter,
  user: User,
  password: string,
  issuer: string,
) {
  const wrong = await refuseWrongPassword(db, limiter, user, password, 'password')
  if (wrong) return wrong
  const secret = newSecret()
  return inTransaction(db, async (transaction) => {
    const error = await checkIsOff(transaction, user)
    if (error) return error
    await transaction
      .insertInto('second_factors')
      .values({ user: user._id, secret, usedStep: 0 })
      .onConflict((conflict) => conflict.column('user').doUpdateSet({ secret, usedStep: 0 }))
      .execute()
    return { secret, uri: keyUri(secret, issuer, user.email) }
  })
}

/** Turns the second factor on. The recovery codes are returned only here. */
export async function confirmSecondFactor(
  db: Database,
  limiter: RateLimiter,
  user: User,
  code: string,
) {
  if (user.secondFactorSince !== null) return isOn()
  const shown = await secretOf(db, user._id)
  const wrong = await refuseWrongCode(db, limiter, user._id, code)
  if (wrong) return wrong
  const recoveryCodes = Array.from({ length: howManyCodes }, newRecoveryCode)
  return inTransaction(db, async (transaction) => {
    const error = await checkIsOff(transaction, user)
    if (error) return error
    // Another request has created a newer secret, so the code belongs to an old one.
    if ((await secretOf(transaction, user._id)) !== shown) return invalidField('code', notThisCode)
    await transaction
      .updateTable('users')
      .set({ secondFactorSince: now() })
      .where('_id', '=', user._id)
      .execute()
    await transaction
      .insertInto('recovery_codes')
      .values(recoveryCodes.map((each) => ({ codeHash: hashCode(each), user: user._id })))
      .execute()
    await recordHistory(transaction, { action: 'second factor on', ...ownEvent(user) })
    return { recoveryCodes }
  })
}

/** Turns the user's own second factor off. */
export async function endSecondFactor(
  db: Database,
  limiter: RateLimiter,
  user: User,
  { password, code }: { password: string; code: string },
) {
  const verified = await verifiedPassword(db, limiter, user, password, 'password')
  if (verified instanceof DomainError) return verified
  const wrong = await refuseWrongCode(db, limiter, user._id, code)
  if (wrong) return wrong
  return inTransaction(db, async (transaction) => {
    const stored = await lockRecord(transaction, 'users', user._id)
    if (!stored) return notFound('user')
    // Another request may have changed the password or the secret since they were checked.
    if (stored.password !== verified) return notYours('password')
    if (stored.secondFactorSince !== user.secondFactorSince) {
      return invalidField('code', notThisCode)
    }
    await turnOff(transaction, user._id, user._id)
    return { message: 'The second factor is off' }
  })
}

/**
 * Turns off the second factor of a user who lost both app and recovery codes. `by` is undefined on
 * the command line.
 */
export async function resetSecondFactor(db: Database, _id: string, by: string | undefined) {
  if (_id === by) {
    return new DomainError('conflict', 'Turn off your own second factor under "Your account".')
  }
  return inTransaction(db, async (transaction) => {
    if (!(await lockRecord(transaction, 'users', _id))) return notFound('user')
    await turnOff(transaction, _id, by)
    return { message: 'The second factor is off. The password alone signs in until it is set up.' }
  })
}

/**
 * Checks a code of the app or a recovery code, which becomes invalid. Returns the kind of the code.
 * An error means a wrong code or too many attempts.
 */
export async function spendCode(db: Database, limiter: RateLimiter, user: string, code: string) {
  const tries: LimitCheck[] = [
    [hourly, user],
    [daily, user],
  ]
  const tooMany = await consumeAll(limiter, tries)
  if (tooMany) return tooMany
  const used = /^\d{3} ?\d{3}$/.test(code)
    ? await spendAppCode(db, user, code.replace(' ', ''))
    : await spendRecoveryCode(db, user, code)
  if (!used) return invalidField('code', notThisCode)
  await refundAll(limiter, tries)
  return used
}

async function refuseWrongCode(db: Database, limiter: RateLimiter, user: string, code: string) {
  const used = await spendCode(db, limiter, user, code)
  return used instanceof DomainError ? used : undefined
}

async function spendAppCode(db: Database, user: string, code: string) {
  const secret = await secretOf(db, user)
  const timeSlot = secret === undefined ? undefined : timeSlotOf(code, secret, Date.now())
  if (timeSlot === undefined) return undefined
  // Replay protection: the condition lets only one request use the code of a time slot.
  const used = await db
    .updateTable('second_factors')
    .set({ usedStep: timeSlot })
    .where('user', '=', user)
    .where('usedStep', '<', timeSlot)
    .returning('user')
    .executeTakeFirst()
  return used && ('second_factor' as const)
}

async function secretOf(db: Database, user: string) {
  const found = await db
    .selectFrom('second_factors')
    .select('secret')
    .where('user', '=', user)
    .executeTakeFirst()
  return found?.secret
}

async function spendRecoveryCode(db: Database, user: string, code: string) {
  const used = await db
    .deleteFrom('recovery_codes')
    .where('codeHash', '=', hashCode(code))
    .where('user', '=', user)
    .returning('user')
    .executeTakeFirst()
  return used && ('recovery_code' as const)
}

async function turnOff(transaction: Transaction<Tables>, _id: string, by: string | undefined) {
  await transaction
    .updateTable('users')
    .set({ secondFactorSince: null })
    .where('_id', '=', _id)
    .execute()
  await transaction.deleteFrom('second_factors').where('user', '=', _id).execute()
  await transaction.deleteFrom('recovery_codes').where('user', '=', _id).execute()
  const event = { action: 'second factor off', entity: 'user', record: _id, user: by } as const
  await recordHistory(transaction, event)
}

/** 24 letters and digits in groups of six: 120 random bits, enough for an unsalted hash. */
function newRecoveryCode() {
  const letters = Array.from(randomBytes(24), (byte) => crockford[byte % 32]).join('')
  return letters.replaceAll(/.{6}(?=.)/g, '$&-')
}

/** The hash of a recovery code, however it is typed. */
function hashCode(code: string) {
  return hashToken(readBase32(code))
}

/** An error if the second factor is on. Otherwise, a row lock keeps it off until the commit. */
async function checkIsOff(transaction: Transaction<Tables>, { _id }: User) {
  const stored = await lockRecord(transaction, 'users', _id)
  if (!stored) return notFound('user')
  return stored.secondFactorSince === null ? undefined : isOn()
}

function isOn() {
  return new DomainError('conflict', 'The second factor is on already.')
}
