import { sql, type SqlBool } from 'kysely'

import type { Transaction } from '../../database/tables.ts'
import { DomainError } from '../domain-error.ts'
import { countRows } from '../rows.ts'

/** A department of an intake, whose places are limited. */
interface DepartmentOfIntake {
  intake: string | null
  department: string | null
}

/**
 * Counts the free places of the departments of intakes. Row locks on the places let one transaction at
 * a time count and take: the last place is given once. The result counts down with each `take`.
 */
export async function lockPlaces(transaction: Transaction, wanted: DepartmentOfIntake[]) {
  const free = new Map<string, number>()
  // Locked in one order, so that two transactions cannot deadlock.
  const byKey = new Map(wanted.map((one) => [keyOf(one), one]))
  for (const key of [...byKey.keys()].toSorted()) {
    const { intake, department } = byKey.get(key)!
    if (intake === null || department === null) continue
    const row = await transaction
      .selectFrom('intake_places')
      .select('places')
      .where('intake', '=', intake)
      .where('department', '=', department)
      .forUpdate()
      .executeTakeFirst()
    const applications = transaction.selectFrom('attachments').where('intake', '=', intake)
    const taken = applications.where('department', '=', department).where(offerTakesPlace)
    free.set(key, (row?.places ?? 0) - (await countRows(taken)))
  }
  return {
    /** Takes a place. Returns whether one was free. Taking beyond the places is counted, too. */
    take(one: DepartmentOfIntake) {
      const left = free.get(keyOf(one)) ?? 0
      free.set(keyOf(one), left - 1)
      return left > 0
    },
  }
}

/** An application that takes a place. Raw SQL, because the partial index serves only a condition without parameters. */
export const offerTakesPlace = sql<SqlBool>`attachments."offerState" in ('open', 'confirmed')`

export function noPlace() {
  const message =
    'This intake has no free place in the department. Accept anyway with a reason, or use the waiting list.'
  return new DomainError('conflict', message, { fields: {}, details: { code: 'no_place' } })
}

function keyOf({ intake, department }: DepartmentOfIntake) {
  return `${intake} ${department}`
}
