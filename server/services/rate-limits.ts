import { hash } from 'node:crypto'
import { isIPv6 } from 'node:net'

import { sql } from 'kysely'

import { gathered } from '../database/batching.ts'
import type { Database } from '../database/tables.ts'
import { changing } from '../database/transaction.ts'
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
export type Memory = Pick<RateLimit, 'name' | 'seconds'>

/** Counts tries in the database, so that any number of processes counts as one. */
export interface RateLimiter {
  /** Counts one try; a DomainError when there were too many. */
  spend(limit: RateLimit, subject: string): Promise<DomainError | undefined>
  /** Takes a try back that should not count. */
  giveBack(limit: RateLimit, subject: string): Promise<void>
  /** Remembers from now on, for as long as the memory says. */
  note(memory: Memory, subject: string): Promise<void>
  isNoted(memory: Memory, subject: string): Promise<boolean>
}

export function rateLimiter(db: Database): RateLimiter {
  return {
    spend: (limit, subject) => spend(db, { limit, key: keyOf(limit, subject) }),

    async giveBack(limit, subject) {
      await changing(db, (writer) =>
        writer
          .updateTable('rate_limits')
          .set((column) => ({ count: column('count', '-', 1) }))
          .where('key', '=', keyOf(limit, subject))
          .where('count', '>', 0)
          .execute(),
      )
    },

    async note(memory, subject) {
      const endsAt = now(memory.seconds * 1000)
      await changing(db, (writer) =>
        writer
          .insertInto('rate_limits')
          .values({ key: keyOf(memory, subject), count: 1, endsAt })
          .onConflict((conflict) => conflict.column('key').doUpdateSet({ endsAt }))
          .execute(),
      )
    },

    async isNoted(memory, subject) {
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
const spend = gathered(async (db, tries: Try[]) => {
  const windows = Map.groupBy(tries, ({ key }) => key)
  const longest = Math.max(...tries.map(({ limit }) => limit.seconds))
  // What ends later began before the clock was set back. Twice as long as a window, because another
  // process may have begun one a moment after this one read the clock.
  const tooLate = now(2 * longest * 1000)
  const isOver = sql<boolean>`(rate_limits."endsAt" <= ${now()} or rate_limits."endsAt" > ${tooLate})`
  const rows = await changing(db, (writer) =>
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
  spend: async () => undefined,
  giveBack: async () => {},
  note: async () => {},
  isNoted: async () => false,
}

/** A limit, and whose tries it counts. */
export type Spending = [limit: RateLimit, subject: string]

/** Counts one try by several limits; by none any more after the first that refuses it. */
export async function spendAll(limiter: RateLimiter, spendings: Spending[]) {
  for (const spending of spendings) {
    const tooMany = await limiter.spend(...spending)
    if (tooMany) return tooMany
  }
  return undefined
}

export async function giveBackAll(limiter: RateLimiter, spendings: Spending[]) {
  for (const spending of spendings) await limiter.giveBack(...spending)
}

/** What counts as one address: whoever has an address of IPv6 has all of its network, a /64. */
export function networkOf(address: string) {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped || !isIPv6(address)) return mapped ?? address
  const [start = '', end] = (address.split('%')[0] ?? '').split('::')
  const [before, after] = [start, end ?? ''].map((part) => part.split(':').filter(Boolean))
  const zeros = end === undefined ? 0 : 8 - before!.length - after!.length
  const groups = [...before!, ...Array<string>(zeros).fill('0'), ...after!]
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}

/** Addresses and e-mails are personal: what is stored does not show them. */
function keyOf({ name }: Memory, subject: string) {
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
