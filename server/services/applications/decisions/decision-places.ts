import { noOffer, takesPlace } from '../../../../contract/application/decision.ts'
import { lockPlaces, noPlace } from '../../intakes/places.ts'
import { type Change, idsOf } from './decision-state.ts'
import type { Transaction } from '../../../database/tables.ts'

/** Accepts beyond the places of an intake, with a reason for the history. */
export interface Overbooking {
  overbook?: boolean | undefined
  reason?: string | null | undefined
}

/**
 * Takes a place for each change that needs one. The changes without a free place are left out, and
 * `withoutPlace` has their ids. If the user accepts beyond the places, their history has the reason.
 */
export async function withPlaces(
  transaction: Transaction,
  changes: Change[],
  { overbook, reason }: Overbooking,
) {
  const offers = changes.filter(
    ({ before, after }) => before.intake !== null && takesPlace(after) && !takesPlace(before),
  )
  if (offers.length === 0) return { changes, withoutPlace: [] as string[] }
  const places = await lockPlaces(
    transaction,
    offers.map(({ before }) => before),
  )
  const beyond = new Set(offers.filter(({ before }) => !places.take(before)))
  if (!overbook) {
    return {
      changes: changes.filter((change) => !beyond.has(change)),
      withoutPlace: idsOf([...beyond]),
    }
  }
  const note = reason ?? undefined
  return {
    changes: changes.map((change) => (beyond.has(change) && note ? { ...change, note } : change)),
    withoutPlace: [],
  }
}

/**
 * The error if the changed application finds no free place in its intake. `isMoved`: a place that it
 * has in another department does not count.
 */
export async function placeError(
  transaction: Transaction,
  { before, after }: Change,
  isMoved = false,
) {
  const change = { before: isMoved ? { ...before, ...noOffer } : before, after }
  const { withoutPlace } = await withPlaces(transaction, [change], {})
  return withoutPlace.length > 0 ? noPlace() : undefined
}
