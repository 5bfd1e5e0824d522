import { setImmediate } from 'node:timers/promises'

import { unavailableReason } from './connection-errors.ts'

/** Maximum number of transactions per commit. Between commits, other requests can run. */
const maxTransactions = 64

/** Turns of the event loop to wait in a crowd. Each turn accepts one new connection. */
const turnsForCrowd = 32

interface Waiting<Work> {
  work: Work
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

/**
 * Group commit: transactions that wait at the same time share one commit. SQLite writes one
 * transaction at a time, and most of that time is the sync to the disk. No transaction is
 * acknowledged before the sync.
 */
export class GroupCommit<Work> {
  readonly #commit: (works: Work[]) => Promise<unknown[]>
  #queue: Waiting<Work>[] = []
  #isBusy = false

  /** `commit` runs the works in one transaction, and returns their results. */
  constructor(commit: (works: Work[]) => Promise<unknown[]>) {
    this.#commit = commit
  }

  get isBusy() {
    return this.#isBusy
  }

  add(work: Work) {
    return new Promise<unknown>((resolve, reject) => {
      this.#queue.push({ work, resolve, reject })
      if (!this.#isBusy) void this.#drain()
    })
  }

  async #drain() {
    this.#isBusy = true
    while (this.#queue.length > 0) {
      await this.#collect()
      await this.#run(this.#queue.splice(0, maxTransactions))
    }
    this.#isBusy = false
  }

  /** Waits until a turn of the event loop adds no transaction, or the commit is full. */
  async #collect() {
    // In a crowd, new connections bring more transactions: first let the server accept some.
    if (this.#queue.length > maxTransactions) await turns(turnsForCrowd)
    let before: number
    do {
      before = this.#queue.length
      await setImmediate()
    } while (this.#queue.length > before && this.#queue.length < maxTransactions)
  }

  /** If one transaction fails, all are rolled back and run again one by one. */
  async #run(group: Waiting<Work>[]) {
    try {
      const results = await this.#commit(group.map(({ work }) => work))
      for (const [index, { resolve }] of group.entries()) resolve(results[index])
    } catch (error) {
      if (unavailableReason(error) !== null) this.#rejectAll(group, error)
      else if (group.length === 1) group[0]!.reject(error)
      else for (const one of group) await this.#run([one])
    }
  }

  /** While the database does not answer, the next commit would also wait until its timeout. */
  #rejectAll(group: Waiting<Work>[], error: unknown) {
    for (const { reject } of [...group, ...this.#queue.splice(0)]) reject(error)
  }
}

async function turns(count: number) {
  for (let turn = 0; turn < count; turn++) await setImmediate()
}
