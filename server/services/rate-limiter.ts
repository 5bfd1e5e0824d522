import { hash } from 'node:crypto'

import ipaddr from 'ipaddr.js'
import { sql } from 'kysely'

import { batched } from '../database/batching.ts'
import type { Database } from '../database/tables.ts'
import { runWrite } from '../database/transaction.ts'
import { now } from './ids.ts'
import { DomainError } from './domain-error.ts'

/** A number of attempts per window of time. */
export interface RateLimit {
  name: string
  max: number
  seconds: number
  /** The plural noun of the message, such as 'applications'. */
  of: string
}

/** A fact that expires so many seconds after `remember`. */
export type RememberedFact = Pick<RateLimit, 'name' | 'seconds'>

/** Rate limiter with its counters in the database, shared by all processes. */
export interface RateLimiter {
  /** Counts one attempt; answers a DomainError above the limit. */
  consume(limit: RateLimit, subject: string): Promise<DomainError | undefined>
  /** Takes an attempt back that should not count. */
  refund(limit: RateLimit, subject: string): Promise<void>
  /** Stores a fact about the subject, or renews it. */
  remember(fact: RememberedFact, subject: string): Promise<void>
  isRemembered(fact: RememberedFact, subject: string): Promise<boolean>
}

export function rateLimiter(db: Database): RateLimiter {
  return {
    consume: (limit, subject) => consume(db, { limit, key: keyOf(limit, subject) }),

    async refund(limit, subject) {
      await runWrite(db, (writer) =>
        writer
          .updateTable('rate_limits')
          .set((column) => ({ count: column('count', '-', 1) }))
          .where('key', '=', keyOf(limit, subject))
          .where('count', '>', 0)
          .execute(),
      )
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

interface Attempt {
  limit: RateLimit
  key: string
}

/** Counts concurrent attempts in one statement, each as one more than those before it. */
const consume = batched(async (db, attempts: Attempt[]) => {
  const windows = Map.groupBy(attempts, ({ key }) => key)
  const longest = Math.max(...attempts.map(({ limit }) => limit.seconds))
  // A window that ends later began before the clock was set back. Two windows, because another
  // process may have begun one just after this process read the clock.
  const tooLate = now(2 * longest * 1000)
  const isOver = sql<boolean>`(rate_limits."endsAt" <= ${now()} or rate_limits."endsAt" > ${tooLate})`
  const rows = await runWrite(db, (writer) =>
    writer
      .insertInto('rate_limits')
      .values(
        // Sorted, so that two processes cannot deadlock.
        [...windows.keys()].toSorted().map((key) => {
          const some = windows.get(key)!
          return { key, count: some.length, endsAt: now(some[0]!.limit.seconds * 1000) }
        }),
      )
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          count: sql`excluded.count + case when ${isOver} then 0 else rate_limits.count end`,
          endsAt: sql`case when ${isOver} then excluded."endsAt" else rate_limits."endsAt" end`,
        }),
      )
      .returningAll()
      .execute(),
  )
  const before = new Map(
    rows.map((row) => [row.key, { ...row, count: row.count - windows.get(row.key)!.length }]),
  )
  return attempts.map(({ limit, key }) => {
    const window = before.get(key)!
    return ++window.count > limit.max ? tooMany(limit, window.endsAt) : undefined
  })
})

/** No limits, for load tests. */
export const unlimited: RateLimiter = {
  consume: async () => undefined,
  refund: async () => {},
  remember: async () => {},
  isRemembered: async () => false,
}

/** A limit and the subject whose attempts it counts. */
export type LimitCheck = [limit: RateLimit, subject: string]

/** Counts one attempt against several limits, up to the first that refuses it. */
export async function consumeAll(limiter: RateLimiter, checks: LimitCheck[]) {
  for (const check of checks) {
    const tooMany = await limiter.consume(...check)
    if (tooMany) return tooMany
  }
  return undefined
}

export async function refundAll(limiter: RateLimiter, checks: LimitCheck[]) {
  for (const check of checks) await limiter.refund(...check)
}

/** The unit that limits count by: an IPv4 address, or the /64 network that an IPv6 customer has. */
export function networkOf(address: string) {
  // A trusted proxy may forward any text.
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}

/** A hash, because IP and e-mail addresses are personal data. */
function keyOf({ name }: RememberedFact, subject: string) {
  return hash('sha256', `${name}:${subject}`, 'base64url')
}

function tooMany(limit: RateLimit, endsAt: string) {
  const seconds = Math.max(1, Math.ceil((Date.parse(endsAt) - Date.now()) / 1000))
  const minutes = Math.ceil(seconds / 60)
  const wait =
    minutes === 1
      ? 'a minute'
      : minutes > 120
        ? `${Math.ceil(minutes / 60)} hours`
        : `${minutes} minutes`
  return new DomainError('rate_limited', `Too many ${limit.of}. Please try again in ${wait}.`, {
    retryAfter: seconds,
  })
}
