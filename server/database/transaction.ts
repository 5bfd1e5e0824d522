import { setImmediate } from 'node:timers/promises'

import type { Transaction } from 'kysely'

import { isDeadlock } from './connection-errors.ts'
import { GroupCommit } from './group-commit.ts'
import type { Database, Tables } from './tables.ts'

type Work<T> = (transaction: Transaction<Tables>) => Promise<T>

const maxAttempts = 3

/** Turns of the event loop that a transaction in a group commit takes, plus one. */
const turnsPerCommit = 6

/** The queues of databases with group commit. */
const groupCommits = new WeakMap<Database, GroupCommit<Work<unknown>>>()

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

/** Turns on group commit, for SQLite. PostgreSQL groups the commits of its connections by itself. */
export function enableGroupCommit(db: Database) {
  groupCommits.set(db, new GroupCommit((works) => commitAll(db, works)))
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

async function transact<T>(db: Database, work: Work<T>) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await commit(db, work)
    } catch (error) {
      if (!isDeadlock(error) || attempt === maxAttempts) throw error
    }
  }
}

function commitAll(db: Database, works: Work<unknown>[]) {
  return commit(db, async (transaction) => {
    const results: unknown[] = []
    for (const work of works) results.push(await work(transaction))
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
