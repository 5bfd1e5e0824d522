import type { CollectionName } from './collections.ts'
import { declarationOf, type AnyFields } from './items.ts'

/** The first and the last day of an item, as YYYY-MM-DD; null if it has none. */
export function datesOf(name: CollectionName, fields: AnyFields) {
  const { starts, ends = [] } = declarationOf(name)
  const dayIn = (key: string | undefined) => (key ? (fields[key] as string | null) : null)
  return {
    starts: dayIn(starts),
    ends: ends.map(dayIn).find((day) => day !== null) ?? null,
  }
}

/** Whether the last day of an item is before a day in Kenya, and staff have not kept it. */
export function isOver(name: CollectionName, fields: AnyFields, today: string) {
  return isPastItsDate(name, fields, today) && fields['afterDate'] !== 'keep'
}

/** Whether an item is shown as before, although its last day is before a day in Kenya. */
export function isKept(name: CollectionName, fields: AnyFields, today: string) {
  return isPastItsDate(name, fields, today) && fields['afterDate'] === 'keep'
}

function isPastItsDate(name: CollectionName, fields: AnyFields, today: string) {
  const { ends } = datesOf(name, fields)
  return ends !== null && ends < today
}
