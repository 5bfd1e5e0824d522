import { randomUUID } from 'node:crypto'

import { uuidAt } from '../database/uuid.ts'

/** What every record gets as it is made. */
export function newRecord() {
  return { _id: newId(), createdAt: now() }
}

/** The same for records that also tell when they were last changed. */
export function newEditableRecord() {
  const record = newRecord()
  return { ...record, updatedAt: record.createdAt }
}

let lastTime = 0
let count = 0

/**
 * A UUID of version 7. Those of one process only count up, also within a millisecond: lists and
 * the history are in the order of their ids.
 */
function newId() {
  const time = Date.now()
  if (time > lastTime) {
    lastTime = time
    count = 0
  } else if (++count > 0xfff) {
    lastTime++
    count = 0
  }
  const within = count.toString(16).padStart(3, '0')
  // What follows is random, as in a UUID of version 4.
  return uuidAt(lastTime, `7${within}-${randomUUID().slice(19)}`)
}

/** This moment in UTC, ISO 8601, optionally some milliseconds from now. */
export function now(offset = 0) {
  return new Date(Date.now() + offset).toISOString()
}
