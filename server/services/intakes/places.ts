import { sql, type SqlBool, type Transaction } from 'kysely'

import type { Database, Tables } from '../../database/tables.ts'
import { DomainError } from '../domain-error.ts'

/** A department of an intake, whose places are limited. */
interface Seats {
  intake: string | null
  department: string | null
}

/**
 * Counts the free places of the departments of intakes. Row locks on the places let one transaction at
 * a time count and take: the last place is given once. The result counts down with each `take`.
 */
export async function lockPlaces(transaction: Transaction<Tables>, some: Seats[]) {
  const free = new Map<string, number>()
  // Locked in one order, so that two transactions cannot deadlock.
  const wanted = new Map(some.map((seats) => [keyOf(seats), seats] as const))
  for (const [key, { intake, department }] of [...wanted].toSorted(byKey)) {
    if (intake === null || department === null) continue
    const row = await transaction
      .selectFrom('intake_places')
      .select('places')
      .where('intake', '=', intake)
      .where('department', '=', department)
      .forUpdate()
      .executeTakeFirst()
    free.set(key, (row?.places ?? 0) - (await countTaken(transaction, intake, department)))
  }
  return {
    /** Takes a place. Returns whether one was free. Taking beyond the places is counted, too. */
    take(seats: Seats) {
      const left = free.get(keyOf(seats)) ?? 0
      free.set(keyOf(seats), left - 1)
      return left > 0
    },
    /** Gives back a place that was taken but will not be used. */
    giveBack(seats: Seats) {
      free.set(keyOf(seats), (free.get(keyOf(seats)) ?? 0) + 1)
    },
  }
}

/** The number of applications that take a place: those with an open or confirmed offer. */
async function countTaken(db: Database, intake: string, department: string) {
  const { taken } = await db
    .selectFrom('attachments')
    .select(({ fn }) => fn.countAll<number>().as('taken'))
    .where('intake', '=', intake)
    .where('department', '=', department)
    .where(offerTakesPlace)
    .executeTakeFirstOrThrow()
  return taken
}

/** Raw SQL, because the partial index serves only a condition without parameters. */
export const offerTakesPlace = sql<SqlBool>`attachments."offerState" in ('open', 'confirmed')`

export function noPlace() {
  const message =
    'This intake has no free place in the department. Accept all the same with a reason, or use the waiting list.'
  return new DomainError('conflict', message, { fields: {}, details: { code: 'no_place' } })
}

function keyOf({ intake, department }: Seats) {
  return `${intake} ${department}`
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]) {
  return a < b ? -1 : 1
}
