import { setImmediate } from 'node:timers/promises'

import type { Transaction } from 'kysely'

import { Gathering } from './batching.ts'
import { isDeadlock } from './connection-errors.ts'
import type { Database, Tables } from './tables.ts'

type Work<T> = (transaction: Transaction<Tables>) => Promise<T>

const tries = 3

/** How many turns of the event loop a transaction takes that shares a commit, with one to spare. */
const turnsTaken = 6

/** The transactions on a database that share commits. */
const queues = new WeakMap<Database, Gathering<Work<unknown>, unknown>>()

/** Who goes on with what the transactions on a database leave to be done. */
const workers = new WeakMap<Database, () => void>()
const leaving = new WeakSet<Transaction<Tables>>()

/**
 * Does the work as one transaction, which is durable when this ends. Where it fails because of
 * others, it is done again: PostgreSQL ends one of two that wait for each other; in SQLite it may
 * have shared the commit of one that failed.
 */
export function inTransaction<T>(db: Database, work: Work<T>): Promise<T> {
  const queue = queues.get(db)
  return queue ? (queue.ask(work) as Promise<T>) : transact(db, work)
}

/** Makes a change of one statement, which needs a transaction only where that can be shared. */
export function changing<T>(db: Database, change: (db: Database) => Promise<T>): Promise<T> {
  return queues.has(db) ? inTransaction(db, change) : change(db)
}

/**
 * From now on, transactions that wait at the same time are one: for SQLite, where only one at a time
 * writes, and the commit, which waits for the disk, costs most of it.
 */
export function shareCommits(db: Database) {
  queues.set(db, new Gathering((some) => commitTogether(db, some), { most: 64, atOnce: 1 }))
}

/** Between steps that each take some milliseconds: others get their turn, and what waits is committed. */
export async function giveWay(db: Database) {
  let turns = 0
  do await setImmediate()
  while (queues.get(db)?.isBusy && ++turns < turnsTaken)
}

/** What the transaction stores is gone on with as soon as it is committed. */
export function leaveWork(transaction: Transaction<Tables>) {
  leaving.add(transaction)
}

/** Calls the worker after each transaction on the database that leaves work. */
export function workAfterCommits(db: Database, worker: () => void) {
  workers.set(db, worker)
}

async function transact<T>(db: Database, work: Work<T>) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await commit(db, work)
    } catch (error) {
      if (!isDeadlock(error) || attempt === tries) throw error
    }
  }
}

function commitTogether(db: Database, some: Work<unknown>[]) {
  return commit(db, async (transaction) => {
    const done: unknown[] = []
    for (const work of some) done.push(await work(transaction))
    return done
  })
}

async function commit<T>(db: Database, work: Work<T>) {
  let leavesWork = false
  const result = await db.transaction().execute(async (transaction) => {
    const done = await work(transaction)
    leavesWork = leaving.has(transaction)
    return done
  })
  if (leavesWork) workers.get(db)?.()
  return result
}
