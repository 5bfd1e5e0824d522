import { setImmediate } from 'node:timers/promises'

import type { Transaction } from 'kysely'

import { Batcher } from './batching.ts'
import { isDeadlock } from './connection-errors.ts'
import type { Database, Tables } from './tables.ts'

type Work<T> = (transaction: Transaction<Tables>) => Promise<T>

const maxAttempts = 5

/** Turns of the event loop that a transaction in a group commit takes, plus one. */
const turnsPerCommit = 6

/** The queues of databases with group commit. */
const groupCommits = new WeakMap<Database, Batcher<Work<unknown>, unknown>>()

const afterCommit = new WeakMap<Database, (() => void)[]>()
const marked = new WeakSet<Transaction<Tables>>()

/**
 * Runs the work as one transaction, which is durable when this promise resolves. `work` may run
 * again: in PostgreSQL after a deadlock, in SQLite after an error in another transaction of the
 * same group commit.
 */
export function inTransaction<T>(db: Database, work: Work<T>): Promise<T> {
  const groupCommit = groupCommits.get(db)
  return groupCommit ? (groupCommit.add(work) as Promise<T>) : transact(db, work)
}

/** Runs a write of one statement. Only with group commit, the write needs a transaction. */
export function runWrite<T>(db: Database, write: (db: Database) => Promise<T>): Promise<T> {
  return groupCommits.has(db) ? inTransaction(db, write) : write(db)
}

/**
 * Group commit, for SQLite: transactions that wait at the same time share one commit. SQLite writes
 * one transaction at a time, and most of that time is the sync to the disk. No transaction is
 * acknowledged before the sync.
 */
export function enableGroupCommit(db: Database) {
  const batcher = new Batcher((some: Work<unknown>[]) => commitAll(db, some), {
    maxBatch: 64,
    maxConcurrent: 1,
  })
  groupCommits.set(db, batcher)
}

/** Called between the steps of long work, so that other requests can run and writes can commit. */
export async function yieldToOthers(db: Database) {
  let turns = 0
  do await setImmediate()
  while (groupCommits.get(db)?.isBusy && ++turns < turnsPerCommit)
}

/** Asks for a call of the listeners of `onAfterCommit` when this transaction is committed. */
export function markForAfterCommit(transaction: Transaction<Tables>) {
  marked.add(transaction)
}

/** Calls the listener after each commit of a marked transaction. */
export function onAfterCommit(db: Database, listener: () => void) {
  const listeners = afterCommit.get(db) ?? []
  afterCommit.set(db, [...listeners, listener])
}

function transact<T>(db: Database, work: Work<T>) {
  return retryDeadlocks(() => commit(db, work))
}

/** Runs a transaction again after a deadlock. PostgreSQL has rolled it back then. */
export async function retryDeadlocks<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction()
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
  if (isMarked) for (const listener of afterCommit.get(db) ?? []) listener()
  return result
}
