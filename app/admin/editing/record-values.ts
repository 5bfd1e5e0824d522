import type { Values } from '../../forms/fields.tsx'

/** The values of a record for a form: references by their id. */
export function valuesOf(record: object): Values {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, isReference(value) ? value._id : value]),
  )
}

/** A value of a record in words, for the comparison of two versions. */
export function wordsOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (isReference(value)) return value.name
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Whether two values of a form are the same; a missing one is empty. */
export function isSame(one: unknown, other: unknown) {
  return (one ?? '') === (other ?? '')
}

function isReference(value: unknown): value is { _id: string; name: string } {
  return value !== null && typeof value === 'object' && '_id' in value
}
