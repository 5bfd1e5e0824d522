/** How long something took, in milliseconds, each time that it was done. */
export class Times {
  readonly #times: number[] = []

  async add(work: () => Promise<unknown>) {
    const began = performance.now()
    await work()
    this.note(performance.now() - began)
  }

  note(milliseconds: number) {
    this.#times.push(milliseconds)
  }

  get median() {
    return this.quantile(0.5)
  }

  get sum() {
    return this.#times.reduce((sum, time) => sum + time, 0)
  }

  /** The time that this share of all did not pass. */
  quantile(share: number) {
    const sorted = this.#times.toSorted((a, b) => a - b)
    return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
  }
}

/** Prints a line of a table: a name, and cells to the right in columns of ten. */
export function printLine(name: string, cells: readonly string[]) {
  console.log(name.padEnd(34) + cells.map((cell) => cell.padStart(10)).join(''))
}
