/** Samples of a duration, in milliseconds. */
export class Times {
  readonly #times: number[] = []

  async add(work: () => Promise<unknown>) {
    const began = performance.now()
    await work()
    this.record(performance.now() - began)
  }

  record(milliseconds: number) {
    this.#times.push(milliseconds)
  }

  get median() {
    return this.quantile(0.5)
  }

  get sum() {
    return this.#times.reduce((sum, time) => sum + time, 0)
  }

  /** The smallest sample that at least this share of all samples does not exceed. */
  quantile(share: number) {
    const sorted = this.#times.toSorted((a, b) => a - b)
    return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
  }
}

/** Prints a row of a table: a name, and cells aligned right in columns of ten. */
export function printLine(name: string, cells: readonly string[]) {
  console.log(name.padEnd(34) + cells.map((cell) => cell.padStart(10)).join(''))
}
