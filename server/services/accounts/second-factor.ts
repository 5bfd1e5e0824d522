import { readBase32 } from '../../../contract/base32.ts'
import type { User } from '../../../contract/account/user.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { countRows, deleteRows, updateRows, findRow } from '../rows.ts'
import { lockRecord } from '../optimistic-lock.ts'
import { recordHistory, eventOn } from '../history.ts'
import { wrongPassword, verifiedPassword } from './change-password.ts'
import { type RateLimit, type LimitedAccess, type LimitCheck } from '../rate-limiter.ts'
import { now } from '../ids.ts'
import { invalidField, DomainError, notFound, conflict } from '../domain-error.ts'
import { hashToken, randomBase32 } from '../tokens.ts'
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

const howManyCodes = 10
const notThisCode = 'This code is not right, or it was used already. Wait for the next one.'

/** When the user turned the second factor on, and the number of unused recovery codes. */
export async function secondFactorOf(db: Database, { _id, secondFactorSince }: User) {
  const codes = db.selectFrom('recovery_codes').where('user', '=', _id)
  return { since: secondFactorSince, recoveryCodesLeft: await countRows(codes) }
}

/** Creates a secret for an authenticator app. It takes effect after a first code of the app. */
export async function prepareSecondFactor(
  { db, limiter }: LimitedAccess,
  user: User,
  password: string,
  issuer: string,
) {
  const verified = await verifiedPassword({ db, limiter }, user, password, 'password')
  if (verified instanceof DomainError) return verified
  const secret = newSecret()
  return inTransaction(db, async (transaction) => {
    const error = await checkIsOff(transaction, user)
    if (error) return error
    await transaction
      .insertInto('second_factors')
      .values({ user: user._id, secret, usedStep: 0 })
      .onConflict((taken) => taken.column('user').doUpdateSet({ secret, usedStep: 0 }))
      .execute()
    return { secret, uri: keyUri(secret, issuer, user.email) }
  })
}

/** Turns the second factor on. The recovery codes are returned only here. */
export async function confirmSecondFactor(access: LimitedAccess, user: User, code: string) {
  const { db, limiter } = access
  if (user.secondFactorSince !== null) return isOn()
  const secret = await secretOf(db, user._id)
  const used = await spendCode({ db, limiter }, user._id, code)
  if (used instanceof DomainError) return used
  const recoveryCodes = Array.from({ length: howManyCodes }, newRecoveryCode)
  return inTransaction(db, async (transaction) => {
    const error = await checkIsOff(transaction, user)
    if (error) return error
    // Another request has created a newer secret, so the code belongs to an old one.
    if ((await secretOf(transaction, user._id)) !== secret) return invalidField('code', notThisCode)
    await updateRows(transaction, 'users', { _id: user._id }, { secondFactorSince: now() })
    await transaction
      .insertInto('recovery_codes')
      .values(recoveryCodes.map((each) => ({ codeHash: hashCode(each), user: user._id })))
      .execute()
    const event = eventOn('user', user._id, user._id)
    await recordHistory(transaction, { action: 'second factor on', ...event })
    return { recoveryCodes }
  })
}

/** Turns the user's own second factor off. */
export async function endSecondFactor(
  { db, limiter }: LimitedAccess,
  user: User,
  { password, code }: { password: string; code: string },
) {
  const verified = await verifiedPassword({ db, limiter }, user, password, 'password')
  if (verified instanceof DomainError) return verified
  const used = await spendCode({ db, limiter }, user._id, code)
  if (used instanceof DomainError) return used
  return inTransaction(db, async (transaction) => {
    const stored = await lockRecord(transaction, 'users', user._id)
    if (!stored) return notFound('user')
    // Another request may have changed the password or the secret since they were checked.
    if (stored.password !== verified) return wrongPassword('password')
    if (stored.secondFactorSince !== user.secondFactorSince) {
      return invalidField('code', notThisCode)
    }
    await turnOff(transaction, user._id, user._id)
    return { message: 'Two-step sign-in is off' }
  })
}

/**
 * Turns off the second factor of a user who lost both app and recovery codes. `by` is undefined on
 * the command line.
 */
export async function resetSecondFactor(db: Database, _id: string, by: string | undefined) {
  if (_id === by) {
    return conflict('Turn off your own two-step sign-in under "Your account".')
  }
  return inTransaction(db, async (transaction) => {
    if (!(await lockRecord(transaction, 'users', _id))) return notFound('user')
    await turnOff(transaction, _id, by)
    return { message: 'Two-step sign-in is off. The password alone signs in until it is set up.' }
  })
}

/**
 * Checks a code of the app or a recovery code, which becomes invalid. Returns the kind of the code.
 * An error means a wrong code or too many attempts.
 */
export async function spendCode({ db, limiter }: LimitedAccess, user: string, code: string) {
  const tries: LimitCheck[] = [
    [hourly, user],
    [daily, user],
  ]
  const tooMany = await limiter.consume(...tries)
  if (tooMany) return tooMany
  const used = /^\d{3} ?\d{3}$/.test(code)
    ? await spendAppCode(db, user, code.replace(' ', ''))
    : await spendRecoveryCode(db, user, code)
  if (!used) return invalidField('code', notThisCode)
  await limiter.refund(...tries)
  return used
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
  return (await findRow(db, 'second_factors', { user }))?.secret
}

async function spendRecoveryCode(db: Database, user: string, code: string) {
  const used = await deleteRows(db, 'recovery_codes', { codeHash: hashCode(code), user })
  return used > 0 ? ('recovery_code' as const) : undefined
}

async function turnOff(transaction: Transaction, _id: string, by: string | undefined) {
  await updateRows(transaction, 'users', { _id }, { secondFactorSince: null })
  await deleteRows(transaction, 'second_factors', { user: _id })
  await deleteRows(transaction, 'recovery_codes', { user: _id })
  await recordHistory(transaction, { action: 'second factor off', ...eventOn('user', _id, by) })
}

/** 24 letters and digits in groups of six: 120 random bits, enough for an unsalted hash. */
function newRecoveryCode() {
  return randomBase32(24).replaceAll(/.{6}(?=.)/g, '$&-')
}

/** The hash of a recovery code, however it is typed. */
function hashCode(code: string) {
  return hashToken(readBase32(code))
}

/** An error if the second factor is on. Otherwise, a row lock keeps it off until the commit. */
async function checkIsOff(transaction: Transaction, { _id }: User) {
  const stored = await lockRecord(transaction, 'users', _id)
  if (!stored) return notFound('user')
  return stored.secondFactorSince === null ? undefined : isOn()
}

function isOn() {
  return conflict('Two-step sign-in is on already.')
}
