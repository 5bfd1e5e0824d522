import { randomUUIDv7 } from 'node:crypto'

/** A UUID of version 7 for a moment: lists are ordered by it. What follows the time is random. */
export function uuidAt(milliseconds: number, rest = randomUUIDv7().slice(14)) {
  const time = milliseconds.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-${rest}`
}
