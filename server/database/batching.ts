import { setImmediate } from 'node:timers/promises'

import { unavailableReason } from './connection-errors.ts'
import type { Database } from './tables.ts'

/**
 * When a batch fails because the database does not answer, items that have waited this long (in
 * milliseconds) fail, too.
 */
const queueTimeout = 1000

/** Turns of the event loop to wait in a crowd. Each turn accepts one new connection. */
const turnsForCrowd = 32

interface Limits {
  /** Maximum number of items per batch. Between batches, other requests can run. */
  maxBatch: number
  /** Maximum number of batches that run at the same time. */
  maxConcurrent: number
}

interface QueuedItem<Item, Result> {
  item: Item
  since: number
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Batcher: runs concurrent calls as one batch. Calls that arrive during a run go into the next
 * batch. If a batch fails, its items run again one by one, unless the database does not answer.
 */
export class Batcher<Item, Result> {
  readonly #run: (items: Item[]) => Promise<Result[]>
  readonly #limits: Limits
  #queue: QueuedItem<Item, Result>[] = []
  #running = 0

  /** `run` returns the results in the order of the items. If it rejects, it has changed nothing. */
  constructor(run: (items: Item[]) => Promise<Result[]>, limits: Limits) {
    this.#run = run
    this.#limits = limits
  }

  get isBusy() {
    return this.#running > 0
  }

  add(item: Item) {
    return new Promise<Result>((resolve, reject) => {
      this.#queue.push({ item, since: performance.now(), resolve, reject })
      if (this.#running < this.#limits.maxConcurrent) void this.#drain()
    })
  }

  async #drain() {
    this.#running++
    while (this.#queue.length > 0) {
      await this.#collect()
      await this.#runBatch(this.#queue.splice(0, this.#limits.maxBatch))
    }
    this.#running--
  }

  /** Waits until a turn of the event loop adds no new item, or the batch is full. */
  async #collect() {
    const { maxBatch, maxConcurrent } = this.#limits
    // In a crowd, new connections bring more items: first let the server accept some.
    if (this.#queue.length > maxBatch * maxConcurrent) await turns(turnsForCrowd)
    let before: number
    do {
      before = this.#queue.length
      await setImmediate()
    } while (this.#queue.length > before && this.#queue.length < maxBatch)
  }

  async #runBatch(batch: QueuedItem<Item, Result>[]) {
    if (batch.length === 0) return
    try {
      const results = await this.#run(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index]!)
    } catch (error) {
      const isAway = unavailableReason(error) !== null
      if (isAway) batch.push(...this.#takeTimedOut())
      if (batch.length === 1 || isAway) for (const { reject } of batch) reject(error)
      else for (const one of batch) await this.#runBatch([one])
    }
  }

  /** Takes items out of the queue that have waited too long: the next batch may be as slow. */
  #takeTimedOut() {
    const latest = performance.now() - queueTimeout
    const [timedOut, others] = [[], []] as QueuedItem<Item, Result>[][]
    for (const one of this.#queue) (one.since < latest ? timedOut : others)!.push(one)
    this.#queue = others!
    return timedOut!
  }
}

async function turns(count: number) {
  for (let turn = 0; turn < count; turn++) await setImmediate()
}

/**
 * Batches concurrent calls per database. If a connection breaks, only one small batch is affected.
 * Up to four batches run at the same time, so that a slow batch does not stop the others.
 */
export function batched<Item, Result>(
  run: (db: Database, items: Item[]) => Promise<Result[]>,
): (db: Database, item: Item) => Promise<Result> {
  const batchers = new WeakMap<Database, Batcher<Item, Result>>()
  return (db, item) => {
    let batcher = batchers.get(db)
    if (!batcher) {
      batcher = new Batcher((items) => run(db, items), { maxBatch: 16, maxConcurrent: 4 })
      batchers.set(db, batcher)
    }
    return batcher.add(item)
  }
}
