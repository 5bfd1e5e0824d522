import { setImmediate } from 'node:timers/promises'

import { outage } from './connection-errors.ts'
import type { Database } from './tables.ts'

/** Milliseconds after which who waits is told when the database is away, and does not try. */
const patience = 1000

/** Looks at the network, of which each takes up one new connection. */
const looksInCrowd = 32

interface Limits {
  /** How many are done together at most: then other requests get their turn. */
  most: number
  /** How often that may be under way at once. */
  atOnce: number
}

interface Waiting<Item, Result> {
  item: Item
  since: number
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Does together what is asked for at the same moment; what is asked for meanwhile comes next. Where
 * one fails, each is done by itself, unless the database is away.
 */
export class Gathering<Item, Result> {
  readonly #run: (items: Item[]) => Promise<Result[]>
  readonly #limits: Limits
  #waiting: Waiting<Item, Result>[] = []
  #underWay = 0

  /** `run` answers a result for each item, in their order, or does nothing and rejects. */
  constructor(run: (items: Item[]) => Promise<Result[]>, limits: Limits) {
    this.#run = run
    this.#limits = limits
  }

  get isBusy() {
    return this.#underWay > 0
  }

  ask(item: Item) {
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.push({ item, since: performance.now(), resolve, reject })
      if (this.#underWay < this.#limits.atOnce) void this.#takeTurns()
    })
  }

  async #takeTurns() {
    this.#underWay++
    while (this.#waiting.length > 0) {
      await this.#arrivals()
      await this.#do(this.#waiting.splice(0, this.#limits.most))
    }
    this.#underWay--
  }

  /** Waits for as long as each look at the network brings others that can come along. */
  async #arrivals() {
    // In a crowd, those whose connections are not taken up yet are to be heard, too.
    if (this.#waiting.length > this.#limits.most * this.#limits.atOnce) await looks(looksInCrowd)
    let before: number
    do {
      before = this.#waiting.length
      await setImmediate()
    } while (this.#waiting.length > before && this.#waiting.length < this.#limits.most)
  }

  async #do(some: Waiting<Item, Result>[]) {
    if (some.length === 0) return
    try {
      const results = await this.#run(some.map(({ item }) => item))
      for (const [index, { resolve }] of some.entries()) resolve(results[index]!)
    } catch (error) {
      const isAway = outage(error) !== null
      if (isAway) some.push(...this.#impatient())
      if (some.length === 1 || isAway) for (const { reject } of some) reject(error)
      else for (const one of some) await this.#do([one])
    }
  }

  /** Takes those out that have waited for long: the next try may take as long as this one. */
  #impatient() {
    const latest = performance.now() - patience
    const [out, others] = [[], []] as Waiting<Item, Result>[][]
    for (const one of this.#waiting) (one.since < latest ? out : others)!.push(one)
    this.#waiting = others!
    return out!
  }
}

async function looks(times: number) {
  for (let look = 0; look < times; look++) await setImmediate()
}

/**
 * Does together what is asked for at the same moment of one database. A connection that breaks fails
 * few, and while one is busy the next ones are on their way.
 */
export function gathered<Item, Result>(
  run: (db: Database, items: Item[]) => Promise<Result[]>,
): (db: Database, item: Item) => Promise<Result> {
  const gatherings = new WeakMap<Database, Gathering<Item, Result>>()
  return (db, item) => {
    let gathering = gatherings.get(db)
    if (!gathering) {
      gathering = new Gathering((items) => run(db, items), { most: 16, atOnce: 4 })
      gatherings.set(db, gathering)
    }
    return gathering.ask(item)
  }
}
