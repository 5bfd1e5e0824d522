import type { Credentials, Session } from '../../../contract/account/session.ts'
import type { User } from '../../../contract/account/user.ts'
import type { Tables } from '../../database/tables.ts'
import { lockRecord } from '../optimistic-lock.ts'
import { recordHistory, eventOn } from '../history.ts'
import { isPassword } from './passwords.ts'
import {
  networkOf,
  type RememberedFact,
  type RateLimit,
  type LimitedAccess,
  type LimitCheck,
} from '../rate-limiter.ts'
import { DomainError, changeOrRefuse } from '../domain-error.ts'
import { spendCode } from './second-factor.ts'
import { openSession } from './sessions.ts'
import { publicColumns } from './users.ts'

const perAddress: RateLimit = {
  name: 'sign-ins of an address',
  max: 50,
  seconds: 900,
  of: 'failed attempts to sign in',
}
const perAccount: RateLimit = { ...perAddress, name: 'sign-ins of an account', max: 10 }
/**
 * A separate limit for an account and a network from which it has signed in before. Strangers
 * cannot use up this limit and lock the user out. Other sign-ins count for the two limits above.
 */
const fromKnownNetwork: RateLimit = { ...perAccount, name: 'sign-ins of an account from a place' }
/** The fact that an account signed in from a network. A "place" in a stored name is a network. */
const knownNetwork: RememberedFact = { name: 'places of an account', seconds: 30 * 24 * 3600 }

/** Signs in. An unknown account and a wrong password get the same answer after the same time. */
export async function signIn(
  { db, limiter }: LimitedAccess,
  { email, password, code }: Credentials,
  { address, userAgent }: { address: string; userAgent: string | undefined },
): Promise<Session | DomainError> {
  const network = networkOf(address)
  const accountAndNetwork = `${email} ${network}`
  const isKnown = await limiter.isRemembered(knownNetwork, accountAndNetwork)
  const tries: LimitCheck[] = isKnown
    ? [[fromKnownNetwork, accountAndNetwork]]
    : [
        [perAddress, network],
        [perAccount, email],
      ]
  const tooMany = await limiter.consume(...tries)
  if (tooMany) return tooMany

  const account = await db
    .selectFrom('users')
    .select([...publicColumns, 'password'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (!(await isPassword(password, account?.password)) || !account) {
    const event = account && eventOn('user', account._id)
    await recordHistory(db, { action: 'failed sign-in', ...event })
    return noAccount()
  }

  const { password: _, ...user } = account
  const factor =
    user.secondFactorSince === null ? null : await askForCode({ db, limiter }, user, code)
  if (factor instanceof DomainError && code) return factor
  await limiter.refund(...tries)
  if (factor instanceof DomainError) return factor
  await limiter.remember(knownNetwork, accountAndNetwork)
  return changeOrRefuse(db, { missing: noAccount }, async (transaction) => {
    const stored = await lockRecord(transaction, 'users', user._id)
    if (!stored || !isSame(stored, account)) return noAccount()
    const fields = factor ? { fields: [factor] } : undefined
    const event = eventOn('user', user._id, user._id)
    await recordHistory(transaction, { action: 'sign-in', ...event, ...fields })
    return openSession(transaction, user, userAgent)
  })
}

type Secrets = Pick<Tables['users'], 'password' | 'secondFactorSince'>

/** True if password and second factor are unchanged since they were checked. */
function isSame(stored: Secrets, given: Secrets) {
  return stored.password === given.password && stored.secondFactorSince === given.secondFactorSince
}

/** The error for wrong credentials, and for an account that changed during the sign-in. */
function noAccount() {
  return new DomainError('unauthorized', 'Invalid email or password')
}

/** Checks the code of the second factor. A missing or wrong code is refused with a message. */
async function askForCode({ db, limiter }: LimitedAccess, user: User, code: string | undefined) {
  const secondFactor = { details: { secondFactor: true as const } }
  if (!code)
    return new DomainError('unauthorized', 'Enter the code of your authenticator app', secondFactor)
  const used = await spendCode({ db, limiter }, user._id, code)
  if (!(used instanceof DomainError)) return used
  await recordHistory(db, {
    action: 'failed sign-in',
    ...eventOn('user', user._id),
    fields: ['second_factor'],
  })
  return used.kind === 'rate_limited'
    ? used
    : new DomainError('unauthorized', used.message, secondFactor)
}
