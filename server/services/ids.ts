import { v7 as uuidv7 } from 'uuid'

/**
 * The id and creation time of a new record. Ids are UUIDs of version 7, which increase within a
 * process. Lists and the history are sorted by id.
 */
export function newRecord() {
  return { _id: uuidv7(), createdAt: now() }
}

/** Like `newRecord`, with the `updatedAt` of records that have an optimistic lock. */
export function newEditableRecord() {
  const record = newRecord()
  return { ...record, updatedAt: record.createdAt }
}

/** The current time plus `offset` milliseconds, as ISO 8601 in UTC. */
export function now(offset = 0) {
  return new Date(Date.now() + offset).toISOString()
}
