import { randomUUIDv7 } from 'node:crypto'

/** What every record gets as it is made. */
export function newRecord() {
  return { _id: randomUUIDv7(), createdAt: now() }
}

/** This moment in UTC, ISO 8601, optionally some milliseconds from now. */
export function now(offset = 0) {
  return new Date(Date.now() + offset).toISOString()
}
