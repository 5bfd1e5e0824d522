import { hash } from 'node:crypto'

import ipaddr from 'ipaddr.js'
import { sql } from 'kysely'

import { batched } from '../database/batching.ts'
import type { Database } from '../database/tables.ts'
import { runWrite } from '../database/transaction.ts'
import { now } from './ids.ts'
import { DomainError } from './domain-error.ts'

/** How often something may be tried in a window of time. */
export interface RateLimit {
  name: string
  max: number
  seconds: number
  /** What there are too many of, for the sentence. */
  of: string
}

/** What is remembered for so many seconds after it was noted last. */
export type RememberedFact = Pick<RateLimit, 'name' | 'seconds'>

/** Counts tries in the database, so that any number of processes counts as one. */
export interface RateLimiter {
  /** Counts one try; a DomainError when there were too many. */
  consume(limit: RateLimit, subject: string): Promise<DomainError | undefined>
  /** Takes a try back that should not count. */
  refund(limit: RateLimit, subject: string): Promise<void>
  /** Remembers from now on, for as long as the memory says. */
  remember(memory: RememberedFact, subject: string): Promise<void>
  isRemembered(memory: RememberedFact, subject: string): Promise<boolean>
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

    async remember(memory, subject) {
      const endsAt = now(memory.seconds * 1000)
      await runWrite(db, (writer) =>
        writer
          .insertInto('rate_limits')
          .values({ key: keyOf(memory, subject), count: 1, endsAt })
          .onConflict((conflict) => conflict.column('key').doUpdateSet({ endsAt }))
          .execute(),
      )
    },

    async isRemembered(memory, subject) {
      const found = await db
        .selectFrom('rate_limits')
        .select('key')
        .where('key', '=', keyOf(memory, subject))
        .where('endsAt', '>', now())
        .executeTakeFirst()
      return found !== undefined
    },
  }
}

interface Try {
  limit: RateLimit
  key: string
}

/** Counts tries of the same moment, each as one more than those before it. */
const consume = batched(async (db, tries: Try[]) => {
  const windows = Map.groupBy(tries, ({ key }) => key)
  const longest = Math.max(...tries.map(({ limit }) => limit.seconds))
  // What ends later began before the clock was set back. Twice as long as a window, because another
  // process may have begun one a moment after this one read the clock.
  const tooLate = now(2 * longest * 1000)
  const isOver = sql<boolean>`(rate_limits."endsAt" <= ${now()} or rate_limits."endsAt" > ${tooLate})`
  const rows = await runWrite(db, (writer) =>
    writer
      .insertInto('rate_limits')
      .values(
        // In one order, so that no two processes wait for each other.
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
  return tries.map(({ limit, key }) => {
    const window = before.get(key)!
    return ++window.count > limit.max ? tooMany(limit, window.endsAt) : undefined
  })
})

/** Counts nothing: for load tests. */
export const unlimited: RateLimiter = {
  consume: async () => undefined,
  refund: async () => {},
  remember: async () => {},
  isRemembered: async () => false,
}

/** A limit, and whose tries it counts. */
export type LimitCheck = [limit: RateLimit, subject: string]

/** Counts one try by several limits; by none any more after the first that refuses it. */
export async function consumeAll(limiter: RateLimiter, spendings: LimitCheck[]) {
  for (const spending of spendings) {
    const tooMany = await limiter.consume(...spending)
    if (tooMany) return tooMany
  }
  return undefined
}

export async function refundAll(limiter: RateLimiter, spendings: LimitCheck[]) {
  for (const spending of spendings) await limiter.refund(...spending)
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

/** Addresses and e-mails are personal: what is stored does not show them. */
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
