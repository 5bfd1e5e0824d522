import { v7 as uuidv7 } from 'uuid'

/**
 * The id and creation time of every record. Lists and the history are in the order of their ids:
 * UUIDs of version 7, which only count up within a process.
 */
export function newRecord() {
  return { _id: uuidv7(), createdAt: now() }
}

/** The same for records with an optimistic lock. */
export function newEditableRecord() {
  const record = newRecord()
  return { ...record, updatedAt: record.createdAt }
}

/** The time in UTC, ISO 8601, optionally some milliseconds from now. */
export function now(offset = 0) {
  return new Date(Date.now() + offset).toISOString()
}
