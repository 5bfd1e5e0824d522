import { setImmediate } from 'node:timers/promises'

import type { Transaction } from 'kysely'

import { Batcher } from './batching.ts'
import { isDeadlock } from './connection-errors.ts'
import type { Database, Tables } from './tables.ts'

type Work<T> = (transaction: Transaction<Tables>) => Promise<T>

const maxAttempts = 3

/** Turns of the event loop that a transaction in a group commit takes, with one to spare. */
const turnsPerCommit = 6

/** The queues of databases with group commit. */
const groupCommits = new WeakMap<Database, Batcher<Work<unknown>, unknown>>()

const afterCommit = new WeakMap<Database, () => void>()
const marked = new WeakSet<Transaction<Tables>>()

/**
 * Runs the work as one transaction, which is durable when this resolves. Work that fails because of
 * others runs again: after a deadlock in PostgreSQL, or after another work of the same group commit
 * failed in SQLite.
 */
export function inTransaction<T>(db: Database, work: Work<T>): Promise<T> {
  const groupCommit = groupCommits.get(db)
  return groupCommit ? (groupCommit.add(work) as Promise<T>) : transact(db, work)
}

/** Runs a write of one statement, in a transaction only with group commit. */
export function runWrite<T>(db: Database, write: (db: Database) => Promise<T>): Promise<T> {
  return groupCommits.has(db) ? inTransaction(db, write) : write(db)
}

/**
 * Group commit, for SQLite: transactions that wait at the same time share one commit. SQLite writes
 * one transaction at a time, and the sync of its commit costs most of it. No transaction is
 * acknowledged before the sync.
 */
export function enableGroupCommit(db: Database) {
  const batcher = new Batcher((some: Work<unknown>[]) => commitAll(db, some), {
    maxBatch: 64,
    maxConcurrent: 1,
  })
  groupCommits.set(db, batcher)
}

/** Yields between steps of some milliseconds each, so that other requests run and writes commit. */
export async function yieldToOthers(db: Database) {
  let turns = 0
  do await setImmediate()
  while (groupCommits.get(db)?.isBusy && ++turns < turnsPerCommit)
}

/** Calls the listener of `onAfterCommit` once this transaction is committed. */
export function markForAfterCommit(transaction: Transaction<Tables>) {
  marked.add(transaction)
}

/** Calls the listener after each commit of a marked transaction. One listener per database. */
export function onAfterCommit(db: Database, listener: () => void) {
  afterCommit.set(db, listener)
}

async function transact<T>(db: Database, work: Work<T>) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await commit(db, work)
    } catch (error) {
      if (!isDeadlock(error) || attempt === maxAttempts) throw error
    }
  }
}

function commitAll(db: Database, some: Work<unknown>[]) {
  return commit(db, async (transaction) => {
    const results: unknown[] = []
    for (const work of some) results.push(await work(transaction))
    return results
  })
}

async function commit<T>(db: Database, work: Work<T>) {
  let isMarked = false
  const result = await db.transaction().execute(async (transaction) => {
    const done = await work(transaction)
    isMarked = marked.has(transaction)
    return done
  })
  if (isMarked) afterCommit.get(db)?.()
  return result
}
