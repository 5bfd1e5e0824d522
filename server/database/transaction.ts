import { setImmediate } from 'node:timers/promises'

import type { Transaction } from 'kysely'

import { isDeadlock } from './refusals.ts'
import type { Database, Tables } from './tables.ts'

type Work<T> = (transaction: Transaction<Tables>) => Promise<T>

const tries = 3

/** How many turns of the event loop a transaction takes that shares a commit, with one to spare. */
const turnsTaken = 6

/** How many transactions share a commit at most: then other requests get their turn. */
const mostTogether = 64

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
  return queue ? waitForTurn(queue, work) : transact(db, work)
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
  queues.set(db, { db, waiting: [], busy: false })
}

/** Between steps that each take some milliseconds: others get their turn, and what waits is committed. */
export async function giveWay(db: Database) {
  let turns = 0
  do await setImmediate()
  while (queues.get(db)?.busy && ++turns < turnsTaken)
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

interface Queue {
  db: Database
  waiting: Waiting[]
  busy: boolean
}

interface Waiting {
  work: Work<unknown>
  resolve: (result: never) => void
  reject: (error: unknown) => void
}

const queues = new WeakMap<Database, Queue>()

function waitForTurn<T>(queue: Queue, work: Work<T>) {
  return new Promise<T>((resolve, reject) => {
    queue.waiting.push({ work, resolve, reject })
    if (!queue.busy) void takeTurns(queue)
  })
}

async function takeTurns(queue: Queue) {
  queue.busy = true
  while (queue.waiting.length > 0) {
    await arrivals(queue)
    await commitTogether(queue.db, queue.waiting.splice(0, mostTogether))
  }
  queue.busy = false
}

/** Waits for as long as each look at the network brings others that can come along. */
async function arrivals({ waiting }: Queue) {
  let before: number
  do {
    before = waiting.length
    await setImmediate()
  } while (waiting.length > before && waiting.length < mostTogether)
}

/** Where one fails, nothing of the others is kept either, and each is done by itself. */
async function commitTogether(db: Database, some: Waiting[]) {
  try {
    const results = await commit(db, async (transaction) => {
      const done: unknown[] = []
      for (const { work } of some) done.push(await work(transaction))
      return done
    })
    for (const [index, { resolve }] of some.entries()) resolve(results[index] as never)
  } catch (error) {
    const [first, ...others] = some
    if (others.length === 0) first?.reject(error)
    else for (const one of some) await commitTogether(db, [one])
  }
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
