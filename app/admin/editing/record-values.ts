import type { Values } from '../../forms/fields.tsx'

/** Converts a record to form values: a referenced record becomes its id. */
export function valuesOf(record: object): Values {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, isReference(value) ? value._id : value]),
  )
}

/** The text of a value in the conflict dialog. */
export function wordsOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (isReference(value)) return value.name
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Compares two form values by content: null, undefined and '' count as equal. */
export function isSame(one: unknown, other: unknown) {
  return JSON.stringify(one ?? '') === JSON.stringify(other ?? '')
}

function isReference(value: unknown): value is { _id: string; name: string } {
  return value !== null && typeof value === 'object' && '_id' in value
}
