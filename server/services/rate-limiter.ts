import { hash } from 'node:crypto'

import ipaddr from 'ipaddr.js'
import { sql } from 'kysely'

import type { PageSentence } from '../../contract/language/kiswahili-server.ts'
import type { Sentence } from '../../contract/language/kiswahili.ts'
import type { Wording } from '../../contract/language/translate.ts'
import { prepared } from '../database/prepared.ts'
import type { Database } from '../database/tables.ts'
import { runWrite } from '../database/transaction.ts'
import { now } from './ids.ts'
import { PublicError } from './domain-error.ts'

/**
 * A maximum number of attempts in a window of `seconds`. Each service declares its own limits;
 * docs/security.md lists them all.
 */
export interface RateLimit {
  name: string
  max: number
  seconds: number
  /** A noun for the error message 'Too many …', such as 'files from your network'. */
  of: PageSentence | StaffAttempts
}

/** The nouns of limits that only staff meet, who read English. */
type StaffAttempts =
  | 'failed attempts to sign in'
  | 'wrong codes'
  | 'attempts to change a password'
  | 'test messages'

/** A limit and the subject whose attempts it counts. */
export type LimitCheck = [limit: RateLimit, subject: string]

/** A fact about a subject, which is forgotten `seconds` after the last call of `remember`. */
export type RememberedFact = Pick<RateLimit, 'name' | 'seconds'>

/** Rate limiter with its counters in the database, shared by all processes. */
export interface RateLimiter {
  /** Counts one attempt against each limit. Stops at the first limit that is exceeded: the error. */
  consume(...checks: LimitCheck[]): Promise<PublicError<Sentence> | undefined>
  /** Subtracts an attempt that should not count, such as a successful sign-in. */
  refund(...checks: LimitCheck[]): Promise<void>
  /** Stores a fact about the subject, or renews its expiry. */
  remember(fact: RememberedFact, subject: string): Promise<void>
  isRemembered(fact: RememberedFact, subject: string): Promise<boolean>
}

/** The parts of the context of routes that calls with a rate limit need. */
export interface LimitedAccess {
  db: Database
  limiter: RateLimiter
}

export function rateLimiter(db: Database): RateLimiter {
  return {
    async consume(...checks) {
      for (const [limit, subject] of checks) {
        const window = {
          key: keyOf(limit, subject),
          at: now(),
          endsAt: now(limit.seconds * 1000),
          // The end of a window can only be later than this if the clock was set back. Twice the length,
          // because another process may begin a window just after this process reads the clock.
          tooLate: now(2 * limit.seconds * 1000),
        }
        const [counted] = await runWrite(db, (writer) => countAttempt(writer, window))
        if (counted!.count > limit.max) return tooMany(limit, counted!.endsAt)
      }
      return undefined
    },

    async refund(...checks) {
      for (const check of checks) {
        await runWrite(db, (writer) =>
          writer
            .updateTable('rate_limits')
            .set((column) => ({ count: column('count', '-', 1) }))
            .where('key', '=', keyOf(...check))
            .where('count', '>', 0)
            .execute(),
        )
      }
    },

    async remember(fact, subject) {
      const endsAt = now(fact.seconds * 1000)
      await runWrite(db, (writer) =>
        writer
          .insertInto('rate_limits')
          .values({ key: keyOf(fact, subject), count: 1, endsAt })
          .onConflict((conflict) => conflict.column('key').doUpdateSet({ endsAt }))
          .execute(),
      )
    },

    async isRemembered(fact, subject) {
      const found = await db
        .selectFrom('rate_limits')
        .select('key')
        .where('key', '=', keyOf(fact, subject))
        .where('endsAt', '>', now())
        .executeTakeFirst()
      return found !== undefined
    },
  }
}

type Window = Record<'key' | 'at' | 'endsAt' | 'tooLate', string>

/** Adds an attempt to the window of a key, or begins a new window. */
const countAttempt = prepared((db, { key, at, endsAt, tooLate }: Window) => {
  const isOver = sql<boolean>`(rate_limits."endsAt" <= ${at} or rate_limits."endsAt" > ${tooLate})`
  return db
    .insertInto('rate_limits')
    .values({ key, count: 1, endsAt })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql`case when ${isOver} then 1 else rate_limits.count + 1 end`,
        endsAt: sql`case when ${isOver} then excluded."endsAt" else rate_limits."endsAt" end`,
      }),
    )
    .returning(['count', 'endsAt'])
})

/** A rate limiter that never refuses, for load tests. */
export const unlimited: RateLimiter = {
  consume: async () => undefined,
  refund: async () => {},
  remember: async () => {},
  isRemembered: async () => false,
}

/** The network by which limits count: an IPv4 address, or the /64 network of an IPv6 address. */
export function networkOf(address: string) {
  // A trusted proxy may forward any text.
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}

/** The stored key of a subject. It is a hash, because IP and e-mail addresses are personal data. */
function keyOf({ name }: RememberedFact, subject: string) {
  return hash('sha256', `${name}:${subject}`, 'base64url')
}

function tooMany({ of }: RateLimit, endsAt: string) {
  const seconds = Math.max(1, Math.ceil((Date.parse(endsAt) - Date.now()) / 1000))
  return new PublicError('rate_limited', retryIn(seconds, of), { retryAfter: seconds })
}

function retryIn(seconds: number, of: RateLimit['of']): Wording<Sentence> {
  const minutes = Math.ceil(seconds / 60)
  const hours = Math.ceil(minutes / 60)
  if (minutes === 1) {
    return { sentence: 'Too many {of}. Please try again in a minute.', values: { of } }
  }
  return minutes > 120
    ? { sentence: 'Too many {of}. Please try again in {hours} hours.', values: { of, hours } }
    : { sentence: 'Too many {of}. Please try again in {minutes} minutes.', values: { of, minutes } }
}
