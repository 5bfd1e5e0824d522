import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Files beside the database: each server holds a lock on one. A killed process leaves no lock. */
const slots = ['server-1.lock', 'server-2.lock'] as const

/** Notes until the end of the process that a server uses a folder. Returns whether another one does. */
export function takeServerSlot(dataDir: string) {
  const [first, second] = slots.map((slot) => join(dataDir, slot)) as [string, string]
  if (hold(first)) return { isShared: isHeld(second) }
  hold(second)
  return { isShared: true }
}

export function hasTwoServers(dataDir: string) {
  return slots.every((slot) => isHeld(join(dataDir, slot)))
}

/** Connections that must not be collected as garbage, which would release their locks. */
const held: DatabaseSync[] = []

/** Returns false if another server holds the lock. It only serves a warning, so other errors pass. */
function hold(file: string) {
  try {
    // Waits for `isHeld` of another process.
    const connection = new DatabaseSync(file, { timeout: 500 })
    held.push(connection)
    connection.exec('begin exclusive')
    return true
  } catch (error) {
    return !isBusy(error)
  }
}

function isHeld(file: string) {
  if (!existsSync(file)) return false
  try {
    using connection = new DatabaseSync(file, { readOnly: true })
    connection.exec('select 1 from sqlite_schema')
    return false
  } catch (error) {
    return isBusy(error)
  }
}

/** SQLITE_BUSY, see https://www.sqlite.org/rescode.html. */
const isBusy = (error: unknown) => (error as { errcode?: number }).errcode === 5
