import type { Intake } from '../../../contract/intake/intake.ts'

/** The places of an intake in all departments. A department that is overbooked has none open. */
export function countPlaces({ places }: Pick<Intake, 'places'>) {
  return {
    total: sum(places.map(({ places: number }) => number)),
    taken: sum(places.map(({ taken }) => taken)),
    open: sum(places.map(({ places: number, taken }) => Math.max(0, number - taken))),
  }
}

function sum(numbers: number[]) {
  return numbers.reduce((all, one) => all + one, 0)
}
